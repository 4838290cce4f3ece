import CardCommands
import Testing

/// The output of `convert --summary` for cards in many blocks, and for hostile ones.
struct SummaryTests {
  private func messages(_ arguments: [String], _ cards: [String], blocks: BlockSizes)
    throws -> [String]
  {
    let text = cards.map { $0 + "\n" }.joined()
    var run = CommandRun(arguments: arguments, input: .file(Array(text.utf8)))
    run.blockSizes = blocks
    return try run.result().messageText.split(separator: "\n").map(String.init)
  }

  private static let small = BlockSizes(first: 256, usual: 256)

  @Test("counts are the same however the input is cut", arguments: ["1", "3"])
  func blocks(jobs: String) throws {
    let cards = (0..<300).map { number in
      let key = number % 3 == 0 ? #""promo":1,"promo":2,"# : ""
      let order = number % 2 == 0 ? #","order":"1""# : ""
      let type = number % 5 == 0 ? "coupon_code" : "offer-\(number % 4)"
      let title = number % 7 == 0 ? #""tt":"T","# : ""
      let extras = #"{"class_type":"\#(type)","discount_percentage":"5"\#(order)}"#
      return #"{"id":"\#(number)","tp":"text_announcement","ca":1764000000,\#(key)\#(title)"#
        + #""e":\#(extras)}"#
    }
    let lines = try messages(
      ["convert", "--summary", "--jobs", jobs, "--no-config"], cards, blocks: SummaryTests.small)
    let converted = (0..<300).filter { (number: Int) in number % 5 == 0 }
    func offers(_ rest: Int) -> Int {
      (0..<300).count { (number: Int) in number % 5 != 0 && number % 4 == rest }
    }
    #expect(
      lines == [
        "cardctl: 300 cards read, 60 converted, 240 without a known class type",
        "cardctl: fields dropped: type (60), title (\(converted.count { $0 % 7 == 0 }))",
        "cardctl: extras dropped: extras.order (\(converted.count { $0 % 2 == 0 }))",
        "cardctl: keys dropped: promo (\(converted.count { $0 % 3 == 0 }))",
        "cardctl: unregistered class types of 240 cards: offer-0 "
          + "(\(offers(0))), offer-1 (\(offers(1))), offer-2 (\(offers(2))), offer-3 (\(offers(3)))",
      ])
  }

  @Test("not all unreadable names are listed")
  func manyNames() throws {
    let cards = (0..<30_000).map { number in
      #"{"id":"\#(number)","tp":"text_announcement","ca":1,"key \#(number)":1,"#
        + #""e":{"class_type":"type \#(number)","extra \#(number)":"x"}}"#
    }
    let objects = try messages(["convert", "--no-config"], cards, blocks: BlockSizes())
    let note = try #require(objects.first)
    #expect(note.hasPrefix("cardctl: unregistered class types of 30000 cards: "))
    #expect(note.hasSuffix(" and 29980 more") && note.utf8.count < 1000)
    let table = try messages(
      ["convert", "--as", "wire", "--to", "csv", "--summary", "--no-config"], cards,
      blocks: BlockSizes())
    #expect(table.count == 3)
    for line in table.dropFirst() {
      #expect(line.hasSuffix(" and 29900 more") && line.utf8.count < 5000, "\(line)")
    }
  }
}
