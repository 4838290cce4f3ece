import Foundation
import Testing

/// What `inspect --to html` writes, as a reader of text sees it.
struct PageTests {
  private static let feed = Repository.fixtures.appending(path: "feed.json").path

  /// The page of an input.
  private func page(_ options: [String], _ input: String = "", status: Int32 = 0) throws -> String {
    let line = ["inspect", "--no-config", "--to", "html", "--at", "2026-11-20T12:00:00Z"]
    let run = CommandRun(arguments: line + options, input: .file(Array(input.utf8)))
    let result = try run.result()
    #expect(result.status == status, "\(result.messageText)")
    return result.text
  }

  /// What another command prints of the same input, line by line.
  private func lines(_ arguments: [String], _ input: String = "") throws -> [String] {
    let run = CommandRun(arguments: arguments, input: .file(Array(input.utf8)))
    return try run.result().text.split(separator: "\n").map(String.init)
  }

  /// The ids of the cards of a page, in its order.
  private func ids(_ page: String) -> [String] {
    page.split(separator: "<article class=\"card\" data-card=\"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
  }

  private func count(_ text: String, in page: String) -> Int {
    page.ranges(of: text).count
  }

  static let fixtures: [String] = {
    let names = FileManager.default.enumerator(atPath: Repository.fixtures.path)?.allObjects
    let files = (names ?? []).compactMap { $0 as? String }
    return files.filter { $0.hasSuffix("json") && !$0.contains("validate/") }.sorted()
  }()

  @Test(arguments: fixtures)
  func showsEveryCardOnce(_ name: String) throws {
    let file = Repository.fixtures.appending(path: name).path
    let counted = CommandRun(arguments: ["filter", "--count", file])
    let expected = try counted.result()
    let page = try page([file], status: expected.status)
    #expect("\(ids(page).count)\n" == expected.text)
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test(arguments: ["1", "3"])
  func hasTheOrderOfTheFeed(_ jobs: String) throws {
    // Enough cards that some are dropped while others are still being read.
    let cards = SampleCards.make(4000, words: 10).joined(separator: "\n")
    let sort = ["filter", "--sort", "feed", "--limit", "20", "--ids"]
    let expected = try lines(sort, cards)
    let page = try page(["--limit", "20", "--jobs", jobs], cards)
    #expect(ids(page) == expected)
    #expect(page.contains("3,980 of 4,000 cards are left out"))
  }

  @Test func saysNothingOfCardsLeftOutWhenThereAreNone() throws {
    #expect(try !page([PageTests.feed]).contains("id=\"left-out\""))
    #expect(try page(["--limit", "0", PageTests.feed]).contains("15 of 15 cards are left out"))
    let many = (0..<501).map { #"{"id":"\#($0)","tp":"text_announcement","ca":1,"tt":"a"}"# }
    let page = try page([], many.joined(separator: "\n"))
    #expect(ids(page).count == 500)
    #expect(page.contains("1 of 501 cards are left out"))
  }

  @Test func saysHowManyExtrasAreLeftOut() throws {
    func page(extras count: Int) throws -> String {
      let extras = (0..<count).map { #""k\#($0)":"v""# }.joined(separator: ",")
      return try self.page(
        [], #"{"id":"a","tp":"text_announcement","ca":1,"tt":"a","ds":"b","e":{\#(extras)}}"#)
    }
    let whole = try page(extras: 1000)
    #expect(count("<dt>extras.<wbr>", in: whole) == 1000)
    #expect(!whole.contains(" more)"))
    let cut = try page(extras: 2003)
    #expect(count("<dt>extras.<wbr>", in: cut) == 1000)
    #expect(cut.contains("<dt>extras</dt><dd>… (1,003 more)</dd>"))
  }

  @Test(arguments: ["feed.json", "feed-with-mistakes.json", "shapes/rest.ndjson"])
  func hasTheFindingsOfValidate(_ name: String) throws {
    let file = Repository.fixtures.appending(path: name).path
    let check = ["validate", "--no-config", "--to", "ndjson", "--at", "2026-11-20T12:00:00Z", file]
    let findings = try lines(check)
    let counted = try CommandRun(arguments: ["filter", "--count", file]).result()
    let page = try page([file], status: counted.status)
    for severity in ["error", "warning", "info"] {
      let expected = findings.count { $0.contains(#""severity":"\#(severity)""#) }
      #expect(count("<li class=\"\(severity)\">", in: page) == expected, "\(severity)s")
    }
  }

  @Test func showsWhatIsWrongWithTheInput() throws {
    let page = try page([], "{\"id\":\"a\",\"ca\":1}\n{\"id\":}\n", status: 1)
    #expect(ids(page) == ["a"])
    #expect(page.contains("About the input"))
    #expect(page.contains("<code>json/syntax</code> at &lt;stdin&gt;:2:7"))
  }

  @Test func comparesCardsWithEachOther() throws {
    let twice = #"[{"id":"a","tp":"control","ca":2},{"id":"a","tp":"control","ca":1}]"#
    #expect(try count("<code>feed/duplicate-id</code>", in: page([], twice)) == 1)
  }

  @Test func loadsImagesOnlyWhenAsked() throws {
    let without = try page([PageTests.feed])
    #expect(without.contains("img-src 'none'"))
    #expect(!without.contains("<img"))
    #expect(without.contains("viewBox=\"0 0 1333 1000\""))
    let with = try page(["--images", PageTests.feed])
    #expect(with.contains("img-src https: data:"))
    #expect(with.contains("src=\"https://cdn.example.com/cards/winter-roast.png\""))
    let insecure =
      #"{"id":"a","tp":"banner_image","ca":1,"i":"http://example.com/a.png"}"#
    #expect(try !page(["--images"], insecure).contains("<img"))
    let picture = "data:image/png;base64," + String(repeating: "AAAA", count: 5000)
    let inside = #"{"id":"a","tp":"banner_image","ca":1,"i":"\#(picture)"}"#
    #expect(try page(["--images"], inside).contains("src=\"\(picture)\""))
  }

  @Test(arguments: [
    ("1.5", "1500"), ("\"0.8\"", "800"), ("0", "1333"), ("-1", "1333"), ("1E400", "1333"),
    ("1e-9", "1333"), ("0.01", "250"), ("99", "6000"), ("true", "1333"),
  ])
  func placeholdersHaveTheProportionsOfTheCard(_ ratio: String, _ width: String) throws {
    let card =
      #"{"id":"a","tp":"banner_image","ca":1,"i":"https://example.com/a.png","ar":\#(ratio)}"#
    #expect(try page([], card).contains("viewBox=\"0 0 \(width) 1000\""))
  }

  @Test func showsLocalItemsBesideTiles() throws {
    let items = Repository.fixtures.appending(path: "local-feed.json").path
    let page = try page(["--feed", items, PageTests.feed])
    #expect(count("<article class=\"item\"", in: page) == 3)
    #expect(page.contains("<p dir=\"auto\" class=\"name\">Oat drink</p>"))
    #expect(page.contains("<p dir=\"auto\" class=\"price\">2.2</p>"))
    #expect(page.contains("papers.png"))
  }

  @Test func saysWhyACardBecomesNothing() throws {
    let card = #"{"id":"a","tp":"text_announcement","ca":1,"tt":"t","e":{"class_type":"group"}}"#
    let page = try page([], card)
    #expect(page.contains("becomes nothing<bdi></bdi>"))
    #expect(page.contains("<bdi>group: title: needs description"))
    let other = try self.page([], #"{"id":"a","tp":"control","ca":1}"#)
    #expect(other.contains("becomes nothing<bdi>: it has no class type</bdi>"))
  }

  @Test func drawsObjectsOfTheTeamsOwn() throws {
    let folder = try ScratchFolder()
    let registry = try folder.write(
      "classes.json",
      #"{"classes":{"store":{"object":"Store","properties":{"name":{"from":["title"]},"#
        + #""city":{"from":["extras.city"]}}}}}"#)
    let card =
      #"{"id":"a","tp":"text_announcement","ca":1,"tt":"Ulm <1>","#
      + #""e":{"class_type":"store","city":"Ulm & Neu-Ulm"}}"#
    let page = try page(["--classes", registry], card)
    #expect(page.contains("data-place=\"objects\""))
    #expect(page.contains("class=\"name\">Ulm &lt;1&gt;</p>"))
    #expect(page.contains("<dt><bdi>city</bdi></dt><dd><bdi>Ulm &amp; Neu-Ulm</bdi></dd>"))
  }

  @Test func hidesControlCards() throws {
    let card =
      #"{"id":"a","tp":"control","ca":1,"e":{"class_type":"coupon_code","#
      + #""discount_percentage":"5"}}"#
    let page = try page([], card)
    #expect(count("<b>Invisible</b>", in: page) == 2)
    #expect(!page.contains("class=\"percent\""))
  }

  @Test func keepsTheOldPageWhenReadingFails() throws {
    let folder = try ScratchFolder()
    let target = try folder.write("page.html", "old")
    _ = try page(["-o", target, PageTests.feed, folder.path("missing.json")], status: 3)
    #expect(try folder.text("page.html") == "old")
    _ = try page(["-o", target, PageTests.feed])
    #expect(try folder.text("page.html").hasPrefix("<!doctype html>"))
  }
}
