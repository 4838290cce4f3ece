import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// The cards of a block, to compare them with those of another feed.
struct ComparedCards {
  /// The cards that have an id.
  var cards: [(id: [UInt8], copy: CardCopy)] = []
  /// The number of cards without an id.
  var withoutID = 0
  /// Whether a response is incremental: cards that it does not have were not removed.
  var isIncremental = false
}

/// Copies the cards of a block.
struct ComparisonProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var part: HeldContent<ComparedCards> { batch.content() }

  static func makeContent() -> BatchContent {
    HeldContent(ComparedCards()) { $0 = ComparedCards() }
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard let id = card.text(.id) else { return part.value.withoutID += 1 }
    part.value.cards.append((id.withText { $0.array }, CardCopy(card)))
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    guard case .member(let key, let value?, _) = event else { return }
    if ResponseMember(key: key, value) == .isFull(false) { part.value.isIncremental = true }
  }
}

/// Keeps the cards of the older feed, and compares those of the newer one with them.
///
/// Memory grows with the cards of the older feed, and with the ids of the newer one. On both sides
/// the first card of an id is used, as with `filter --unique`. A removed card on one side only was
/// in neither feed, so it is not a change.
final class Comparison: RunObserver {
  /// How a card differs; absent is one that an incremental response does not have.
  private enum Kind: String { case added, removed, absent, changed, unchanged }

  /// The style of lines; nil for JSON objects.
  private let style: TextStyle?
  private var comparer: CardComparer
  private let writer = ShapeWriter(.card)
  /// The older feed, by the numbers of the ids.
  private var old: [CardCopy] = []
  /// The ids of the older feed, then those that only the newer one has.
  private var ids = TextNumbers()
  /// Whether the newer feed has the id with this number.
  private var isNew: [Bool] = []
  private var isIncremental = false
  private var counts: [Kind: Int] = [:]
  /// The number of cards with a duplicate id on the same side, and of those without an id.
  private var repeated = 0
  private var withoutID = 0
  /// The histories of the newer feed, which state why a card was removed if the inputs are merged;
  /// nil while the older feed is read.
  var histories: CardHistories?
  private var isReadingOld: Bool { histories == nil }

  /// Creates a comparison that is printed as lines in a style, or as JSON objects.
  init(_ options: CardDecoder.Options, style: TextStyle?) {
    comparer = CardComparer(options)
    self.style = style
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part = (batch.content() as HeldContent<ComparedCards>).value
    withoutID += part.withoutID
    if !isReadingOld, part.isIncremental { isIncremental = true }
    for (id, copy) in part.cards {
      let number = ByteBuffer(id).read { ids.number(of: $0) }
      let isKnown = number < isNew.count
      if !isKnown { isNew.append(!isReadingOld) }
      if isReadingOld {
        if isKnown { repeated += 1 } else { old.append(copy) }
      } else if isKnown, isNew[number] {
        repeated += 1
      } else {
        isNew[number] = true
        compare(number, with: copy, to: &batch.output)
      }
    }
  }

  private func compare(_ number: Int, with copy: CardCopy, to output: inout ByteBuffer) {
    guard number < old.count else {
      return write(copy.isRemoved ? .unchanged : .added, number, of: copy, to: &output)
    }
    let changes = comparer.changes(from: old[number], to: copy)
    write(changes.isEmpty ? .unchanged : .changed, number, of: copy, changes, to: &output)
  }

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    if isReadingOld { return }
    var output = ByteBuffer()
    for number in old.indices where !isNew[number] {
      let kind: Kind = old[number].isRemoved ? .unchanged : isIncremental ? .absent : .removed
      self.write(kind, number, of: old[number], to: &output)
      if output.count > Comparison.writeSize {
        try write(output.view)
        output.removeAll()
      }
    }
    try write(output.view)
  }

  /// The number of bytes to write at a time.
  private static let writeSize = 1 << 16

  // MARK: The output

  /// Counts a card, and writes one that is on one side only, in cardctl's own form, or the changes
  /// of one that is on both.
  private func write(
    _ kind: Kind, _ number: Int, of copy: CardCopy, _ changes: [FieldChange] = [],
    to output: inout ByteBuffer
  ) {
    counts[kind, default: 0] += 1
    guard kind != .unchanged, let card = comparer.card(copy) else { return }
    let reason = kind == .removed ? histories?.verdict(onAbsentCard: ids[number]) : nil
    if let style {
      let title = card.heading?.string ?? ""
      return output.append(lines(kind, ids[number].text, title, reason, changes, style))
    }
    output.append(",\n")
    output.json { json in
      json.object { object in
        object.add("change", kind.rawValue)
        object.add("id", text: ids[number])
        if kind == .changed, let title = card.heading { object.add("title", .text(title)) }
        reason?.addReason(to: &object)
        guard kind == .changed else { return object.add("card") { writer.append(card, to: &$0) } }
        object.objects("fields", changes) { $1.add(to: &$0) }
      }
    }
  }

  private func lines(
    _ kind: Kind, _ id: String, _ title: String, _ reason: CardVerdict?, _ changes: [FieldChange],
    _ style: TextStyle
  ) -> String {
    let paint: TextStyle.Paint = kind == .added ? .good : kind == .removed ? .bad : .notable
    let width = "unchanged".utf8.count
    let words = id + (title.isEmpty ? "" : "  \"\(title.cut(toScalars: Comparison.titleLength))\"")
    var text = style.paint(DisplayWidth.padded(kind.rawValue, to: width), paint)
    text += style.folded(style.shown(words), from: width, indent: width) + "\n"
    func add(_ words: String, _ paint: TextStyle.Paint? = nil) {
      text += style.line(words, after: 2, indent: 4, paint)
    }
    if let reason { add(reason.words) }
    for change in changes {
      if let old = change.old { add("- \(change.name): \(old.json)", .bad) }
      if let new = change.new { add("+ \(change.name): \(new.json)", .good) }
    }
    return text
  }

  /// The number of characters of a title to show.
  private static let titleLength = 60

  private func count(_ kind: Kind) -> Int { counts[kind] ?? 0 }

  /// The closing line, with its line end.
  var summary: String {
    var parts = [Kind.added, .removed, .changed, .unchanged].map { "\(count($0)) \($0)" }
    if repeated > 0 { parts.append(counted(repeated, "duplicate id")) }
    if isIncremental { parts.append("\(count(.absent)) absent") }
    if withoutID > 0 { parts.append("\(withoutID) without an id") }
    let text = parts.joined(separator: ", ") + "\n"
    guard isIncremental else { return text }
    return text
      + "the newer response is incremental (full_sync: false): absent cards were not removed\n"
  }

  /// Adds the counts as members of an object.
  func addSummary(to json: inout JSONWriter) {
    json.add("added", count(.added))
    json.add("removed", count(.removed))
    json.add("absent", count(.absent))
    json.add("incremental", isIncremental)
    json.add("changed", count(.changed))
    json.add("unchanged", count(.unchanged))
    json.add("repeated_ids", repeated)
    json.add("without_id", withoutID)
  }
}
