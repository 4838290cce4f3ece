@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// Runs the rules for request bodies, registries and configurations.
///
/// Finds the objects of a body that have rules and gives each rule the objects it is about. Bodies
/// are few and small, so readability comes before speed here.
package struct RequestChecker: Sendable {
  /// What holds for the whole run.
  package var settings: CheckSettings
  private let typeKey: ByteView
  private let rules: [RequestPart: [any RequestRule.Type]]
  private let tellsOfUnchecked: Bool

  /// A checker.
  ///
  /// - Parameters:
  ///   - typeKey: the key of the extras that names the class type. It is kept for the rest of the
  ///     program, so make few checkers.
  ///   - inactive: the ids of the rules that do not run.
  package init(
    settings: CheckSettings = CheckSettings(), typeKey: String = "class_type",
    inactive: Set<String> = []
  ) {
    self.settings = settings
    self.typeKey = ByteView(permanent: typeKey)
    var rules: [RequestPart: [any RequestRule.Type]] = [:]
    for rule in RequestRules.bodies where !inactive.contains(rule.text.id) {
      for part in rule.parts { rules[part, default: []].append(rule) }
    }
    self.rules = rules
    tellsOfUnchecked = !inactive.contains(RequestNotChecked.text.id)
  }

  /// Reports what is wrong with the value `node`, which is of the given kind.
  ///
  /// The card of a request is checked for what the API demands of it; what holds for cards of every
  /// shape is for the rules for cards.
  ///
  /// - Precondition: `findings` has entered `document`.
  package func check(
    _ kind: RequestKind, document: JSONDocument, node: Int = 0,
    findings: inout FindingSink
  ) {
    switch kind {
    case .registry: RegistryCheck.check(document, node, &findings)
    case .configuration:
      for mistake in ConfigurationFile.read(document, node).mistakes { findings.report(mistake) }
    case .contentCard:
      checkObject(.contentCard, document: document, node: node, findings: &findings)
    case .messagesSend: checkMessages(document, node, &findings)
    case .trigger: checkTrigger(document, node, &findings)
    case .usersTrack: checkUsersTrack(document, node, &findings)
    case .report: break
    case .unchecked:
      guard tellsOfUnchecked, let body = UncheckedBody(RequestKeys(document, node)) else { return }
      findings.report(
        RequestNotChecked.self, at: .value(node), "this is \(body.name), which is not checked")
    }
  }

  /// The content card of a request; nil when a request of the kind has none, or this one.
  static func card(of kind: RequestKind, in document: JSONDocument) -> Int? {
    let card: Int?
    switch kind {
    case .contentCard: card = 0
    case .messagesSend:
      let messages = document.member(ByteView("messages"), of: 0)
      card = messages.flatMap { document.member(ByteView("content_card"), of: $0) }
    case .trigger, .usersTrack, .registry, .configuration, .unchecked, .report:
      card = nil
    }
    return card.flatMap { document.kind($0) == .object ? $0 : nil }
  }

  private func checkObject(
    _ part: RequestPart, document: JSONDocument, node: Int, findings: inout FindingSink
  ) {
    guard document.kind(node) == .object else { return }
    let object = RequestObject(
      part, document: document, node: node, settings: settings, body: findings.root,
      typeKey: typeKey)
    for rule in rules[part] ?? [] { rule.check(object, &findings) }
  }

  /// Checks each element of the array that stands under `key`.
  private func checkEach(
    _ key: StaticString, part: RequestPart, document: JSONDocument, node: Int,
    findings: inout FindingSink
  ) {
    guard let list = document.member(ByteView(key), of: node) else { return }
    document.forEachElement(of: list) { element in
      checkObject(part, document: document, node: element, findings: &findings)
      if part != .userAlias { checkAlias(document, element, &findings) }
    }
  }

  private func checkAlias(_ document: JSONDocument, _ node: Int, _ findings: inout FindingSink) {
    guard let alias = document.member(ByteView("user_alias"), of: node) else { return }
    checkObject(.userAlias, document: document, node: alias, findings: &findings)
  }

  private func checkMessages(
    _ document: JSONDocument, _ node: Int, _ findings: inout FindingSink
  ) {
    func has(_ key: StaticString) -> Bool { document.member(ByteView(key), of: node) != nil }
    let part: RequestPart =
      has("schedule_id") ? .messagesUpdate : has("schedule") ? .messagesSchedule : .messagesSend
    checkObject(part, document: document, node: node, findings: &findings)
    checkSchedule(document, node, &findings)
    checkEach("user_aliases", part: .userAlias, document: document, node: node, findings: &findings)
    if part == .messagesSchedule {
      checkEach("recipients", part: .recipient, document: document, node: node, findings: &findings)
    }
    guard let messages = document.member(ByteView("messages"), of: node) else { return }
    checkObject(.messages, document: document, node: messages, findings: &findings)
    guard let card = document.member(ByteView("content_card"), of: messages) else { return }
    checkObject(.contentCard, document: document, node: card, findings: &findings)
  }

  private func checkTrigger(_ document: JSONDocument, _ node: Int, _ findings: inout FindingSink) {
    func has(_ key: StaticString) -> Bool { document.member(ByteView(key), of: node) != nil }
    let part: RequestPart =
      has("schedule_id") ? .triggerUpdate : has("schedule") ? .triggerSchedule : .trigger
    checkObject(part, document: document, node: node, findings: &findings)
    checkSchedule(document, node, &findings)
    checkEach("recipients", part: .recipient, document: document, node: node, findings: &findings)
  }

  private func checkSchedule(
    _ document: JSONDocument, _ node: Int, _ findings: inout FindingSink
  ) {
    guard let schedule = document.member(ByteView("schedule"), of: node) else { return }
    checkObject(.schedule, document: document, node: schedule, findings: &findings)
  }

  private func checkUsersTrack(
    _ document: JSONDocument, _ node: Int, _ findings: inout FindingSink
  ) {
    checkObject(.usersTrack, document: document, node: node, findings: &findings)
    checkEach("attributes", part: .attributes, document: document, node: node, findings: &findings)
    checkEach("events", part: .event, document: document, node: node, findings: &findings)
    checkEach("purchases", part: .purchase, document: document, node: node, findings: &findings)
  }
}

/// Turns the mistakes of a registry into findings.
enum RegistryCheck {
  /// Reports the mistakes of the registry file whose root is `node`.
  static func check(_ document: JSONDocument, _ node: Int, _ findings: inout FindingSink) {
    do {
      _ = try Registry(file: node, of: document)
    } catch {
      for mistake in mistakes(error, document, node) { findings.report(mistake) }
    }
  }

  /// The mistakes of the registry or the classes whose root is `root`, with the rules they break.
  static func mistakes(
    _ error: RegistryError, _ document: JSONDocument, _ root: Int
  ) -> [FileMistake] {
    error.mistakes.enumerated().map { index, mistake in
      let isLast = index == error.mistakes.count - 1
      let rest = isLast && error.omitted > 0 ? "; \(error.omitted) more mistakes follow" : ""
      return FileMistake(
        rule(for: mistake.kind), at: place(at: mistake.offset, document, root), in: document,
        mistake.message + rest)
    }
  }

  private static func rule(for kind: RegistryError.Kind) -> any Rule.Type {
    switch kind {
    case .unknownName: RegistryNameUnknown.self
    case .repeated: RegistryRepeated.self
    case .invalid: RegistryInvalid.self
    }
  }

  /// The key or value whose first byte is at `offset`.
  private static func place(at offset: Int, _ document: JSONDocument, _ root: Int) -> FindingPlace {
    var container = root
    while document.range(container).lowerBound != offset {
      var inner: Int?
      var key: Int?
      document.forEachMember(of: container) { name, value in
        if document.range(name).lowerBound == offset { key = value }
        if document.range(value).contains(offset) { inner = value }
      }
      document.forEachElement(of: container) { element in
        if document.range(element).contains(offset) { inner = element }
      }
      if let key { return .key(key) }
      guard let inner else { break }
      container = inner
    }
    return .value(container)
  }
}
