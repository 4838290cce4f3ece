import CardJSON

/// A part of an input that could not be read as a card, with its location.
package struct ReadingProblem: Equatable, Sendable {
  /// A kind of problem.
  package enum Reason: Equatable, Sendable {
    /// The bytes are not valid JSON.
    case syntax(JSONSyntaxError)
    /// The value is not a card.
    case noCard(NoCardReason)
    /// The card exceeds the limit, in bytes.
    case tooLarge(limit: Int)
    /// The rest of an array, of this number of bytes, was not read.
    case restOfArray(bytes: Int)
    /// The sync response states that the sync failed, with this message.
    case failedSync(message: String)
    /// The file that contains the JSON is truncated or malformed, or part of it is hidden.
    case carrier(CarrierFault, message: String)
    /// The card could not be converted; `code` is the kind of failure and `message` the reason.
    case card(code: String, message: String)
    /// The input has a known format other than JSON.
    case foreign(ForeignFormat)
  }

  /// The kind of the problem.
  package let reason: Reason
  /// The byte offset in the input.
  package let offset: Int
  /// The byte offset of the start of the unreadable value.
  package let start: Int
  /// The byte offset of the end of the error, as far as it is known.
  package let end: Int

  /// The rule id of the problem, also used to count messages.
  package var code: String {
    switch reason {
    case .syntax: "json/syntax"
    case .noCard(let reason): reason.code
    case .tooLarge: "card/too-large"
    case .restOfArray: "json/rest-not-read"
    case .failedSync: "sync/failed"
    case .foreign: "input/format"
    case .carrier(let fault, _): fault.rawValue
    case .card(let code, _): code
    }
  }
}

extension ReadingProblem {
  /// Creates a problem at an offset in the input.
  package init(_ reason: Reason, at offset: Int) {
    self.init(reason: reason, offset: offset, start: offset, end: offset)
  }
}

/// A kind of problem in a file that contains JSON, such as a log; the raw values are rule ids, also
/// used to count messages.
package enum CarrierFault: String, Sendable {
  /// A card or a list of cards is truncated.
  case cut = "input/cut"
  /// Part of the file is hidden or was lost.
  case hidden = "input/hidden"
  /// A value is too large.
  case tooLarge = "card/too-large"
  /// The file is malformed.
  case broken = "json/syntax"
  /// Nothing in the file can be read.
  case format = "input/format"
  /// The file is a template.
  case template = "input/template"
  /// Nothing in the file is checked.
  case unchecked = "request/not-checked"
}

extension ReadingProblem: CustomStringConvertible {
  /// The message: lower case, without a full stop.
  package var description: String {
    switch reason {
    case .syntax(let error): error.description
    case .noCard(let reason): reason.message
    case .tooLarge: "\(finding); --max-card-size sets another limit"
    case .restOfArray(let bytes): "rest of the array not read, \(bytes) bytes"
    case .failedSync(let message): "the sync response failed: its message is \"\(message)\""
    case .foreign(let format): format.advice
    case .carrier(_, let message), .card(_, let message): message
    }
  }

  /// The message without advice about the command line.
  var finding: String {
    switch reason {
    case .tooLarge(let limit): "the card is larger than \(limit) bytes"
    case .foreign(let format): format.finding
    default: description
    }
  }
}

/// A format other than JSON, recognized by its first bytes.
package struct ForeignFormat: Equatable, Sendable {
  private let name: String
  private let way: String
  private let command: String

  private init(_ name: String, _ way: String, as command: String) {
    (self.name, self.way, self.command) = (name, way, command)
  }

  private static func compressed(_ name: String, _ command: String) -> ForeignFormat {
    ForeignFormat("\(name), not JSON", "decompress it first", as: "\(command) FILE")
  }

  static let gzip = compressed("gzip", "zcat")
  static let zstd = compressed("Zstandard", "zstdcat")
  static let bzip2 = compressed("bzip2", "bzcat")
  static let xz = compressed("xz", "xzcat")
  static let utf16 = ForeignFormat(
    "UTF-16, but JSON is UTF-8", "convert it first", as: "iconv -f UTF-16 -t UTF-8 FILE")
  static let propertyList = ForeignFormat(
    "a binary property list, not JSON", "convert it first", as: "plutil -convert xml1 -o - FILE")
  static let avro = ForeignFormat(
    "an Avro file, not JSON", "convert it first", as: "java -jar avro-tools.jar tojson FILE")
  static let sqlite = ForeignFormat(
    "an SQLite database, not JSON", "print it as text first", as: "sqlite3 FILE .dump")
  /// Android's Preferences DataStore, by its first field: an entry with a key.
  static let dataStore = ForeignFormat(
    "a binary file, Android's DataStore, not JSON",
    "cardctl does not read it; let the app log its cards", as: "adb logcat")

  /// The number of bytes that identify a format.
  static let signatureLength = 8

  /// Detects the format from the first bytes of an input; nil for other formats.
  init?(_ bytes: ByteView) {
    // Nearly all JSON starts with one of these.
    if bytes[0] == UInt8(ascii: "{") || bytes[0] == UInt8(ascii: "["), bytes[1] > 0 { return nil }
    let known = ForeignFormat.signatures.first { _, signature in
      bytes.count >= signature.count && signature.indices.allSatisfy { bytes[$0] == signature[$0] }
    }
    if let known {
      self = known.format
    } else if ForeignFormat.alternatesWithZeros(bytes) {
      self = .utf16
    } else if ForeignFormat.beginsWithEntry(bytes) {
      self = .dataStore
    } else {
      return nil
    }
  }

  private static let signatures: [(format: ForeignFormat, bytes: [UInt8])] = [
    (.gzip, [0x1F, 0x8B]), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]), (.bzip2, [0x42, 0x5A, 0x68]),
    (.xz, [0xFD, 0x37, 0x7A, 0x58]), (.utf16, [0xFF, 0xFE]), (.utf16, [0xFE, 0xFF]),
    (.propertyList, Array("bplist".utf8)), (.sqlite, Array("SQLite f".utf8)),
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
    guard bytes.count >= 6, bytes[0] == 0x0A else { return false }
    let tag = bytes[1] < 0x80 ? 2 : 3
    guard bytes[tag] == 0x0A, bytes[tag + 1] > 0 else { return false }
    let isShorter = bytes[1] >= 0x80 || Int(bytes[tag + 1]) + 2 <= Int(bytes[1])
    // The length has two bytes if the key is long, such as a card id.
    let name = tag + (bytes[tag + 1] < 0x80 ? 2 : 3)
    func isName(_ byte: UInt8) -> Bool { byte | 0x20 &- UInt8(ascii: "a") < 26 }
    return isShorter && bytes.count > name + 1 && isName(bytes[name]) && isName(bytes[name + 1])
  }

  /// The message that names the format.
  var finding: String { "this is \(name)" }

  /// The message that names the format, with a command that converts it.
  var advice: String {
    let pipe = self == .dataStore ? "" : " | cardctl …"
    return "\(finding): \(way), as in \(command)\(pipe)"
  }
}
