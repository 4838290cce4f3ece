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

  /// Returns whether an input that is read as JSON may be text: it has the extension of text, and
  /// it does not start like JSON.
  package static func mayBeText(beginning bytes: ByteView, name: String) -> Bool {
    guard name.hasSuffix(".log") || name.hasSuffix(".txt") else { return false }
    let start = skipSpace(bytes, from: 0)
    guard start < bytes.count else { return false }
    // Compressed files start with control characters, and UTF-16 with a byte order mark.
    let (first, other) = (bytes[start], [UInt8(ascii: "{"), UInt8(ascii: "["), 0xFE, 0xFF])
    return first > 0x20 && !other.contains(first)
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

  /// Returns whether the input is an object whose first member is an object named `log`, which
  /// begins with a key of HTTP archives.
  private static func isHAR(_ bytes: ByteView, at start: Int) -> Bool {
    var position = start
    for part in ["{", "\"log\"", ":", "{"] as [StaticString] {
      position = skipSpace(bytes, from: position)
      guard ByteView(part).occurs(at: position, in: bytes) else { return false }
      position += ByteView(part).count
    }
    position = skipSpace(bytes, from: position)
    return archiveKeys.contains { ByteView($0).occurs(at: position, in: bytes) }
  }

  private static let archiveKeys: [StaticString] = [
    "\"version\"", "\"creator\"", "\"browser\"", "\"pages\"", "\"entries\"",
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

  /// Returns whether these bytes contain `text`.
  func contains(_ text: StaticString) -> Bool { firstIndex(of: ByteView(text)) != nil }
}
