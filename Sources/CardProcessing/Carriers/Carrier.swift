import CardJSON

/// The file formats that contain JSON with cards.
///
/// A carrier is decoded before cards are read. Decoders do no I/O.
package enum Carrier: String, CaseIterable, Sendable {
  /// Plain JSON, which is not decoded.
  case json
  /// An HTTP archive.
  case har
  /// Text that contains JSON, such as a log.
  case text
  /// Android's shared preferences and property lists.
  case xml

  /// The number of leading bytes needed to detect a carrier.
  package static let beginningSize = 1 << 12

  /// Detects the carrier of an input from its first bytes.
  ///
  /// - Parameter name: the file name, whose extension may rule out text.
  package init(beginning bytes: ByteView, name: String) {
    let hasMark = ByteView("\u{FEFF}").occurs(at: 0, in: bytes)
    let start = Carrier.skipSpace(bytes, from: hasMark ? 3 : 0)
    let isJSON = Carrier.jsonExtensions.contains(where: name.hasSuffix)
    if Carrier.xmlMarks.contains(where: { ByteView($0).occurs(at: start, in: bytes) }) {
      self = .xml
    } else if Carrier.isHAR(bytes, at: start) {
      self = .har
    } else if !isJSON, Carrier.isLog(bytes, at: start) {
      self = .text
    } else {
      self = .json
    }
  }

  /// Returns whether an input without the marks of a carrier is text that does not begin with JSON:
  /// it has the extension of text, and does not start like JSON or a format with another name.
  package static func isOtherText(beginning bytes: ByteView, name: String) -> Bool {
    guard name.hasSuffix(".log") || name.hasSuffix(".txt") else { return false }
    let start = skipSpace(bytes, from: 0)
    guard start < bytes.count else { return false }
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "<"): return false
    case UInt8(ascii: "["): return isBracketed(bytes, at: start)
    // Compressed files start with control characters, and UTF-16 with a byte order mark.
    case 0x00...0x20, 0xFE, 0xFF: return false
    default: return true
    }
  }

  /// Returns whether the bracket at `start` belongs to a time or a level before a message, not to an
  /// array: the line is wrong before a string or an object begins.
  private static func isBracketed(_ bytes: ByteView, at start: Int) -> Bool {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count) ?? bytes.count
    var line = ByteBuffer(bytes.slice(start..<end).array)
    var scanner = JSONScanner()
    guard case .invalid(let error) = scanner.scan(line.sealed(), isFinal: false) else {
      return false
    }
    let read = line.view.slice(0..<error.offset)
    return read.firstIndex(of: ByteView("\"")) == nil && read.firstIndex(of: ByteView("{")) == nil
  }

  private static let jsonExtensions = [".json", ".ndjson", ".jsonl"]

  private static func skipSpace(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while position < bytes.count, JSONNumber.isSpace(bytes[position]) { position += 1 }
    return position
  }

  private static let xmlMarks: [StaticString] = [
    "<?xml", "<map>", "<map ", "<plist", "<!DOCTYPE plist",
  ]

  /// Returns whether the input is an object whose first member is an object named `log` with a key
  /// of HTTP archives, whose value is of the right kind.
  private static func isHAR(_ bytes: ByteView, at start: Int) -> Bool {
    func end(of part: StaticString, at start: Int) -> Int? {
      let position = skipSpace(bytes, from: start)
      return ByteView(part).occurs(at: position, in: bytes)
        ? position + part.utf8CodeUnitCount : nil
    }
    guard let root = end(of: "{", at: start), let key = end(of: "\"log\"", at: root),
      let colon = end(of: ":", at: key), let log = end(of: "{", at: colon)
    else { return false }
    var text = ByteBuffer(bytes.slice(log..<bytes.count).array)
    let members = text.sealed()
    var scanner = JSONScanner()
    var position = 0
    while case .value(let keyEnd) = scanner.scan(members, from: position, isFinal: false) {
      let colon = skipSpace(members, from: keyEnd)
      let value = skipSpace(members, from: colon + 1)
      guard colon < members.count, value < members.count else { return false }
      let key = scanner.document.root.raw
      let isOwn = archiveKeys.contains {
        ByteView($0.key) == key && ByteView($0.value).occurs(at: value, in: members)
      }
      if isOwn { return true }
      // Other keys, such as `comment`, may come first.
      guard case .value(let end) = scanner.scan(members, from: value, isFinal: false) else { break }
      position = skipSpace(members, from: end) + 1
    }
    return false
  }

  /// The keys of HTTP archives, with the beginnings of their values.
  private static let archiveKeys: [(key: StaticString, value: StaticString)] = [
    ("\"version\"", "\"1."), ("\"creator\"", "{"), ("\"pages\"", "["), ("\"entries\"", "["),
  ]

  /// Returns whether the first nonblank line has a known log format.
  private static func isLog(_ bytes: ByteView, at start: Int) -> Bool {
    // Include the indentation, because Metro's lines begin with a space.
    var first = start
    while first > 0, bytes[first - 1] == 0x20 { first -= 1 }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count)
    let line = bytes.slice(first..<(end ?? bytes.count))
    return LogLine(line).isKnown
  }
}

extension ByteView {
  /// Returns whether these bytes start with `text`.
  func hasPrefix(_ text: StaticString) -> Bool { ByteView(text).occurs(at: 0, in: self) }

  /// The bytes in which the words of a logger are, before those of a message.
  var beginning: ByteView { slice(0..<min(count, 256)) }

  /// Returns whether these bytes contain `text`.
  func contains(_ text: StaticString) -> Bool { firstIndex(of: ByteView(text)) != nil }
}
