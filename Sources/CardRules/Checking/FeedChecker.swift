import CardJSON
import ContentCardKit

/// Compares the cards of a feed with each other, and completes the findings of blocks.
///
/// Takes the batches of an input in order and reports their findings in order. Adjusts record
/// numbers and pointers to the whole input, and adds the findings that depend on earlier cards,
/// such as duplicate ids.
package struct FeedChecker {
  private var plan: CheckPlan

  /// The maximum number of ids to compare; 0 for none.
  private let comparedIDs: Int

  /// Whether the input was already reported as recognized but not checked.
  private var isUnchecked = false

  /// The number of records before the current block.
  private var records = 0
  /// By depth, the number of elements before the current block in each array that is open at its
  /// start.
  private var elements: [Int] = []

  /// The cards outside of arrays.
  private var bare = FeedScope()
  /// The innermost container.
  private var level = Level()
  /// The enclosing containers, outermost first.
  private var outer: [Level] = []
  private var found: [Finding] = []

  /// An envelope and the keys seen in it.
  private struct Envelope {
    let offset: Int
    var keys: Set<String> = []
  }

  /// One level of nested containers.
  private struct Level {
    /// The cards of the current array or envelope.
    var container = FeedScope()
    var envelope: Envelope?
    /// The pointer to the value that contains the records; empty at depth 0.
    var path = ""
    /// Whether that value is a string, inside of which pointers cannot address anything.
    var isInString = false
  }

  /// The maximum number of keys to compare in an envelope.
  private static let keyLimit = 1000

  /// The offset of the current array or envelope in the input; nil outside of one.
  package private(set) var containerOffset: Int?

  /// Creates a checker that has not seen any card.
  package init(_ plan: CheckPlan) {
    self.plan = plan
    comparedIDs = plan.runs(.duplicateID) ? plan.settings.maximumComparedIDs : 0
  }

  /// Starts another input, whose cards are compared only with each other.
  package mutating func beginInput() { self = FeedChecker(plan) }

  /// Takes the next batch and calls `report` with its findings in input order.
  package mutating func take(
    _ batch: borrowing CheckedBatch, _ end: BlockEnd, report: (consuming Finding) throws -> Void
  ) rethrows {
    var next = 0
    for entry in batch.entries {
      if outer.count > entry.place.depth { leave(to: entry.place.depth) }
      compare(entry, batch)
      let ofOrder = found.count
      while next < entry.findingsEnd {
        var finding = batch.sink.findings[next]
        next += 1
        if isRepeated(finding) { continue }
        complete(&finding, entry)
        if ofOrder == 0 { try report(consume finding) } else { found.append(consume finding) }
      }
      if ofOrder == 0 { continue }
      for finding in found.sorted(by: { $0.precedes($1) }) { try report(finding) }
      found.removeAll(keepingCapacity: true)
    }
    records += end.records
    elements = end.elements.added(to: elements)
  }

  /// Sets the SDKs whose requirements are checked from now on.
  package mutating func use(_ profiles: [Profile]) { plan.settings.profiles = profiles }

  /// Returns whether a finding repeats that the input is recognized but not checked.
  private mutating func isRepeated(_ finding: Finding) -> Bool {
    guard finding.rule == .requestNotChecked, !plan.isCounting else { return false }
    defer { isUnchecked = true }
    return isUnchecked
  }

  private func complete(_ finding: inout Finding, _ entry: CheckedBatch.Entry) {
    if entry.place.record > 0 { finding.record = entry.place.record + records }
    guard !plan.isCounting else { return }
    let prefix = prefix(entry.place)
    if !prefix.isEmpty { finding.pointer = prefix + finding.pointer }
  }

  /// Returns the pointer to the document at `place`.
  private func prefix(_ place: RecordPlace) -> String {
    guard let element = place.element, !level.isInString else { return level.path }
    let isContinued = place.isContinued && place.depth < elements.count
    let index = element + (isContinued ? elements[place.depth] : 0)
    return level.path + (place.arrayKey.map { "/\($0.name)/" } ?? "/") + "\(index)"
  }

  /// Enters a nested container.
  ///
  /// If its pointer would be too long, keeps that of the enclosing container.
  private mutating func enter(_ entry: CheckedBatch.Entry, _ key: String, isString: Bool) {
    outer.append(level)
    level.container = FeedScope()
    level.envelope = nil
    guard !level.isInString else { return }
    let inner = prefix(entry.place) + (key.isEmpty ? "" : "/" + JSONPointer.escaped(key))
    if inner.utf8.count <= JSONPointer.limit { level.path = inner }
    level.isInString = isString
  }

  /// Leaves containers until only `depth` are open.
  private mutating func leave(to depth: Int) {
    while outer.count > depth, let last = outer.popLast() { level = last }
  }

  // MARK: Findings that depend on earlier cards

  private mutating func compare(_ entry: CheckedBatch.Entry, _ batch: borrowing CheckedBatch) {
    switch entry.event {
    case .other: break
    case .begin(let offset, let isEnvelope):
      level.container.removeAll()
      containerOffset = offset
      level.envelope = isEnvelope ? Envelope(offset: offset) : nil
    case .member(let key, let place, let isRead):
      compare(batch.texts.view.slice(key).text, place, isRead: isRead)
    case .end(let offset): end(at: offset)
    case .inside(let key, let isString):
      enter(entry, batch.texts.view.slice(key).text, isString: isString)
    case .card(let card): compare(card, of: entry, in: batch)
    }
  }

  /// Reports a duplicate id or campaign of a card, and whether its feed has too many cards.
  private mutating func compare(
    _ card: CheckedBatch.CheckedCard, of entry: CheckedBatch.Entry, in batch: borrowing CheckedBatch
  ) {
    let (record, isInFeed) = (entry.place.record + records, entry.place.element != nil)
    let limit = plan.settings.maximumCards
    if isInFeed, level.container.count(card, limit: limit) {
      let message = "more than \(limit) unexpired cards; Braze removes the oldest"
      add(.tooManyCards, message, at: card.range, pointer: prefix(entry.place), record: record)
    }
    let (id, campaign) = (card.id, card.campaign)
    let comparison =
      isInFeed
      ? level.container.compare(id: id, campaign: campaign, record: record, limit: comparedIDs)
      : bare.compare(id: id, campaign: campaign, record: record, limit: comparedIDs)
    func note(_ rule: Rule, severity: Severity? = nil, _ message: String) {
      add(
        rule, severity: severity, message, at: card.idRange,
        pointer: prefix(entry.place) + (entry.place.string == nil ? "/\(card.idKey)" : ""),
        record: record, cardID: batch.texts.view.slice(card.idText).text)
    }
    if let first = comparison.sameID {
      let message = "duplicate id, first used by card \(first)"
      note(.duplicateID, severity: isInFeed ? .error : .warning, message)
    }
    if comparison.isLast {
      note(
        .duplicateID, severity: .info,
        "ids are not compared after this card: there are more than \(comparedIDs)")
    }
    if let first = comparison.sameCampaign {
      note(.sameCampaign, "same campaign as card \(first), which has a different id")
    }
  }

  /// Adds a finding unless its rule is off.
  private mutating func add(
    _ rule: Rule, severity: Severity? = nil, _ message: String, at range: Range<Int>,
    pointer: String = "", record: Int? = nil, cardID: String? = nil
  ) {
    guard plan.runs(rule) else { return }
    found.append(
      Finding(
        of: rule, severity: severity, message: message, at: range, pointer: pointer, record: record,
        cardID: cardID))
  }

  private mutating func compare(_ key: String, _ range: Range<Int>, isRead: Bool) {
    guard let count = level.envelope?.keys.count, count < FeedChecker.keyLimit else { return }
    guard level.envelope?.keys.insert(key).inserted == false else {
      guard count + 1 == FeedChecker.keyLimit else { return }
      return add(
        .duplicateKey, severity: .info,
        "keys of the envelope are not compared after this one, number \(count + 1)",
        at: range)
    }
    let result = isRead ? "all of its cards are read" : "the last value wins"
    add(
      .duplicateKey, "duplicate key \(MessageText.quoted(key)); \(result)", at: range,
      pointer: level.path + (level.isInString ? "" : "/" + JSONPointer.escaped(key)))
  }

  private mutating func end(at offset: Int) {
    level.container.removeAll()
    containerOffset = nil
    guard let ended = level.envelope else { return }
    level.envelope = nil
    let isSync = ended.keys.contains(CardsKey.cards.name.description)
    guard plan.settings.profiles.contains(.brazeSwift), isSync else { return }
    let missing = ["last_full_sync_at", "last_card_updated_at"].filter { !ended.keys.contains($0) }
    guard !missing.isEmpty else { return }
    let list = missing.map { "\"\($0)\"" }.joined(separator: " and ")
    add(
      .watermarkMissing, "the sync response lacks \(list); the Swift SDK rejects it",
      at: ended.offset..<ended.offset + 1)
  }
}
