import CardJSON
import ContentCardKit

@testable import CardProcessing

/// Decodes a carrier in pieces of one size.
struct CarrierDriver: Equatable {
  /// The values, in order; those that are cut end with RS.
  private(set) var values = ""
  /// The ids of the cards in them.
  private(set) var ids: [String] = []
  /// The messages about unreadable values.
  private(set) var messages: [String] = []
  /// The lines of the file in which the lines of the values begin.
  private(set) var lines: [Int] = []
  private(set) var note: String?
  private(set) var state: [StoredState] = []

  init(text: String, step: Int = .max) {
    var carrier = TextCarrier(ReadingOptions(), readsMessages: true)
    decode(text, step, &carrier)
  }

  init(xml: String, step: Int = .max) {
    var carrier = XMLCarrier(ReadingOptions())
    decode(xml, step, &carrier)
  }

  private mutating func decode(
    _ text: String, _ step: Int, _ carrier: inout some CarrierDecoder & ~Copyable
  ) {
    let all = Array(text.utf8)
    var (start, end) = (0, 0)
    while !carrier.isFinished {
      end = step == .max ? all.count : min(end + step, all.count)
      var consumed = 0
      repeat {
        var piece = ByteBuffer(all[start..<end])
        carrier.output.removeAll()
        consumed = carrier.decode(piece.sealed(), isFinal: end == all.count)
        start += consumed
        add(carrier.output)
        if carrier.output.problem != nil { consumed = 1 }
      } while !carrier.isFinished && consumed > 0
    }
    (note, state) = (carrier.output.note, carrier.output.takeStates())
  }

  private mutating func add(_ decoded: borrowing CarrierOutput) {
    let text = decoded.bytes.view.text
    var offset = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      lines.append(decoded.map.line(of: offset))
      offset += line.utf8.count + 1
    }
    values += text
    var bytes = ByteBuffer(text.utf8)
    var reader = CardReader(ReadingOptions(), Collector())
    _ = reader.read(Block(bytes.sealed(), map: decoded.map))
    ids += reader.visitor.ids
    messages += reader.visitor.messages
    if case .carrier(_, let message)? = decoded.problem { messages.append(message) }
  }

  /// Collects the ids of cards, and the messages about broken text.
  private struct Collector: CardVisitor {
    var ids: [String] = []
    var messages: [String] = []

    mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
      card.text(.id)?.withText { ids.append($0.text) }
    }

    mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
      switch problem.reason {
      case .carrier, .syntax: messages.append("\(problem)")
      default: break
      }
    }
  }
}
