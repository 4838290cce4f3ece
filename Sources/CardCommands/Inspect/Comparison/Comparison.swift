import CardProcessing
import CardJSON
import ContentCardKit
import CardPlatform

/// Keeps the cards of the older feed, and compares those of the newer one with them.
///
/// Memory grows with the cards of the older feed, and with the ids of the newer one. The first card
/// of an id counts on either side, as with `filter --unique`. A removed card on one side only was in
/// neither feed, and that is not a change.
final class Comparison: BatchObserver {
  /// The numbers of cards.
  struct Counts: Equatable {
    var added = 0
    var removed = 0
    /// Cards that an incremental response does not have.
    var absent = 0
    var changed = 0
    var unchanged = 0
    /// Cards with a duplicate id on the same side.
    var repeated = 0
    var withoutID = 0
  }

  private let format: InspectFormat
  private let style: TextStyle
  private var comparer: CardComparer
  private var old = CardSnapshots()
  /// The ids of the older feed, whose numbers are those of the cards in `old`.
  private var oldIDs = TextNumbers()
  private var isSeen: [Bool] = []
  private var newIDs = TextNumbers()
  private var isReadingOld = true
  /// Whether the newer input has an incremental sync response.
  private var isIncremental = false

  /// The histories of the cards, if the inputs are merged; they state why a card was removed.
  var histories: CardHistories?

  /// The results so far.
  private(set) var counts = Counts()

  /// A comparison that is printed as lines or as JSON objects.
  init(typeKey: String, _ format: InspectFormat, _ style: TextStyle) {
    comparer = CardComparer(typeKey: typeKey)
    self.format = format
    self.style = style
  }

  /// Says that what follows is the newer feed.
  func beginNew() {
    isReadingOld = false
    isSeen = [Bool](repeating: false, count: old.entries.count)
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let snapshots: HeldContent<CardSnapshots> = batch.content()
    counts.withoutID += snapshots.value.withoutID
    if !isReadingOld, snapshots.value.isIncremental { isIncremental = true }
    for entry in snapshots.value.entries {
      let isFirst =
        isReadingOld
        ? keep(entry, of: snapshots.value) : compare(entry, of: snapshots.value, &batch)
      if !isFirst { counts.repeated += 1 }
    }
  }

  /// Keeps a card of the older feed; false for a duplicate id.
  private func keep(_ entry: CardSnapshots.Entry, of part: borrowing CardSnapshots) -> Bool {
    guard oldIDs.number(of: part.id(of: entry)) == old.entries.count else { return false }
    old.append(entry, of: part)
    return true
  }

  /// Compares a card of the newer feed; false for a duplicate id.
  private func compare(
    _ entry: CardSnapshots.Entry, of part: borrowing CardSnapshots, _ batch: inout Batch
  ) -> Bool {
    let (id, json) = (part.id(of: entry), part.json(of: entry))
    guard let place = oldIDs.find(id) else {
      let known = newIDs.count
      guard newIDs.number(of: id) == known else { return false }
      guard !entry.isRemoved else {
        counts.unchanged += 1
        return true
      }
      counts.added += 1
      write(.added, (id, part.title(of: entry)), card: json, to: &batch.output)
      return true
    }
    guard !isSeen[place] else { return false }
    isSeen[place] = true
    let before = old.entries[place]
    let changes = comparer.changes(
      from: old.json(of: before), to: json, shapes: (before.shape, entry.shape))
    if changes.isEmpty {
      counts.unchanged += 1
    } else {
      counts.changed += 1
      write(.changed, (id, part.title(of: entry)), changes, to: &batch.output)
    }
    return true
  }

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {
    guard !isReadingOld else { return }
    var output = ByteBuffer()
    for place in isSeen.indices where !isSeen[place] {
      let entry = old.entries[place]
      guard !entry.isRemoved else {
        counts.unchanged += 1
        continue
      }
      if isIncremental { counts.absent += 1 } else { counts.removed += 1 }
      self.write(
        isIncremental ? .absent : .removed, (old.id(of: entry), old.title(of: entry)),
        card: old.json(of: entry), to: &output)
      if output.count > Comparison.writeSize {
        try write(output.view)
        output.removeAll()
      }
    }
    try write(output.view)
  }

  /// The number of bytes to write at a time.
  private static let writeSize = 1 << 16
}

// The output of differences.
extension Comparison {
  private enum Kind: String { case added, removed, absent, changed }

  /// Writes a card that is on one side only, in cardctl's own form, or the changes of one that is
  /// on both.
  private func write(
    _ kind: Kind, _ name: (id: ByteView, title: ByteView), card: ByteView? = nil,
    _ changes: [FieldChange] = [],
    to output: inout ByteBuffer
  ) {
    let reason = kind == .removed ? histories?.verdict(onAbsentCard: name.id) : nil
    guard format == .json else {
      output.append(line(kind, name))
      if let reason {
        let words = style.shown(reason.words(ofFeed: 0))
        output.append("  " + style.folded(words, from: 2, indent: 4) + "\n")
      }
      for change in changes { output.append(lines(change)) }
      return
    }
    output.append(",\n")
    output.json { json in
      json.object { object in
        object.add("change", kind.rawValue)
        object.add("id", text: name.id)
        if card == nil, name.title.count > 0 { object.add("title", text: name.title) }
        if let reason {
          object.add("reason", reason.reason.rawValue)
          if let since = reason.since { object.add("since", milliseconds: since) }
        }
        if let card { return object.add("card", json: card) }
        object.objects("fields", changes) { row, change in
          row.add("field", change.name)
          if let old = change.old { row.add("old", json: old) }
          if let new = change.new { row.add("new", json: new) }
        }
      }
    }
  }

  private func line(_ kind: Kind, _ name: (id: ByteView, title: ByteView)) -> String {
    let paint: TextStyle.Paint =
      switch kind {
      case .added: .good
      case .removed: .bad
      case .changed, .absent: .notable
      }
    let width = "unchanged".utf8.count
    let title = name.title.text.cut(toScalars: Comparison.titleLength)
    let words = name.id.text + (title.isEmpty ? "" : "  \"\(title)\"")
    return style.paint(DisplayWidth.padded(kind.rawValue, to: width), paint)
      + style.folded(style.shown(words), from: width, indent: width) + "\n"
  }

  /// The number of characters of a title to show.
  private static let titleLength = 60

  private func lines(_ change: FieldChange) -> String {
    func line(_ mark: String, _ value: [UInt8]?, _ paint: TextStyle.Paint) -> String {
      guard let value else { return "" }
      let text = style.shown(String(decoding: value, as: UTF8.self))
      let words = "\(mark) \(style.shown(change.name)): \(text)"
      return "  " + style.folded(words, from: 2, indent: 4, paint) + "\n"
    }
    return line("-", change.old, .bad) + line("+", change.new, .good)
  }

  /// The closing line, with its line end.
  var summary: String {
    var text =
      "\(counts.added) added, \(counts.removed) removed, \(counts.changed) changed, "
      + "\(counts.unchanged) unchanged"
    if counts.repeated > 0 { text += ", \(counted(counts.repeated, "duplicate id"))" }
    if isIncremental { text += ", \(counts.absent) absent" }
    if counts.withoutID > 0 { text += ", \(counts.withoutID) without an id" }
    text += "\n"
    if isIncremental {
      text +=
        "the newer response is incremental (full_sync: false): absent cards were not removed\n"
    }
    return text
  }

  /// Appends `,"summary":{…}` and the end of the object that began with the changes.
  func appendSummary(to output: inout ByteBuffer) {
    output.json(isContinued: true) { json in
      json.object("summary") { object in
        object.add("added", counts.added)
        object.add("removed", counts.removed)
        object.add("absent", counts.absent)
        object.add("incremental", isIncremental)
        object.add("changed", counts.changed)
        object.add("unchanged", counts.unchanged)
        object.add("repeated_ids", counts.repeated)
        object.add("without_id", counts.withoutID)
      }
      json.end("}")
      json.endText()
    }
  }
}
