/// A line as typed into a shell, split into leading assignments and words.
///
/// Single quotes, double quotes with backslash, and backslashes outside quotes work as in a POSIX
/// shell. There are no variables, patterns or pipes. `$'…'` supports `\n`, `\t`, `\xHH` and `\\`.
struct CommandLineWords: Equatable {
  /// The assignments `NAME=value` before the first other word.
  var environment: [String: String] = [:]
  /// The words after them.
  var words: [String] = []

  /// The reason why a line cannot be parsed.
  struct Mistake: Error, Equatable { let reason: String }

  init(_ line: String) throws(Mistake) {
    var rest = Array(line.utf8)[...]
    while let word = try CommandLineWords.word(&rest) {
      if words.isEmpty, let equals = word.firstIndex(of: "="), equals != word.startIndex,
        word[..<equals].allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber })
      {
        environment[String(word[..<equals])] = String(word[word.index(after: equals)...])
      } else {
        words.append(word)
      }
    }
  }

  /// Removes and returns the next word; nil at the end of the line.
  private static func word(_ rest: inout ArraySlice<UInt8>) throws(Mistake) -> String? {
    while let first = rest.first, first == 0x20 || first == 0x0A { rest.removeFirst() }
    if rest.isEmpty { return nil }
    var word: [UInt8] = []
    while let byte = rest.popFirst(), byte != 0x20, byte != 0x0A {
      switch byte {
      case UInt8(ascii: "'"): word += try quoted(&rest, by: byte, escapes: false)
      case UInt8(ascii: "\""): word += try quoted(&rest, by: byte, escapes: true)
      case UInt8(ascii: "$") where rest.first == UInt8(ascii: "'"):
        rest.removeFirst()
        word += decoded(try quoted(&rest, by: UInt8(ascii: "'"), escapes: false))
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { throw Mistake(reason: "backslash at the end") }
        word.append(next)
      default: word.append(byte)
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static func quoted(_ rest: inout ArraySlice<UInt8>, by quote: UInt8, escapes: Bool)
    throws(Mistake) -> [UInt8]
  {
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote { return text }
      if escapes, byte == UInt8(ascii: "\\"), let next = rest.first,
        [quote, byte, UInt8(ascii: "$")].contains(next)
      {
        rest.removeFirst()
        text.append(next)
      } else {
        text.append(byte)
      }
    }
    throw Mistake(reason: "a quote is not closed")
  }

  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        result.append(UInt8(digits, radix: 16) ?? 0x3F)
        rest = rest.dropFirst(2)
      default: result.append(escape)
      }
    }
    return result
  }
}
