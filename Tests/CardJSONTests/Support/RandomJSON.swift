import TestSupport

/// Writes random JSON: every kind of token, nested, with whitespace wherever it is allowed.
struct RandomJSON {
  var numbers: SeededNumbers
  private var bytes: [UInt8] = []

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// The next text.
  mutating func text() -> [UInt8] {
    bytes = []
    space()
    value(depth: 0)
    space()
    return bytes
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func space() { write(pick(["", "", "", "", " ", "\n", "\t", "\r\n", "    "])) }

  private mutating func value(depth: Int) {
    switch Int.random(in: 0..<(depth > 5 ? 8 : 12), using: &numbers) {
    case 0: write("true")
    case 1: write("false")
    case 2: write("null")
    case 3, 4: number()
    case 5, 6, 7: string()
    case 8, 9: members("{", "}", depth) { $0.member(depth: depth) }
    default: members("[", "]", depth) { $0.value(depth: depth + 1) }
    }
  }

  private mutating func member(depth: Int) {
    string()
    space()
    write(":")
    space()
    value(depth: depth + 1)
  }

  private mutating func members(
    _ open: String, _ close: String, _ depth: Int, _ body: (inout RandomJSON) -> Void
  ) {
    write(open)
    space()
    for place in 0..<Int.random(in: 0...5, using: &numbers) {
      if place > 0 {
        write(",")
        space()
      }
      body(&self)
      space()
    }
    write(close)
  }

  private mutating func number() {
    write(pick(["", "", "-"]))
    write(pick(["0", "7", "10", "1701861950", "123456789012345678901234567890"]))
    write(pick(["", "", "", ".0", ".5", ".000000001", ".123456789123456789"]))
    write(pick(["", "", "", "e0", "E5", "e-3", "e+12"]))
  }

  private static let pieces = [
    "a", "coffee", " ", "/", ",", "{", "}", "[", "]", ":", "é", "日本", "😀", "\u{7F}", "\u{FFFD}",
    "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u00e9", "\\u0000",
    "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\ud83d\\u0041", "\\uD83D\\n", "\\uFFFF",
  ]

  private mutating func string() {
    write("\"")
    for _ in 0..<Int.random(in: 0...12, using: &numbers) { write(pick(RandomJSON.pieces)) }
    write("\"")
  }
}
