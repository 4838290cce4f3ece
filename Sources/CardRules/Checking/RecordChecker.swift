import CardJSON
import ContentCardKit

/// Checks the records of a block one by one.
///
/// Each thread has its own checker.
package struct RecordChecker: CardVisitor, ~Copyable {
  /// The findings since the batch was last exchanged or emptied.
  package var batch = CheckedBatch()
  private var plan: CheckPlan
  /// The name of the current file, without directories; nil for standard input.
  package var fileName: String?
  /// Whether the user names the current file, so that a finding lists its unchecked parts.
  package var isNamed = false
  private let comparesIDs: Bool
  private let comparesCampaigns: Bool
  private var classes: ClassCheck
  private let requests: RequestChecker
  private var scratch = ByteBuffer()
  /// Reads the cards of requests, even if their type is unknown, and of copies with right keys.
  private var decoder: CardDecoder
  /// A copy of a record with misnamed keys, and its scanner.
  private var copyText = ByteBuffer()
  private var copyScanner = JSONScanner()

  /// Creates a checker for `plan`.
  package init(_ plan: CheckPlan) {
    self.plan = plan
    classes = ClassCheck(plan.classes, typeKey: plan.typeKey)
    requests = RequestChecker(plan)
    decoder = CardDecoder(CardDecoder.Options(typeKey: plan.typeKey))
    comparesIDs = plan.runs(.duplicateID)
    comparesCampaigns = plan.runs(.sameCampaign)
    prepareSink()
  }

  /// Exchanges the batch for one whose findings were already processed.
  package mutating func exchange(_ other: inout CheckedBatch) {
    swap(&batch, &other)
    prepareSink()
  }

  /// Applies the settings of the plan to the sink of a new batch.
  private mutating func prepareSink() {
    batch.sink.isCounting = plan.isCounting
    // A reused batch already has them.
    if batch.sink.inactive.isEmpty { batch.sink.inactive = plan.inactive }
  }

  /// Sets the kind of the following values, and the SDKs whose requirements are checked.
  package mutating func use(_ kind: RecordKind?, _ profiles: [Profile]) {
    plan.kind = kind
    plan.settings.profiles = profiles
  }

  /// Checks a card.
  package mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    check(context(of: card), at: offset, place)
  }

  /// Returns the context for the checks of a card.
  package func context(of card: Card) -> CardContext { CardContext(card, plan.settings) }

  /// Checks the card of `context`.
  ///
  /// - Parameter offset: the offset in the input of the value that contains the card.
  package mutating func check(_ context: CardContext, at offset: Int, _ place: RecordPlace) {
    let (card, document) = (context.card, context.document)
    batch.values += 1
    var origin = RecordChecker.origin(of: document, at: offset, place)
    guard let request = RecordChecker.request(of: card, at: place.node, plan.kind) else {
      batch.cards += 1
      batch.sink.enter(
        document, of: card, at: origin, root: place.node, record: place.record)
      check(context)
      while batch.sink.rename(into: &copyText), let root = scanCopy() {
        let copy = decoder.card(root, as: card.shape)
        batch.sink.enterCopy(root.document, of: copy)
        check(self.context(of: copy))
      }
      if plan.kind == .sync, place.arrayKey == nil {
        batch.sink.report(
          .cardShape, at: card.object, "expected a sync response, found a card outside of one")
      }
      if let shape = place.assumedShape { batch.sink.noteShape(shape) }
      return batch.add(.card(checked(context, &origin, place)), place)
    }
    check(request, document[place.node], origin, place)
    batch.add(.other, place)
  }

  /// Runs the checks for single cards.
  private mutating func check(_ context: CardContext) {
    context.check(&batch.sink)
    if context.scope != .tombstone { classes.check(context, &batch.sink) }
  }

  /// Checks a request, a registry or a configuration.
  private mutating func check(
    _ kind: RecordKind, _ value: JSONNode, _ origin: DocumentOrigin, _ place: RecordPlace
  ) {
    if kind.isBody { batch.requests += 1 }
    batch.sink.enter(value.document, at: origin, root: place.node, record: place.record)
    checkWithRenames(kind, value)
  }

  /// Checks the value that the sink has entered, and then again with the right names for its
  /// misnamed keys.
  mutating func checkWithRenames(_ kind: RecordKind, _ value: JSONNode) {
    var hasCard = check(kind, value)
    while batch.sink.rename(into: &copyText), let root = scanCopy() {
      batch.sink.enterCopy(root.document, of: nil)
      hasCard = check(kind, root)
    }
    if hasCard { batch.cards += 1 }
    guard isNamed, kind == .messagesSend, let body = batch.sink.record else { return }
    let names = RequestChecker.partlyChecked(in: body)
    guard !names.isEmpty, let messages = body.member(ByteView("messages")) else { return }
    let listed = names.map { "\"\($0)\"" }.joined(separator: ", ")
    batch.sink.report(
      .requestNotChecked, at: .key(messages),
      "of \(listed), only the keys that Braze requires are checked")
  }

  /// Checks a request, a registry or a configuration once; returns whether it has a card.
  private mutating func check(_ kind: RecordKind, _ value: JSONNode) -> Bool {
    requests.check(kind, value, findings: &batch.sink)
    // Skip a card in a request that has an SDK's shape: it is wrong as a whole.
    if let node = RequestChecker.card(of: kind, in: value), let card = decoder.requestCard(node) {
      batch.sink.enter(card)
      check(context(of: card))
      return true
    }
    if kind != .registry, kind != .configuration { DuplicateKeys.report(in: value, &batch.sink) }
    return false
  }

  /// Scans the copy of a record; nil never occurs, because renaming keys keeps JSON valid.
  private mutating func scanCopy() -> JSONNode? { try? copyScanner.scanWhole(copyText.sealed()) }

  /// Returns the kind of request that contains a card; nil for a card on a device.
  ///
  /// Static, because the compiler copied the whole checker for a method.
  ///
  /// - Parameters:
  ///   - node: the node of the request, or of the card.
  ///   - kind: the kind that every value is treated as; nil to detect it.
  private static func request(of card: Card, at node: Int, _ kind: RecordKind?) -> RecordKind? {
    switch kind {
    case .cards, .sync: return nil
    case .any, nil: break
    case let kind: return kind
    }
    let isWhole = card.object.index == node
    if isWhole { guard case .rest = card.shape else { return nil } }
    if let kind = RecognizedValue(card.object.document[node])?.kind { return kind }
    return isWhole ? .contentCard : .messagesSend
  }

  /// Checks a value that is not a card, such as a request body, a registry or a configuration.
  ///
  /// - Returns: whether the value is recognized, even if it is not checked.
  package mutating func visitOther(_ value: JSONNode, at offset: Int, _ place: RecordPlace) -> Bool
  {
    if plan.kind == .cards || plan.kind == .sync { return false }
    let found = forcedKind.map { .checked($0, isCertain: true) } ?? RecognizedValue(value)
    let origin = RecordChecker.origin(of: value.document, at: offset, place)
    switch found {
    case .other(.syncResponse), nil: return false
    case .checked(let kind, _): check(kind, value, origin, place)
    case .other(let other):
      batch.sink.enter(value.document, at: origin, root: place.node, record: place.record)
      batch.sink.report(
        .requestNotChecked, at: value, severity: plan.kind == .any ? .error : nil,
        "this is \(other.rawValue), which is not checked")
    }
    batch.values += 1
    batch.add(.other, place)
    return true
  }

  /// Reports a value that could not be read.
  package mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.problems += 1
    var finding = Finding(
      of: problem.rule, message: batch.sink.isCounting ? "" : problem.advised,
      at: problem.offset..<max(problem.offset, problem.end),
      record: place.record > 0 ? place.record : nil)
    finding.valueOffset = problem.start
    finding.fix = RecordChecker.fix(of: problem)
    batch.sink.add(finding)
    batch.add(.other, place)
  }

  /// Returns the edits of the input that correct a syntax error.
  private static func fix(of problem: ReadingProblem) -> [TextEdit] {
    guard case .syntax(let error) = problem.reason, let mistake = error.mistake else { return [] }
    return mistake.fix.map { $0.moved(by: problem.offset - error.offset) }
  }

  /// Records the start and end of containers of cards.
  package mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    switch event {
    case .array(let offset):
      batch.values += 1
      batch.add(.begin(offset, isEnvelope: false), place)
      if place.depth == 0, forcedKind == .registry || forcedKind == .configuration {
        let (rule, wanted): (Rule, String) =
          forcedKind == .registry
          ? (.registryInvalid, "with \"classes\"") : (.configurationValue, "of settings")
        let message = "expected an object \(wanted), found an array"
        batch.sink.add(Finding(of: rule, message: message, at: offset..<offset + 1))
        batch.add(.other, place)
      }
    case .envelope(let offset):
      batch.values += 1
      batch.add(.begin(offset, isEnvelope: true), place)
    case .member(let key, let value, let range):
      if let value { checkSyncValue(key, value, range, place) }
      let text = RecordChecker.text(of: key, &batch)
      batch.add(.member(key: text, place: range, isRead: value == nil), place)
    case .inside(let key, let isString):
      let text = key.map { RecordChecker.text(of: $0, &batch) } ?? 0..<0
      batch.add(.inside(key: text, isString: isString), place)
    case .end(let offset): batch.add(.end(offset), place)
    }
  }

  /// Reports a value of a sync response that does not have the type that SDKs expect.
  private mutating func checkSyncValue(
    _ key: ByteView, _ value: JSONNode, _ range: Range<Int>, _ place: RecordPlace
  ) {
    let name = key.slice(1..<key.count - 1)
    let isTime = name == ByteView("last_full_sync_at") || name == ByteView("last_card_updated_at")
    guard isTime || name == ByteView("full_sync") else { return }
    switch value.kind {
    case .null: return
    case .true where !isTime, .false where !isTime: return
    case .number where isTime && JSONNumber.isInteger(value.content): return
    default: break
    }
    // The iOS SDK logs booleans as numbers.
    let isDigit = value.content == ByteView("0") || value.content == ByteView("1")
    let wanted = isTime ? "a whole number" : "true or false"
    batch.sink.add(
      Finding(
        of: .syncValue, severity: isDigit && value.kind == .number ? .warning : nil,
        message: "expected \(wanted), found \(value.shown)", at: range,
        pointer: place.string == nil ? "/" + name.text : ""))
  }

  /// The kind that the options or the file's name set for every value; nil to detect it.
  var forcedKind: RecordKind? {
    if let kind = plan.kind, kind != .any { return kind }
    return fileName == RecordKind.configurationName ? .configuration : nil
  }

  /// Appends the decoded text of a quoted key to the batch's buffer, and returns its range there.
  private static func text(of key: ByteView, _ batch: inout CheckedBatch) -> Range<Int> {
    let start = batch.texts.count
    JSONText.decode(key.slice(1..<key.count - 1), into: &batch.texts)
    return start..<batch.texts.count
  }

  /// Returns the origin of a document whose record at `place` starts at `offset`.
  private static func origin(of document: JSONDocument, at offset: Int, _ place: RecordPlace)
    -> DocumentOrigin
  {
    let start = document[place.node].range.lowerBound
    guard let string = place.string else { return DocumentOrigin(base: offset - start) }
    let base = place.textStart > 0 ? offset : offset + 1
    return DocumentOrigin(stringContent: string, base: base, from: place.textStart)
  }

  /// Returns the properties of a card that are needed to compare it with later cards.
  private mutating func checked(
    _ context: CardContext, _ origin: inout DocumentOrigin, _ place: RecordPlace
  ) -> CheckedBatch.CheckedCard {
    let card = context.card
    let start = batch.texts.count
    var checked = CheckedBatch.CheckedCard(
      idText: start..<start,
      isExpired: context.expiry.map { $0.milliseconds <= plan.settings.now } ?? false)
    let isFeed = place.element != nil
    if isFeed, place.string == nil { checked.range = origin.range(card.object.range) }
    guard comparesIDs || comparesCampaigns && isFeed, context.scope != .tombstone,
      let node = card.node(of: .id), let id = card.text(.id)
    else { return checked }
    id.appendText(to: &batch.texts)
    checked.idText = start..<batch.texts.count
    checked.idRange = origin.range(node.range)
    checked.id = TextHash(batch.texts.view.slice(checked.idText))
    switch card.shape {
    case .abk, .metadata: checked.idKey = "idString"
    default: break
    }
    if isFeed, comparesCampaigns, let composite = card.compositeID(using: &scratch) {
      checked.campaign = TextHash(composite.campaign)
    }
    return checked
  }
}
