import CardJSON
import ContentCardKit

@testable import CardProcessing

/// Decodes a carrier in pieces of one size.
struct CarrierDriver: Equatable {
  /// The values, in order.
  private(set) var values = ""
  /// The messages about unreadable values.
  private(set) var messages: [String] = []
  /// The lines of the file in which the lines of the values begin.
  private(set) var lines: [Int] = []
  private(set) var note: String?
  private(set) var state: [StoredState] = []

  init(text: String, step: Int = .max) {
    var carrier = TextCarrier(ReadingOptions())
    decode(text, step) { bytes, offset, isFinal, decoded in
      let count = carrier.decode(bytes, at: offset, isFinal: isFinal, into: &decoded)
      return (count, carrier.isFinished)
    }
    (note, state) = (carrier.summary.note, carrier.state)
  }

  init(xml: String, step: Int = .max) {
    var carrier = XMLCarrier(ReadingOptions())
    decode(xml, step) { bytes, _, isFinal, decoded in
      let count = carrier.decode(bytes, isFinal: isFinal, into: &decoded)
      return (count, carrier.isFinished)
    }
    (note, state) = (carrier.summary.note, carrier.state)
  }

  private mutating func decode(
    _ text: String, _ step: Int,
    _ take: (ByteView, Int, Bool, inout CarrierText) -> (count: Int, isFinished: Bool)
  ) {
    let all = Array(text.utf8)
    var (start, end) = (0, 0)
    var isFinished = false
    while !isFinished {
      end = step == .max ? all.count : min(end + step, all.count)
      var consumed = 0
      repeat {
        var piece = ByteBuffer(all[start..<end])
        var decoded = CarrierText()
        let result = take(piece.sealed(), start, end == all.count, &decoded)
        consumed = result.count
        isFinished = result.isFinished
        start += consumed
        add(decoded)
        if decoded.problem != nil { consumed = 1 }
      } while !isFinished && consumed > 0
    }
  }

  private mutating func add(_ decoded: borrowing CarrierText) {
    let text = decoded.bytes.view.text
    var offset = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      lines.append(decoded.map.line(of: offset))
      offset += line.utf8.count + 1
    }
    values += text
    if let problem = decoded.problem { messages.append(problem.message) }
  }
}
