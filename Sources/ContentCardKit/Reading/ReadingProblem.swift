import CardJSON

/// Something in an input that could not be read as a card, and where it is.
package struct ReadingProblem: Equatable, Sendable {
  /// What is wrong.
  package enum Reason: Equatable, Sendable {
    /// The bytes are not JSON.
    case syntax(JSONSyntaxError)
    /// The value is no card.
    case noCard(NoCardReason)
    /// The card is larger than the limit, which is given in bytes.
    case tooLarge(limit: Int)
    /// So many bytes of an array could not be read, because nothing says where its next card is.
    case restOfArray(bytes: Int)
    /// The sync response says that it failed, with this message.
    case failedSync(message: String)
    /// The input is no JSON at all, but something known.
    case foreign(ForeignFormat)
  }

  /// What is wrong.
  package let reason: Reason
  /// Where, in bytes from the start of the input.
  package let offset: Int
  /// Where the value that could not be read begins, in bytes from the start of the input.
  package let start: Int
  /// Where what is wrong ends, as far as that is known, in bytes from the start of the input.
  package let end: Int

  /// A short name for the sort of problem, by which messages are counted.
  package var code: StaticString {
    switch reason {
    case .syntax: "json/syntax"
    case .noCard(let reason): reason.code
    case .tooLarge: "card/too-large"
    case .restOfArray: "json/rest-not-read"
    case .failedSync: "sync/failed"
    case .foreign: "input/format"
    }
  }
}

extension ReadingProblem: CustomStringConvertible {
  /// The problem in words: lower case, no full stop.
  package var description: String {
    switch reason {
    case .syntax(let error): error.description
    case .noCard(let reason): reason.message
    case .tooLarge: "\(finding); --max-card-size sets another limit"
    case .restOfArray(let bytes): "rest of the array not read, \(bytes) bytes"
    case .failedSync(let message): "the sync response failed: its message is \"\(message)\""
    case .foreign(let format): format.advice
    }
  }

  /// The same without what a command line can do about it.
  var finding: String {
    switch reason {
    case .tooLarge(let limit): "the card is larger than \(limit) bytes"
    case .foreign(let format): format.finding
    default: description
    }
  }
}

/// Formats that are no JSON but are given to JSON tools often enough to be known by their first
/// bytes.
package enum ForeignFormat: String, CaseIterable, Sendable {
  /// gzip, by its magic number.
  case gzip
  /// Zstandard, by its magic number.
  case zstd
  /// bzip2, by its magic number.
  case bzip2
  /// xz, by its magic number.
  case xz
  /// UTF-16 of either byte order, by its byte order mark or the zeros of ASCII text.
  case utf16

  /// How many bytes are enough to tell.
  static let signatureLength = 4

  /// The format that `bytes`, the beginning of an input, are in; nil for any other.
  init?(_ bytes: ByteView) {
    let known = ForeignFormat.signatures.first { _, signature in
      bytes.count >= signature.count
        && signature.indices.allSatisfy { bytes[$0] == signature[$0] }
    }
    if let known {
      self = known.format
    } else if ForeignFormat.alternatesWithZeros(bytes) {
      self = .utf16
    } else {
      return nil
    }
  }

  private static let signatures: [(format: ForeignFormat, bytes: [UInt8])] = [
    (.gzip, [0x1F, 0x8B]), (.zstd, [0x28, 0xB5, 0x2F, 0xFD]), (.bzip2, [0x42, 0x5A, 0x68]),
    (.xz, [0xFD, 0x37, 0x7A, 0x58]), (.utf16, [0xFF, 0xFE]), (.utf16, [0xFE, 0xFF]),
  ]

  /// Whether the bytes look like ASCII text in UTF-16: of white space, which is more likely to
  /// stand in front of a stray zero, it takes two characters.
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

  private var words: (finding: String, way: String) {
    switch self {
    case .gzip: ("this is gzip, not JSON", "decompress it first, as in zcat FILE")
    case .zstd: ("this is Zstandard, not JSON", "decompress it first, as in zstdcat FILE")
    case .bzip2: ("this is bzip2, not JSON", "decompress it first, as in bzcat FILE")
    case .xz: ("this is xz, not JSON", "decompress it first, as in xzcat FILE")
    case .utf16:
      (
        "this is UTF-16, and JSON is UTF-8",
        "convert it first, as in iconv -f UTF-16 -t UTF-8 FILE"
      )
    }
  }

  /// What the input is.
  var finding: String { words.finding }

  /// What the input is and what to do about it on a command line.
  var advice: String { "\(words.finding): \(words.way) | cardctl …" }
}
