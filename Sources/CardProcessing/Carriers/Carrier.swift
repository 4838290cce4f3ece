import CardJSON

/// The file formats that contain JSON with cards.
///
/// A carrier is decoded before cards are read: its decoder turns bytes into `CarrierText`. The
/// decoders do no I/O.
package enum Carrier: String, CaseIterable, Sendable {
  /// Plain JSON, which is not decoded.
  case json
  /// An HTTP archive.
  case har
  /// Text that contains JSON, such as a log.
  case text
  /// Android's shared preferences and property lists.
  case xml

  /// The number of leading bytes from which a carrier can be detected.
  package static let beginningSize = 1 << 12

  /// Detects the carrier of an input from its first bytes.
  ///
  /// - Parameter name: the file name, whose extension may rule out text.
  package init(beginning bytes: ByteView, name: String) {
    var start = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    start = Carrier.skipSpace(bytes, from: start)
    if Carrier.isXML(bytes, at: start) {
      self = .xml
    } else if Carrier.isHAR(bytes, at: start) {
      self = .har
    } else if Carrier.isListOfMessages(bytes, at: start)
      || !Carrier.jsonExtensions.contains(where: name.hasSuffix) && Carrier.isLog(bytes, at: start)
    {
      self = .text
    } else {
      self = .json
    }
  }

  private static let jsonExtensions = [".json", ".ndjson", ".jsonl"]

  private static func skipSpace(_ bytes: ByteView, from start: Int) -> Int {
    var position = start
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    return position
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func isXML(_ bytes: ByteView, at start: Int) -> Bool {
    let marks: [StaticString] = ["<?xml", "<map>", "<map ", "<plist", "<!DOCTYPE plist"]
    return marks.contains { ByteView($0).stands(at: start, of: bytes) }
  }

  /// Whether the input is an object whose first key is `log`, with an object in it.
  private static func isHAR(_ bytes: ByteView, at start: Int) -> Bool {
    var position = start
    for part in ["{", "\"log\"", ":", "{"] as [StaticString] {
      position = skipSpace(bytes, from: position)
      guard ByteView(part).stands(at: position, of: bytes) else { return false }
      position += ByteView(part).count
    }
    return true
  }

  /// Whether the first nonblank line has the format of a known log.
  private static func isLog(_ bytes: ByteView, at start: Int) -> Bool {
    // Include the indentation, because Metro's lines begin with a space.
    var first = start
    while first > 0, bytes[first - 1] == 0x20 { first -= 1 }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, to: bytes.count)
    let line = bytes.slice(first..<(end ?? bytes.count))
    return LogLine(line).isKnown
  }

  /// Whether the input is the output of macOS `log --style json` or `ndjson`: objects whose
  /// messages are strings.
  private static func isListOfMessages(_ bytes: ByteView, at start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else {
      return false
    }
    return bytes.contains("\"eventMessage\"")
  }
}

extension ByteView {
  /// Whether these bytes begin with `text`.
  func hasPrefix(_ text: StaticString) -> Bool { ByteView(text).stands(at: 0, of: self) }

  /// Whether these bytes contain `text`.
  func contains(_ text: StaticString) -> Bool { firstIndex(of: ByteView(text)) != nil }
}
