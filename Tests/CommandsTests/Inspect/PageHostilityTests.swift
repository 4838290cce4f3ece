import CardProcessing
import CardJSON
import Foundation
import Testing

@testable import CardCommands

/// Cards whose texts try to act in the page: here by the page's bytes, in `PageBrowserTests` by
/// what a browser makes of them.
struct PageHostilityTests {
  /// Texts that would act if they were markup, a terminal's commands or the page's direction.
  static let texts = [
    "\u{1B}[31mred\u{1B}[0m\u{1B}]0;title\u{07}",
    "\u{202E}gnp.exe\u{202C}\u{2066}x\u{2069}\u{200F}",
    "one\ntwo\r\nthree\tfour\0five\u{7F}six\u{85}seven",
    "</iframe><script>alert(1)</script>", "</style><style>*{display:none}</style>",
    "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)' x='", "<!--<svg onload=alert(1)>",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>", "https://example.com/\" onclick=\"alert(1)",
    "https://example.com/'><script>alert(1)</script>", "https://example.com/\u{202E}gnp",
    "<link rel=preconnect href=//example.com>", "<META http-equiv=refresh content=0>",
    "<iframe src=https://example.com></iframe>", "&lt;script&gt;", "\u{2028}", "\u{FEFF}",
  ]

  private static func card(_ text: String, _ classType: String) throws -> String {
    let extras = [
      "class_type": classType, "html": text, "message_header": text, "message_title": text,
      "discount_percentage": "15", "tile_title": text, "tile_image": "https://example.com/\(text)",
      "tile_detail": text, "tile_tags": "a,\(text)", text: text,
    ]
    let card: [String: Any] = [
      "id": text, "tp": "captioned_image", "ca": 1_795_165_200, "tt": text, "ds": text, "i": text,
      "u": text, "dm": text, "image_alt": text, "language": text, "e": extras,
    ]
    let data = try JSONSerialization.data(withJSONObject: card, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  private static let classes = [
    "coupon_code", "home_tile", "group", "message_full_page", "message_webview", "ad_banner",
  ]

  private func page(_ options: [String], _ input: String) throws -> CommandRun.Result {
    let line = ["inspect", "--no-config", "--to", "html", "--at", "2026-11-20T12:00:00Z"] + options
    return try CommandRun(arguments: line, input: .file(Array(input.utf8))).result()
  }

  private func count(_ text: String, in page: String) -> Int {
    page.lowercased().ranges(of: text).count
  }

  @Test(arguments: texts, [[], ["--images"]])
  func textNeverActs(_ text: String, _ options: [String]) throws {
    let types = PageHostilityTests.classes + [text]
    let cards = try types.map { try PageHostilityTests.card(text, $0) }.joined(separator: "\n")
    let result = try page(options, cards)
    #expect(result.status == 0)
    let page = result.text
    // The page's own elements and nothing else.
    #expect(count("<script", in: page) == 1)
    #expect(count("</script", in: page) == 1)
    #expect(count("<style", in: page) == 1)
    #expect(count("</style", in: page) == 1)
    #expect(count("<iframe", in: page) == count("<iframe sandbox=\"\"", in: page))
    #expect(count("</iframe", in: page) == count("<iframe", in: page))
    #expect(count("<!--", in: page) == 0)
    #expect(count("<link", in: page) + count("&lt;link", in: frames(page)) == 0)
    #expect(count("<meta", in: page) == 5)
    #expect(count("&lt;meta", in: frames(page)) == 0)
    #expect(count("<article", in: page) == types.count)
    for target in page.matches(of: /href="([^"]*)"/).map(\.1) {
      #expect(target.hasPrefix("http") || target.hasPrefix("#"), "\(target)")
    }
    for source in page.matches(of: /\ src="([^"]*)"/).map(\.1) {
      #expect(source.hasPrefix("https://"), "\(source)")
    }
    #expect(result.output.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    // Within the card's own frame direction is the card's business.
    for scalar in withoutFrames(page).unicodeScalars {
      #expect(!isDirection(scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }

  /// The sources of all frames.
  private func frames(_ page: String) -> String {
    page.matches(of: /srcdoc="([^"]*)"/).map { String($0.1) }.joined(separator: "\n")
  }

  private func withoutFrames(_ page: String) -> String {
    page.replacing(/srcdoc="[^"]*"/, with: "")
  }

  private func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  @Test func framesHaveTheCardsHTML() throws {
    let html =
      "<p class=\"a\" title='b'>1 & 2</p>\n<link rel=x><LINK><meta charset=x><linker>"
      + "<iframe src=x><FRAMEset><object><Embed>"
    let result = try page([], try PageHostilityTests.card(html, "message_webview"))
    let expected =
      "srcdoc=\"&lt;p class=&quot;a&quot; title=&#39;b&#39;&gt;1 &amp; 2&lt;/p&gt;&#10;"
      + "&lt;inert-link rel=x&gt;&lt;inert-LINK&gt;&lt;inert-meta charset=x&gt;&lt;inert-linker&gt;"
      + "&lt;inert-iframe src=x&gt;&lt;inert-FRAMEset&gt;&lt;inert-object&gt;&lt;inert-Embed&gt;\""
    // The message has an address too, which comes first; a card without one shows its HTML.
    #expect(!result.text.contains(expected))
    let card =
      #"{"id":"a","ca":1,"tp":"text_announcement","tt":"t","e":{"class_type":"message_webview","html":"#
      + String(decoding: try JSONEncoder().encode(html), as: UTF8.self) + "}}"
    #expect(try page([], card).text.contains(expected))
  }

  @Test func longTextsAreCut() throws {
    var html = HTMLWriter()
    html.add("\(String(repeating: "é", count: 3000) + "<")")
    let text = html.bytes.view.text
    #expect(text == String(repeating: "é", count: 2048) + "… (1,905 bytes more)")
  }

  @Test(arguments: [
    ("https://example.com", true), ("HTTP://example.com", true), ("https://", false),
    ("javascript:alert(1)", false), ("ftp://example.com", false), ("https://example.com/ a", false),
    ("https://example.com/\na", false), ("", false), ("brazeActions://v1/x", false),
    ("example-shop://product", false), ("//example.com", false),
  ])
  func onlyWebPagesAreLinks(_ address: String, _ isLink: Bool) {
    let bytes = ByteBuffer(address.utf8)
    #expect(WebAddress.isLink(bytes.view) == isLink)
  }

  @Test(arguments: [
    ("https://example.com/a/b.png?x=/y", "b.png"), ("b.png", "b.png"),
    ("https://example.com/", "https://example.com/"), ("data:image/png;base64,AA/BB", "an image"),
    ("https://example.com/a.png#/b", "a.png"),
  ])
  func placeholdersNameTheFile(_ address: String, _ name: String) {
    let bytes = ByteBuffer(address.utf8)
    #expect(WebAddress.fileName(bytes.view).text.hasPrefix(name))
  }
}
