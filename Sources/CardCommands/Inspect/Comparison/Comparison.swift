import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// The cards of a block that are compared with those of another feed.
struct ComparedCards: BlockContent {
  /// The cards that have an id.
  var cards: [(id: [UInt8], copy: CardCopy)] = []
  /// The number of cards without an id.
  var withoutID = 0
  /// Whether a response is incremental, so that absent cards were not removed.
  var isIncremental = false
}

/// Copies the cards of a block.
struct ComparisonProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var part: HeldContent<ComparedCards> { mutating get { batch.content() } }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard let id = card.text(.id) else { return part.value.withoutID += 1 }
    part.value.cards.append((id.withText { $0.array }, CardCopy(card)))
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    guard case .member(let key, let value?, _) = event else { return }
    if ResponseMember(key: key, value) == .isFull(false) { part.value.isIncremental = true }
  }
}

/// Stores the cards of the older feed, and compares those of the newer feed with them.
///
/// Memory grows with the cards of the older feed and the ids of the newer one. In both feeds, the
/// first card of each id is used, as with `filter --unique`. A tombstone that is in only one of the
/// feeds is not a change, because the card is in neither.
final class Comparison: RunObserver {
  /// The result for a card; `absent` means that it is not in a newer incremental response.
  private enum Kind: String { case added, removed, absent, changed, unchanged }

  /// The style of lines; nil for JSON objects.
  private let style: TextStyle?
  private var comparer: CardComparer
  /// The cards of the older feed, by the numbers of the ids.
  private var old: [CardCopy] = []
  /// The ids of the older feed, followed by those that are only in the newer one.
  private var ids = TextNumbers()
  /// Whether the newer feed has the id with this number.
  private var isNew: [Bool] = []
  private var isIncremental = false
  private var counts: [Kind: Int] = [:]
  /// The number of cards with a duplicate id in the same feed, and of cards without an id.
  private var repeated = 0
  private var withoutID = 0
  /// The histories of the newer feed, which explain why a card was removed if the inputs are
  /// merged; nil while the older feed is read.
  var histories: CardHistories?
  private var isReadingOld: Bool { histories == nil }

  /// Creates a comparison that is written as lines in `style`, or as JSON objects if nil.
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
    write(changes.isEmpty ? .unchanged : .changed, number, of: copy, changes: changes, to: &output)
  }

  /// Writes the cards that are only in the older feed.
  func end(_ stream: OutputStream) throws(SystemFailure) {
    var output = ByteBuffer()
    for number in old.indices where !isNew[number] {
      let kind: Kind = old[number].isRemoved ? .unchanged : isIncremental ? .absent : .removed
      self.write(kind, number, of: old[number], to: &output)
      if output.count > Comparison.writeSize {
        try stream.writeRows(output.view)
        output.removeAll()
      }
    }
    try stream.writeRows(output.view)
  }

  private static let writeSize = 1 << 16

  // MARK: The output

  /// Counts the result for a card and writes it, unless it is unchanged.
  ///
  /// In JSON, a card that is in only one feed is written in cardctl's own shape, one that is in
  /// both with its changes.
  private func write(
    _ kind: Kind, _ number: Int, of copy: CardCopy, changes: [FieldChange] = [],
    to output: inout ByteBuffer
  ) {
    counts[kind, default: 0] += 1
    guard kind != .unchanged, let card = comparer.card(copy) else { return }
    let reason = kind == .removed ? histories?.verdict(onAbsentCard: ids[number]) : nil
    guard let style else {
      return output.jsonLine { object in
        object.add("change", kind.rawValue)
        object.add("id", text: ids[number])
        if kind == .changed, let title = card.heading { object.add("title", .text(title)) }
        reason?.addReason(to: &object)
        guard kind == .changed else { return object.addCard("card", card) }
        object.objects("fields", changes) { $1.add(to: &$0) }
      }
    }
    let title = card.heading.map { "  \"\($0.string.cut(toScalars: Comparison.titleLength))\"" }
    let paint: TextStyle.Paint = kind == .added ? .good : kind == .removed ? .bad : .highlighted
    let width = Kind.unchanged.rawValue.utf8.count
    let words = style.escaped(ids[number].text + (title ?? ""))
    output.append(style.paint(DisplayWidth.padded(kind.rawValue, to: width), paint))
    output.append(style.folded(words, from: width, indent: width) + "\n")
    if let reason { output.append(style.line(reason.words, after: 2, indent: 4)) }
    for change in changes {
      let values: [(String, FieldValue?, TextStyle.Paint)] = [
        ("-", change.old, .bad), ("+", change.new, .good),
      ]
      for case (let sign, let value?, let paint) in values {
        let words = "\(sign) \(change.name): \(value.json)"
        output.append(style.line(words, after: 2, indent: 4, paint))
      }
    }
  }

  private static let titleLength = 60

  /// The counts, as text on a line.
  var summary: View {
    func row(_ kind: Kind, isShown: Bool = true) -> View.Row {
      let count = counts[kind] ?? 0
      return View.Row(
        name: kind.rawValue, value: isShown ? "\(count) \(kind.rawValue)" : "", json: "\(count)")
    }
    var view = View()
    view.add(
      "", as: .members,
      rows: [
        row(.added), row(.removed), row(.changed), row(.unchanged),
        row(.absent, isShown: isIncremental),
        View.Row(name: "incremental", json: "\(isIncremental)"),
        View.Row(
          name: "repeated_ids", value: repeated > 0 ? counted(repeated, "duplicate id") : "",
          json: "\(repeated)"), .count("without_id", withoutID, "without an id"),
      ])
    if isIncremental {
      view.ending =
        "the newer response is incremental (full_sync: false): absent cards were not removed\n"
    }
    return view
  }
}
