import CardJSON
import Testing

@testable import CardCommands

struct TextTableTests {
  private static let rows = [
    ["1", "NmFmZmZlMDA0", "captioned_image", "A rather long title", "12 d ago", "113"],
    ["22", "plain", "classic", "日本語の題名です", "now", "2048"],
    ["333", "", "image_only", "", "never", "7"],
  ]

  private static func text(_ width: Int) -> String {
    let columns = [
      TextTable.Column(title: "#", minimum: 9, alignsRight: true),
      TextTable.Column(title: "id", minimum: 4), TextTable.Column(title: "type", minimum: 4),
      TextTable.Column(title: "title", minimum: 6, dropRank: 2),
      TextTable.Column(title: "age", minimum: 9),
      TextTable.Column(title: "bytes", minimum: 9, dropRank: 1, alignsRight: true),
    ]
    var style = TextStyle()
    style.width = width
    let cells = rows.map { $0.map { TextTable.Cell($0) } }
    return TextTable(columns, cells).text(style, width: width)
  }

  @Test(arguments: 28...90) func everyLineFits(_ width: Int) {
    let lines = TextTableTests.text(width).split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines {
      #expect(DisplayWidth.of(line) <= width, "\(line)")
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test func aWideTableIsNotCut() {
    #expect(
      TextTableTests.text(200) == """
          #  id            type             title                age       bytes
          1  NmFmZmZlMDA0  captioned_image  A rather long title  12 d ago    113
         22  plain         classic          日本語の題名です     now        2048
        333                image_only                            never         7

        """)
  }

  @Test func columnsLeaveInTheirOrder() {
    #expect(TextTableTests.text(45).contains("title"))
    #expect(!TextTableTests.text(32).contains("title"))
    #expect(TextTableTests.text(32).contains("bytes"))
    #expect(!TextTableTests.text(28).contains("bytes"))
  }

  @Test(arguments: [
    (["abcdefghi", "abcdefghj"], ["abcdefghi", "abcdefghj"]),
    (["abcdefghij", "xbcdefghij"], ["abcd", "xbcd"]),
    (["abcdefghijk1", "abcdefghijk2", "abcdX"], ["abcdefghijk1", "abcdefghijk2", "abcdX"]),
    (["short", "short"], ["shor", "shor"]),
    (["abc", "abcdef"], ["abc", "abcd"]),
    (["éééa", "éééb", ""], ["éééa", "éééb", ""]),
    (["日本a", "日語b"], ["日本", "日語"]),
  ])
  func idsAreAsLongAsItTakesToTellThemApart(_ ids: [String], _ short: [String]) {
    var rows = ids.map { [TextTable.Cell($0)] }
    rows.shorten(idsIn: 0)
    #expect(rows.map { $0[0].text } == short)
  }

  @Test func anIDBehindTheTableMakesItsBeginningsLonger() {
    let listed = ByteBuffer("abcdefgh-1".utf8)
    let other = ByteBuffer("abcdefgh-2".utf8)
    var ids = ShortIDs()
    ids.list(listed.view)
    ids.sort()
    #expect(ids.beginning(of: listed.view) == "abcd")
    ids.note(other.view)
    #expect(ids.beginning(of: listed.view) == "abcdefgh-1")
    ids.note(listed.view)
    #expect(ids.beginning(of: listed.view) == "abcdefgh-1")
  }
}
