import TestSupport
import Testing

@testable import CardJSON

struct TextNumbersTests {
  private func seed(_ number: UInt64) -> HashSeed {
    var numbers = SeededNumbers(seed: number)
    return HashSeed(using: &numbers)
  }

  private func number(of text: String, in numbers: inout TextNumbers) -> Int {
    let bytes = ByteBuffer(text.utf8)
    return numbers.number(of: bytes.view)
  }

  @Test func textsAreNumberedAsTheyAreMet() {
    var numbers = TextNumbers()
    #expect(numbers.count == 0 && ByteBuffer("b".utf8).read { numbers.find($0) } == nil)
    let texts = ["b", "", "a", "b", "a\0", "a", "", "bb"]
    #expect(texts.map { number(of: $0, in: &numbers) } == [0, 1, 2, 0, 3, 2, 1, 4])
    #expect((0..<numbers.count).map { numbers[$0].text } == ["b", "", "a", "a\0", "bb"])
    #expect(numbers.byteCount == 6)
    #expect(ByteBuffer("bb".utf8).read { numbers.find($0) } == 4)
    #expect(ByteBuffer("c".utf8).read { numbers.find($0) } == nil)
    numbers.removeAll()
    #expect(numbers.count == 0 && ByteBuffer("b".utf8).read { numbers.find($0) } == nil)
    #expect(number(of: "a", in: &numbers) == 0)
  }

  /// Similar strings of all lengths get the numbers of a dictionary, for every seed.
  @Test func theSeedChangesNothing() {
    var random = SeededNumbers(seed: 4)
    let texts = (0..<20_000).map { _ in
      var text = String(repeating: "x", count: Int.random(in: 0...40, using: &random))
      text += "\(Int.random(in: 0...300, using: &random))"
      return text
    }
    var first = TextNumbers(seed(1))
    var second = TextNumbers(seed(2))
    var expected: [String: Int] = [:]
    for text in texts {
      let number = expected[text] ?? expected.count
      expected[text] = number
      #expect(self.number(of: text, in: &first) == number)
      #expect(self.number(of: text, in: &second) == number)
    }
    for round in 0..<2 {
      if round == 1 { first.removeAll() }
      #expect(first.count == (round == 0 ? expected.count : 0))
    }
  }

  /// The number of slots, of 65,536, that these hashes use.
  private func places(_ hashes: [UInt64]) -> Int { Set(hashes.map { $0 & 0xFFFF }).count }

  /// Strings whose hashes are in one of 256 parts of a table.
  private func colliding(_ count: Int, _ hash: (ByteView) -> UInt64) -> [String] {
    var texts: [String] = []
    var number = 0
    while texts.count < count {
      let text = "card-\(number)"
      if ByteBuffer(text.utf8).read(hash) & 0xFF00 == 0 { texts.append(text) }
      number += 1
    }
    return texts
  }

  private func hashes(_ texts: [String], _ seed: HashSeed) -> [UInt64] {
    texts.map { text in ByteBuffer(text.utf8).read { TextHash($0, seed).first >> 32 } }
  }

  /// Strings that collide with one seed are spread with any other.
  @Test func chosenTextsCollideOnlyForTheirSeed() {
    let known = seed(1)
    let texts = colliding(1000) { TextHash($0, known).first >> 32 }
    #expect(places(hashes(texts, known)) <= 256)
    for number in 2...6 as ClosedRange<UInt64> {
      #expect(places(hashes(texts, seed(number))) > 950)
    }
    #expect(places(hashes(texts, .process)) > 950)
  }

  /// Strings that collide in a hash without a seed are spread too.
  @Test func textsChosenForAHashWithoutASeedLieAnywhere() {
    func unseeded(_ text: ByteView) -> UInt64 {
      var hash: UInt64 = 0x243F_6A88_85A3_08D3
      func add(_ word: UInt64) {
        let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = high ^ low ^ (hash << 23 | hash >> 41)
      }
      for index in 0..<text.count { add(UInt64(text[index])) }
      return hash
    }
    let texts = colliding(1000, unseeded)
    for number in 1...5 as ClosedRange<UInt64> {
      #expect(places(hashes(texts, seed(number))) > 950)
    }
  }

  /// Every byte of a string, and its length, change both halves of the hash.
  @Test func hashesDiffer() {
    let seed = seed(9)
    var firsts: Set<UInt64> = []
    var seconds: Set<UInt64> = []
    var count = 0
    for length in 0...70 {
      for place in -1..<length {
        var bytes = [UInt8](repeating: 0, count: length)
        if place >= 0 { bytes[place] = 1 }
        let hash = ByteBuffer(bytes).read { TextHash($0, seed) }
        firsts.insert(hash.first)
        seconds.insert(hash.second)
        count += 1
      }
    }
    #expect(firsts.count == count && seconds.count == count)
  }
}
