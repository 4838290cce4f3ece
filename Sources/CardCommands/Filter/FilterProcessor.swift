import CardJSON
import CardProcessing
import ContentCardKit

/// Writes the matching cards, or their ids.
struct FilterProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var matcher: CardMatcher
  private let output: FilterOutput

  init(_ options: FilterOptions, _ selection: CardSelection, in stream: StreamOptions) {
    matcher = CardMatcher(selection, now: stream.now, in: stream.zone)
    output = options.output
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard matcher.matches(card) else { return }
    if output == .ids {
      let start = batch.output.count
      guard appendID(of: card, at: offset) else { return batch.output.truncate(to: start) }
    } else if output == .cards {
      appendBytes(of: card)
      batch.output.append(UInt8(ascii: "\n"))
    }
    batch.endRow(of: card)
  }

  private mutating func appendBytes(of card: Card) {
    let raw = card.raw
    if raw.firstIndex(of: UInt8(ascii: "\n"), from: 0, to: raw.count) == nil {
      batch.output.append(raw)
    } else {
      JSONText.appendCompact(raw, to: &batch.output)
    }
  }

  /// Appends the id as a line; if it cannot be printed, returns false, possibly after appending a
  /// part.
  ///
  /// Cards without an id are counted. An id with a line break would be read as two ids, so it is
  /// reported instead.
  private mutating func appendID(of card: Card, at offset: Int) -> Bool {
    guard let id = card.text(.id) else {
      batch.counts.withoutID += 1
      return false
    }
    let start = batch.output.count
    id.appendText(to: &batch.output)
    let text = batch.output.view
    for index in start..<text.count where text[index] == 0x0A || text[index] == 0x0D {
      let message = "the id contains a line break, and ids are printed one per line"
      batch.add(ReadingProblem(.card(code: "card/id-line-break", message: message), at: offset))
      return false
    }
    batch.output.append(UInt8(ascii: "\n"))
    return true
  }
}
