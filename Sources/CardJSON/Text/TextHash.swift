/// The secret seed of text hashes, which prevents deliberate collisions; results must not depend on
/// it.
@frozen
public struct HashSeed: BitwiseCopyable, Sendable {
  @usableFromInline let first, second, firstFactor, secondFactor: UInt64

  /// The seed of this process.
  public static let process = HashSeed()

  /// Creates a random seed.
  public init() {
    var numbers = SystemRandomNumberGenerator()
    self.init(using: &numbers)
  }

  /// Creates a seed from the numbers of `generator`.
  public init(using generator: inout some RandomNumberGenerator) {
    first = generator.next()
    second = generator.next()
    // Large and odd, so that multiplication loses no bits of the other factor.
    firstFactor = generator.next() | (1 << 63 | 1)
    secondFactor = generator.next() | (1 << 63 | 1)
  }
}

/// A 128-bit hash of text, for tables that are too large to store the text.
///
/// Two folded products of the text's words with the numbers of a seed: choosing two strings with
/// the same hash requires the seed.
@frozen
public struct TextHash: BitwiseCopyable, Hashable, Sendable {
  /// The lower half, 64 bits; costs half as much if the upper half is not used.
  public let first: UInt64
  /// The upper half, 64 bits.
  public let second: UInt64

  /// Creates the hash of `text`.
  @inlinable @inline(__always)
  public init(_ text: ByteView, _ seed: HashSeed = .process) {
    var (first, second) = (seed.first, seed.second)
    func add(_ word: UInt64, _ next: UInt64) {
      let product = (first ^ word).multipliedFullWidth(by: seed.firstFactor ^ next)
      first = product.high ^ product.low ^ (first << 23 | first >> 41)
      let other = (second ^ next).multipliedFullWidth(by: seed.secondFactor ^ word)
      second = (other.high ^ other.low) &+ (second << 31 | second >> 33)
    }
    let count = text.count
    if count >= 16 {
      var position = 0
      while count - position > 16 {
        add(text.word(at: position), text.word(at: position + 8))
        position += 16
      }
      // The last two words may overlap the words before them, like the two words of shorter text.
      add(text.word(at: count - 16), text.word(at: count - 8))
    } else if count >= 8 {
      add(text.word(at: 0), text.word(at: count - 8))
    } else {
      var word: UInt64 = 0
      for index in 0..<count { word = word << 8 | UInt64(text[index]) }
      add(word, 0)
    }
    add(UInt64(truncatingIfNeeded: count), 0)
    (self.first, self.second) = (first, second)
  }

  /// Half of the hash, which needs no further hashing.
  public func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: first) ^ seed }
}

extension [TextHash: Int] {
  /// Adds an entry for the hash; if it already has one, keeps it and returns its number.
  public mutating func insert(_ hash: TextHash, number: Int) -> Int? {
    let known = updateValue(number, forKey: hash)
    if let known { self[hash] = known }
    return known
  }
}
