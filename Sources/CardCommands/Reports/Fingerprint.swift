import CardJSON
import CardRules

/// By what a finding is known again in a later version of its file.
///
/// Neither the line nor the number of the card is part of it, so edits elsewhere in the file leave
/// it as it is: only the rule, the card's id (without one, the digest of the bytes it is about, or
/// for what an object lacks the message), and the JSON Pointer without the numbers of array
/// elements.
enum Fingerprint {
  /// The fingerprint within a file, or within the repository in which the file is at `path`.
  static func of(_ located: LocatedFinding, path: String? = nil) -> Digest {
    let finding = located.finding
    var digest = Digest()
    digest.add(finding.rule)
    digest.add(withoutNumbers(finding.pointer))
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

  /// `pointer` with `*` for each part that is a number.
  static func withoutNumbers(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      return isNumber ? "*" : String(part)
    }.joined(separator: "/")
  }
}

/// Makes fingerprints unique within a report: the second of a kind and those after it get one
/// that their number goes into.
struct UniqueFingerprints {
  private var counts: [Digest: Int] = [:]

  /// `digest` itself the first time, afterwards one that was not given out yet.
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

/// A short name for bytes: the same for the same bytes in every run, on every machine.
///
/// FNV-1a with 128 bits, which needs no tables and no other package. It distinguishes findings; it
/// does not protect against an author who creates a collision, which could only hide the author's
/// own errors.
struct Digest: Hashable, Sendable {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// The digest of no bytes.
  init() {}

  /// The digest of `bytes`.
  init(of bytes: ByteView) {
    for position in 0..<bytes.count { mix(bytes[position]) }
  }

  /// The digest that `text`, 32 hexadecimal digits, spells; nil when it spells none.
  init?(text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ JSONText.hexValue($0) != nil }),
      let value = UInt128(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// Adds a text, so that it cannot run into the text before it.
  mutating func add(_ text: String) {
    for byte in text.utf8 { mix(byte) }
    // No byte of UTF-8.
    mix(0xFF)
  }

  /// Adds a number.
  mutating func add(_ number: Int) { add(String(number)) }

  /// Adds another digest.
  mutating func add(_ other: Digest) {
    for shift in stride(from: 120, through: 0, by: -8) {
      mix(UInt8(truncatingIfNeeded: other.value >> UInt128(shift)))
    }
  }

  private mutating func mix(_ byte: UInt8) { value = (value ^ UInt128(byte)) &* Digest.prime }

  /// The digest as 32 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
