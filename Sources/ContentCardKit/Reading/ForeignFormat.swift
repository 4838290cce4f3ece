import CardJSON

/// A format other than JSON, recognized by the first lines of an input.
package struct ForeignFormat: Equatable, Sendable {
  private let name: String
  private let way: String
  /// A command that does what the message says; nil for formats without one.
  package let command: String?
  /// Whether the rest may have lines of JSON, which are read.
  let isText: Bool

  private init(_ name: String, _ way: String, as command: String?, isText: Bool = false) {
    (self.name, self.way, self.command, self.isText) = (name, way, command, isText)
  }

  private static func compressed(_ name: String, _ command: String) -> ForeignFormat {
    ForeignFormat("\(name), not JSON", "decompress it first", as: "\(command) FILE | cardctl …")
  }

  static let gzip = compressed("gzip", "zcat")
  static let zstd = compressed("Zstandard", "zstdcat")
  static let bzip2 = compressed("bzip2", "bzcat")
  static let xz = compressed("xz", "xzcat")
  static let zip = compressed("a zip archive", "unzip -p")
  static let utf16 = ForeignFormat(
    "UTF-16, but JSON is UTF-8", "convert it first",
    as: "iconv -f UTF-16 -t UTF-8 FILE | cardctl …")
  static let propertyList = ForeignFormat(
    "a binary property list, not JSON", "convert it first",
    as: "plutil -convert xml1 -o - FILE | cardctl …")
  static let avro = ForeignFormat(
    "an Avro file, not JSON", "convert it first",
    as: "java -jar avro-tools.jar tojson FILE | cardctl …")
  static let sqlite = ForeignFormat(
    "an SQLite database, not JSON", "print it as text first", as: "sqlite3 FILE .dump | cardctl …")
  /// Android's Preferences DataStore, by its first field: an entry with a key.
  static let dataStore = ForeignFormat(
    "a binary file, Android's DataStore, not JSON", "let the app log its cards", as: "adb logcat")
  static let html = ForeignFormat(
    "an HTML page, not JSON", "save the response of the API instead", as: nil, isText: true)
  static let xml = ForeignFormat(
    "XML, not JSON", "convert it first", as: nil, isText: true)
  static let csv = ForeignFormat(
    "CSV, not JSON", "convert it first", as: "mlr --icsv --ojsonl cat FILE | cardctl …",
    isText: true)
  static let yaml = ForeignFormat(
    "YAML, not JSON", "convert it first", as: "yq -o json FILE | cardctl …", isText: true)
  /// The file that Git has in place of one in its Large File Storage.
  package static let pointer = ForeignFormat(
    "a Git LFS pointer, not JSON", "fetch the file first", as: "git lfs pull")

  /// The message that names the format: lower case, without a full stop.
  var message: String { "this is \(name): \(way)" }

  // MARK: Detection

  /// The number of leading bytes to examine.
  private static let beginningSize = 1 << 12

  /// Whether more than these first bytes of an input are needed to detect its format.
  static func needsMore(than bytes: ByteView) -> Bool {
    guard bytes.count < beginningSize else { return false }
    let hasMark = ByteView("\u{FEFF}").occurs(at: 0, in: bytes)
    var start = JSONScanner.skipSpace(bytes, from: hasMark ? 3 : 0)
    if bytes[start] == ReadingState.separator { start += 1 }
    if bytes.count - start >= 8, beginsJSON(bytes[start]) { return false }
    let lineFeed = bytes.firstIndex(of: 0x0A, from: start, to: bytes.count)
    guard let lineFeed else { return true }
    return bytes.firstIndex(of: 0x0A, from: lineFeed + 1, to: bytes.count) == nil
  }

  /// Detects the format from the first bytes of an input; nil for other formats.
  package init?(_ bytes: ByteView) {
    // Nearly all JSON starts with one of these.
    if ForeignFormat.beginsJSON(bytes[0]), bytes[1] > 0 { return nil }
    let known = ForeignFormat.signatures.first { _, signature in
      bytes.count >= signature.count && signature.indices.allSatisfy { bytes[$0] == signature[$0] }
    }
    if let known {
      self = known.format
    } else if ForeignFormat.alternatesWithZeros(bytes) {
      self = .utf16
    } else if ForeignFormat.beginsWithEntry(bytes) {
      self = .dataStore
    } else if let text = ForeignFormat.text(bytes.slice(0..<min(bytes.count, Self.beginningSize))) {
      self = text
    } else {
      return nil
    }
  }

  private static func beginsJSON(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static let signatures: [(format: ForeignFormat, bytes: [UInt8])] = [
    (.gzip, [0x1F, 0x8B]), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]), (.bzip2, [0x42, 0x5A, 0x68]),
    (.xz, [0xFD, 0x37, 0x7A, 0x58]), (.zip, [0x50, 0x4B, 0x03, 0x04]), (.utf16, [0xFF, 0xFE]),
    (.utf16, [0xFE, 0xFF]), (.propertyList, Array("bplist".utf8)),
    (.pointer, Array("version https://git-lfs".utf8)), (.sqlite, Array("SQLite f".utf8)),
    (.avro, [0x4F, 0x62, 0x6A, 0x01]),
  ]

  /// Whether the bytes look like ASCII text in UTF-16; a stray zero after whitespace is not enough.
  private static func alternatesWithZeros(_ bytes: ByteView) -> Bool {
    guard bytes.count >= 2 else { return false }
    for zero in [0, 1] where bytes[zero] == 0 {
      if bytes[1 - zero] > 0x20 { return true }
      if bytes[1 - zero] > 0, bytes.count >= 4, bytes[2 + zero] == 0, bytes[3 - zero] > 0 {
        return true
      }
    }
    return false
  }

  /// Whether the bytes begin with a Protocol Buffers map entry that has a text key: the tag and
  /// length of the entry, then the tag, length and first bytes of its key.
  private static func beginsWithEntry(_ bytes: ByteView) -> Bool {
    // A line feed, a bracket and a line feed begin JSON too.
    guard bytes.count >= 6, bytes[0] == 0x0A, !beginsJSON(bytes[1]) else { return false }
    let tag = bytes[1] < 0x80 ? 2 : 3
    guard bytes[tag] == 0x0A, bytes[tag + 1] > 0 else { return false }
    let isShorter = bytes[1] >= 0x80 || Int(bytes[tag + 1]) + 2 <= Int(bytes[1])
    // The length has two bytes if the key is long, such as a card id.
    let name = tag + (bytes[tag + 1] < 0x80 ? 2 : 3)
    return isShorter && bytes.count > name + 1 && isLetter(bytes[name])
      && isLetter(bytes[name + 1])
  }

  // MARK: Text

  /// The format of text, by its first two lines with text.
  private static func text(_ bytes: ByteView) -> ForeignFormat? {
    let lines = bytes.text.split { $0.isNewline }.prefix(2).map { String($0) }
    guard let first = lines.first?.drop(while: { $0 == "\u{FEFF}" || $0 == " " }) else {
      return nil
    }
    if first.first == "<" { return markup(first.lowercased()) }
    if isHeader(first) { return .csv }
    let isDocument = first == "---" || first.hasPrefix("%YAML")
    return isDocument || isEntry(first) && lines.count > 1 && followsEntry(lines[1]) ? .yaml : nil
  }

  private static func markup(_ line: String) -> ForeignFormat? {
    let isPage = ["<!doctype html", "<html", "<head", "<body"].contains(where: line.hasPrefix)
    let isXML = ["<?xml", "<map", "<plist", "<!doctype plist"].contains(where: line.hasPrefix)
    return isPage ? .html : isXML ? .xml : nil
  }

  /// Whether a line has only names, separated by commas, semicolons or tabs.
  private static func isHeader(_ line: Substring) -> Bool {
    for separator in [",", ";", "\t"] as [Character] {
      let cells = line.split(separator: separator, omittingEmptySubsequences: false)
      if cells.count > 1, cells.allSatisfy({ isName($0.trimmingQuotes) }) { return true }
    }
    return false
  }

  /// Whether a line is `key: value` or `key:`, as an item of a list or not.
  private static func isEntry(_ line: Substring) -> Bool {
    let line = line.hasPrefix("- ") ? line.dropFirst(2) : line
    guard let colon = line.firstIndex(of: ":"), isName(line[..<colon]) else { return false }
    let value = line[colon...].dropFirst()
    return value.isEmpty || value.first == " "
  }

  /// Whether the line after an entry of YAML is another one, and not JSON.
  private static func followsEntry(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return isEntry(text) || text.hasPrefix("- ")
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || byte &- UInt8(ascii: "0") < 10 || "_.-".utf8.contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- UInt8(ascii: "a") < 26 }
}

extension Substring {
  /// The text without quotes around it.
  fileprivate var trimmingQuotes: Substring {
    count > 1 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
  }
}
