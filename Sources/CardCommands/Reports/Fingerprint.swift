import CardJSON
import CardRules

/// Identifies a finding across versions of its file.
///
/// A fingerprint is computed from the rule, the JSON Pointer without array indices, and the card's
/// id. Without an id, it uses the digest of the bytes that the finding is about or, for a missing
/// key, the message. It does not depend on lines and card numbers, so edits elsewhere in the file
/// do not change it.
enum Fingerprint {
  /// Returns the fingerprint of a finding in its file or, given the `path`, in the repository.
  static func of(_ located: LocatedFinding, path: String? = nil) -> Digest {
    let finding = located.finding
    var digest = Digest()
    digest.add(finding.rule.id)
    digest.add(withoutIndices(finding.pointer))
    if let cardID = finding.cardID {
      digest.add("card")
      digest.add(cardID)
    } else if let subject = located.subject {
      digest.add("bytes")
      digest.add(subject)
    } else {
      digest.add("message")
      digest.add(finding.message)
    }
    if let path { digest.add(path) }
    return digest
  }

  /// Returns `pointer` with each numeric token replaced by `*`.
  static func withoutIndices(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      return isNumber ? "*" : String(part)
    }.joined(separator: "/")
  }
}

/// Makes fingerprints unique within a report by hashing an occurrence number into every duplicate.
struct UniqueFingerprints {
  private var counts: [Digest: Int] = [:]

  /// Returns `digest` the first time, and a digest that was not returned before after that.
  mutating func unique(_ digest: Digest) -> Digest {
    var occurrence = counts[digest, default: 0]
    var result = digest
    while counts[result] != nil {
      occurrence += 1
      result = digest
      result.add(occurrence)
    }
    counts[digest] = occurrence
    if result != digest { counts[result] = 0 }
    return result
  }
}

/// A hash of bytes that is the same in every run and on every machine.
///
/// Uses 128-bit FNV-1a, which needs neither tables nor a package. It does not resist deliberate
/// collisions, but those could only hide their author's own errors.
struct Digest: Hashable, Comparable, Sendable {
  private var high: UInt64 = 0x6c62_272e_07bb_0142
  private var low: UInt64 = 0x62b8_2175_6295_c58d

  /// Creates the digest of an empty sequence of bytes.
  init() {}

  /// Creates the digest of `bytes`.
  init(of bytes: ByteView) {
    for position in 0..<bytes.count { mix(bytes[position]) }
  }

  /// Parses a digest from 32 hexadecimal digits, or returns nil if `text` has another format.
  init?(text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ JSONText.hexValue($0) != nil }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// Adds a string and a terminator, so that `"ab" + "c"` and `"a" + "bc"` differ.
  mutating func add(_ text: String) {
    for byte in text.utf8 { mix(byte) }
    // 0xFF never occurs in UTF-8.
    mix(0xFF)
  }

  /// Adds a number.
  mutating func add(_ number: Int) { add(String(number)) }

  /// Adds another digest.
  mutating func add(_ other: Digest) {
    for word in [other.high, other.low] {
      for shift in stride(from: 56, through: 0, by: -8) {
        mix(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
  }

  private mutating func mix(_ byte: UInt8) {
    low ^= UInt64(byte)
    // The prime is 2^88 + 0x13B.
    let product = low.multipliedFullWidth(by: 0x13B)
    high = high &* 0x13B &+ product.high &+ low << 24
    low = product.low
  }

  /// The digest as 32 hexadecimal digits.
  var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether the first digest is the lower number.
  static func < (one: Digest, other: Digest) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}
