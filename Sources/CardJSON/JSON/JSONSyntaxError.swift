/// An error that makes bytes invalid JSON, with its position.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The kinds of errors, as `description` words them.
  public enum Reason: Equatable, Sendable {
    case expectedValue, expectedKey, expectedColon, expectedCommaOrBrace, expectedCommaOrBracket
    case trailingComma, controlCharacter, invalidEscape, invalidUnicodeEscape, invalidUTF8
    case leadingZero, expectedDigit, invalidLiteral
    /// Liquid outside of a string.
    case liquid
    /// Containers are nested deeper than `JSONScanner.depthLimit`.
    case tooDeep
    /// Something follows the end of the text.
    case unexpectedText
    /// The input ends inside a value.
    case unexpectedEnd
    /// The text is longer than `TapeWord.maximumExtent` bytes.
    case tooLong
    /// The scan stopped where it was told to (`JSONScanner.stopCount`).
    case stopped
  }

  /// The kind of error.
  public let reason: Reason
  /// The byte offset of the first invalid byte, from the start of the scanned bytes.
  public let offset: Int
  /// The byte at the offset; nil at the end of the input.
  public let found: UInt8?

  /// The common mistake that is the reason for the error; nil for other errors.
  package private(set) var mistake: JSONMistake?

  /// Creates an error at `offset` of the scanned bytes, whose scan began at `start`.
  package init(_ reason: Reason, at offset: Int, in bytes: ByteView, from start: Int = 0) {
    let isTag = offset < bytes.count && JSONSyntaxError.isLiquid(bytes, at: offset + 1)
    (self.reason, self.offset) = (isTag ? .liquid : reason, offset)
    found = offset < bytes.count ? bytes[offset] : nil
    mistake =
      found == nil || isTag ? nil : JSONMistake(reason, at: offset, in: bytes, from: start)
  }

  /// Creates the error that the input ends at `offset`.
  init(endAt offset: Int, isInString: Bool) {
    self.init(.unexpectedEnd, offset: offset, found: nil)
    if isInString { mistake = .openString }
  }

  /// Creates an error at `offset`.
  public init(_ reason: Reason, offset: Int, found: UInt8?) {
    (self.reason, self.offset, self.found, mistake) = (reason, offset, found, nil)
  }
}

extension JSONSyntaxError {
  /// Whether two errors are equal, as far as the bytes up to their offset tell.
  public static func == (left: JSONSyntaxError, right: JSONSyntaxError) -> Bool {
    (left.reason, left.offset, left.found) == (right.reason, right.offset, right.found)
  }

  /// The error without edits, for bytes that are not a part of the input.
  package var withoutFix: JSONSyntaxError {
    var error = self
    error.mistake?.fix = []
    return error
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The message: lower case, without a full stop, with what was expected and what was found.
  public var description: String {
    if let mistake { return mistake.message }
    return switch reason {
    case .expectedValue: "expected a value, found " + foundText
    case .expectedKey: "expected a key in double quotes, found " + foundText
    case .liquid: "found Liquid outside of a string, as in a template"
    case .expectedColon: "expected \":\" after the key, found \(foundText)"
    case .expectedCommaOrBrace: "expected \",\" or \"}\", found \(foundText)"
    case .expectedCommaOrBracket: "expected \",\" or \"]\", found \(foundText)"
    case .trailingComma: "a comma before \(foundText): JSON allows no trailing comma"
    case .controlCharacter: "\(foundText) inside a string: \(escapeAdvice)"
    case .invalidEscape: "\(foundText) after a backslash is not a JSON escape"
    case .invalidUnicodeEscape: "expected four hexadecimal digits after \"\\u\", found \(foundText)"
    case .invalidUTF8: "\(foundText) is not valid UTF-8 here"
    case .leadingZero: "a number must not have leading zeros"
    case .expectedDigit: "expected a digit in a number, found \(foundText)"
    case .invalidLiteral: "expected true, false or null"
    case .tooDeep: "nested deeper than \(JSONScanner.depthLimit) levels"
    case .unexpectedText: "expected the end of the text, found \(foundText)"
    case .unexpectedEnd: "the input ends inside a value"
    case .stopped: "an array that is read by itself"
    case .tooLong: "longer than \(TapeWord.maximumExtent) bytes"
    }
  }

  /// Whether `offset`, where a key is expected, is the second byte of Liquid's `{{` or `{%`.
  public static func isLiquid(_ bytes: ByteView, at offset: Int) -> Bool {
    guard offset > 0, offset < bytes.count, bytes[offset - 1] == UInt8(ascii: "{") else {
      return false
    }
    return bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "%")
  }

  private var escapeAdvice: String {
    switch found ?? 0 {
    case 0x0A: return "close the string, or write the line break as \\n"
    case 0x09: return "write it as \\t"
    case 0x0D: return "write it as \\r"
    case let byte: return "write it as \\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }

  /// The invalid byte in words: `"<"`, `a tab`, `the end of the input`.
  public var foundText: String {
    guard let found else { return "the end of the input" }
    switch found {
    case 0x0A: return "a line break"
    case 0x09: return "a tab"
    case 0x0D: return "a carriage return"
    case 0x27: return "a single quote"
    case 0x22: return "a double quote"
    case 0x2F: return "\"/\": JSON has no comments"
    case 0x21...0x7E: return "\"" + String(UnicodeScalar(found)) + "\""
    default:
      let digits = String(found, radix: 16, uppercase: true)
      return "the byte 0x" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}
