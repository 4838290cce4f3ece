/// The secret of text hashes, which prevents chosen collisions.
///
/// Each process has its own. Results must never depend on it.
public struct TextSeed: BitwiseCopyable, Sendable {
  let first, second, firstFactor, secondFactor: UInt64

  /// The seed of this process.
  public static let process = TextSeed()

  /// A random seed.
  public init() {
    var numbers = SystemRandomNumberGenerator()
    self.init(using: &numbers)
  }

  /// A seed of the numbers that `generator` gives.
  public init(using generator: inout some RandomNumberGenerator) {
    first = generator.next()
    second = generator.next()
    // Large and odd, so that no bit of what is multiplied with them gets lost.
    firstFactor = generator.next() | (1 << 63 | 1)
    secondFactor = generator.next() | (1 << 63 | 1)
  }

  /// The hash of a number.
  public func hash(_ number: UInt64) -> UInt64 {
    let product = (first ^ number).multipliedFullWidth(by: firstFactor)
    return product.high ^ product.low
  }
}

/// A hash of a text, 128 bits: two products of the text's words with the numbers of a seed, each
/// folded.
///
/// It replaces the text in tables that are too large to keep the text itself. Choosing two strings
/// with the same hash requires the seed.
public struct TextHash: BitwiseCopyable, Hashable, Sendable {
  /// The first 64 bits.
  public private(set) var first: UInt64
  /// The other 64 bits.
  public private(set) var second: UInt64

  /// The hash of `text`.
  public init(_ text: ByteView, _ seed: TextSeed = .process) {
    (first, second) = (seed.first, seed.second)
    let count = text.count
    if count >= 16 {
      var position = 0
      while count - position > 16 {
        add(text.word(at: position), text.word(at: position + 8), with: seed)
        position += 16
      }
      // The last words may overlap those before them, as the two of a shorter text do.
      add(text.word(at: count - 16), text.word(at: count - 8), with: seed)
    } else if count >= 8 {
      add(text.word(at: 0), text.word(at: count - 8), with: seed)
    } else {
      var word: UInt64 = 0
      for index in 0..<count { word = word << 8 | UInt64(text[index]) }
      add(word, 0, with: seed)
    }
    add(UInt64(truncatingIfNeeded: count), 0, with: seed)
  }

  /// Half of the hash, which needs no second one: `Hasher` would take as long as all of it.
  public func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: first) ^ seed }

  @inline(__always)
  private mutating func add(_ word: UInt64, _ next: UInt64, with seed: TextSeed) {
    let product = (first ^ word).multipliedFullWidth(by: seed.firstFactor ^ next)
    first = product.high ^ product.low ^ (first << 23 | first >> 41)
    let other = (second ^ next).multipliedFullWidth(by: seed.secondFactor ^ word)
    second = (other.high ^ other.low) &+ (second << 31 | second >> 33)
  }
}

extension [TextHash: Int] {
  /// Adds the hash of a text with a number, unless the hash already has one.
  ///
  /// - Returns: the number that the hash already has; nil if it is new.
  public mutating func insert(_ hash: TextHash, number: Int) -> Int? {
    let known = updateValue(number, forKey: hash)
    if let known { self[hash] = known }
    return known
  }
}
