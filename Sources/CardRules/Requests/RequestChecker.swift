import CardProcessing
import CardJSON
import ContentCardKit

/// Runs the rules for request bodies, registries and configurations.
///
/// Finds the objects of a body that have rules and gives each rule the objects it is about. Bodies
/// are few and small, so readability comes before speed here.
package struct RequestChecker: Sendable {
  /// What holds for the whole run.
  package var settings: CheckSettings
  private let typeKey: ByteView
  private let classTypes: [String]
  private let rules: [RequestPart: [any RequestRule.Type]]
  private let tellsOfUnchecked: Bool

  /// A checker.
  ///
  /// - Parameters:
  ///   - typeKey: the key of the extras that names the class type. It is kept for the rest of the
  ///     program, so make few checkers.
  ///   - inactive: the ids of the rules that do not run.
  ///   - classTypes: the class types of the registry.
  package init(
    settings: CheckSettings = CheckSettings(), typeKey: String = "class_type",
    inactive: Set<String> = [], classTypes: [String] = []
  ) {
    self.classTypes = classTypes
    self.settings = settings
    self.typeKey = ByteView(permanent: typeKey)
    var rules: [RequestPart: [any RequestRule.Type]] = [:]
    for rule in RequestRules.bodies + [TriggerClassTypeUnknown.self]
    where !inactive.contains(rule.text.id) {
      for part in rule.parts { rules[part, default: []].append(rule) }
    }
    self.rules = rules
    tellsOfUnchecked = !inactive.contains(RequestNotChecked.text.id)
  }

  /// Checks the value `node`, which is of the given kind.
  ///
  /// The card of a request is checked for what the API demands of it; what applies to cards of
  /// every shape is for the rules for cards.
  ///
  /// - Precondition: `findings` has entered `document`.
  package func check(
    _ kind: RecordKind, document: JSONDocument, node: Int = 0,
    findings: inout FindingSink
  ) {
    switch kind {
    case .cards, .sync: break
    case .registry: RegistryCheck.check(document, node, &findings)
    case .configuration:
      for mistake in ConfigurationFile.read(document, node).mistakes { findings.report(mistake) }
    case .contentCard: check(.contentCard, document, node, &findings)
    case .messagesSend:
      let part = body(
        document, node, update: .messagesUpdate, schedule: .messagesSchedule, plain: .messagesSend)
      check(part, document, node, &findings)
    case .trigger:
      let part = body(
        document, node, update: .triggerUpdate, schedule: .triggerSchedule, plain: .trigger)
      check(part, document, node, &findings)
    case .usersTrack: check(.usersTrack, document, node, &findings)
    }
  }

  /// Reports that a value is recognized and has no rules.
  ///
  /// - Parameter name: the name of the value.
  func note(unchecked name: String, _ node: Int, _ findings: inout FindingSink) {
    guard tellsOfUnchecked else { return }
    findings.report(
      RequestNotChecked.self, at: .value(node), "this is \(name), which is not checked")
  }

  /// The content card of a request; nil if the kind has none or the request omits it.
  static func card(of kind: RecordKind, in document: JSONDocument, _ node: Int) -> Int? {
    switch kind {
    case .contentCard: return document.kind(node) == .object ? node : nil
    case .messagesSend:
      let messages = document.member(ByteView("messages"), of: node) ?? node
      return document.member("content_card", .object, of: messages)
    default: return nil
    }
  }

  /// Checks an object and those that stand under its keys.
  private func check(
    _ part: RequestPart, _ document: JSONDocument, _ node: Int, _ findings: inout FindingSink
  ) {
    guard document.kind(node) == .object else { return }
    let object = RequestObject(
      part, document: document, node: node, settings: settings, body: findings.root,
      typeKey: typeKey, classTypes: classTypes)
    for rule in rules[part] ?? [] { rule.check(object, &findings) }
    for key in part.keys {
      guard let value = document.member(ByteView(key.name), of: node) else { continue }
      switch key.type {
      case .part(let inner): check(inner, document, value, &findings)
      case .parts(let inner):
        document.forEachElement(of: value) { check(inner, document, $0, &findings) }
      default: break
      }
    }
  }

  /// Which of three bodies an object is: one that changes a schedule, that makes one, or that has
  /// none.
  private func body(
    _ document: JSONDocument, _ node: Int, update: RequestPart, schedule: RequestPart,
    plain: RequestPart
  ) -> RequestPart {
    func has(_ key: StaticString) -> Bool { document.member(ByteView(key), of: node) != nil }
    if plain == .messagesSend, has("content_card"), !has("messages"), !has("external_user_ids"),
      !has("broadcast"), !has("segment_id")
    {
      // The value of "messages", alone.
      return .messages
    }
    return has("schedule_id") ? update : has("schedule") ? schedule : plain
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
    // Nodes stand in the order of their places, and only keys have a colon behind them.
    var node = root
    while document.range(node).lowerBound < offset { node += 1 }
    let next = JSONScanner.skipSpace(document.bytes, from: document.range(node).upperBound)
    return document.bytes[next] == UInt8(ascii: ":") ? .key(node + 1) : .value(node)
  }
}
