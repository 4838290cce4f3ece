import CardJSON
import Testing

/// The well-formed byte sequences of UTF-8 (The Unicode Standard, table 3-7), and all others.
struct UTF8Tests {
  /// One row of the table: for each byte of the sequence the range it may have.
  typealias Row = [ClosedRange<UInt8>]

  static let rows: [Row] = [
    [0xC2...0xDF, 0x80...0xBF],
    [0xE0...0xE0, 0xA0...0xBF, 0x80...0xBF],
    [0xE1...0xEC, 0x80...0xBF, 0x80...0xBF],
    [0xED...0xED, 0x80...0x9F, 0x80...0xBF],
    [0xEE...0xEF, 0x80...0xBF, 0x80...0xBF],
    [0xF0...0xF0, 0x90...0xBF, 0x80...0xBF, 0x80...0xBF],
    [0xF1...0xF3, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF],
    [0xF4...0xF4, 0x80...0x8F, 0x80...0xBF, 0x80...0xBF],
  ]

  private func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x22, 0x61] + bytes + [0x62, 0x22] }

  /// Every combination of the ends of the ranges of `row`.
  private func corners(_ row: Row) -> [[UInt8]] {
    row.reduce([[]]) { sequences, range in
      sequences.flatMap { [$0 + [range.lowerBound], $0 + [range.upperBound]] }
    }
  }

  @Test("the ends of every range of the table are well-formed", arguments: rows)
  func wellFormed(row: Row) {
    for sequence in corners(row) {
      let text = quoted(sequence)
      #expect(scan(text) == .value(end: text.count), "\(sequence)")
    }
  }

  @Test("one step beyond a range of the table is ill-formed", arguments: rows)
  func illFormed(row: Row) {
    for sequence in corners(row) {
      for place in 1..<row.count {
        for byte in [row[place].lowerBound - 1, row[place].upperBound &+ 1] {
          var wrong = sequence
          wrong[place] = byte
          let text = quoted(wrong)
          let error = JSONSyntaxError(.invalidUTF8, offset: 2, found: wrong[0])
          #expect(scan(text) == .invalid(error), "\(wrong)")
        }
      }
    }
  }

  @Test("only the lead bytes of the table begin a sequence")
  func leads() {
    let good = Set(UTF8Tests.rows.flatMap { Array($0[0]) })
    for lead in UInt8(0x80)...0xFF where !good.contains(lead) {
      let text = quoted([lead, 0x80, 0x80, 0x80])
      let error = JSONSyntaxError(.invalidUTF8, offset: 2, found: lead)
      #expect(scan(text) == .invalid(error), "\(lead)")
    }
    #expect(good.count == 0xF4 - 0xC2 + 1)
  }

  @Test("all pairs of bytes agree with the standard library")
  func pairs() {
    for lead in UInt8(0x80)...0xFF {
      for second in UInt8(0x80)...0xFF {
        for tail in [[], [0x80], [0x80, 0x80]] as [[UInt8]] {
          let bytes = [lead, second] + tail
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          #expect(isValidJSON(quoted(bytes)) == isValid, "\(bytes)")
        }
      }
    }
  }

  @Test("a truncated sequence is incomplete, but an invalid one is not")
  func cut() {
    for sequence in ["é", "日", "😀"] {
      let bytes = [0x22] + Array(sequence.utf8)
      for count in 2..<bytes.count {
        #expect(scan(Array(bytes[..<count]), isFinal: false) == .incomplete)
      }
    }
    let wrong: [[UInt8]] = [
      [0xE0, 0x80], [0xED, 0xA0], [0xF0, 0x8F], [0xF4, 0x90, 0x80], [0xC3, 0x41],
    ]
    for bytes in wrong {
      let error = JSONSyntaxError(.invalidUTF8, offset: 1, found: bytes[0])
      #expect(scan([0x22] + bytes, isFinal: false) == .invalid(error), "\(bytes)")
    }
  }

  @Test("rejects non-ASCII bytes outside strings")
  func outside() {
    #expect(!isValidJSON(Array("[é]".utf8)))
    #expect(!isValidJSON([0x5B, 0x31, 0xC2, 0xA0, 0x5D]))
  }
}
