import Foundation
import Testing

/// Cards with hostile strings: checks the bytes of the page, while `PageBrowserTests` checks it in
/// a browser.
struct PageHostilityTests {
  /// Strings with markup, terminal commands or characters that change the text direction.
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

  @Test(arguments: texts, [[], ["--images"]])
  func textNeverActs(_ text: String, _ options: [String]) throws {
    let types = PageHostilityTests.classes + [text]
    let cards = try types.map { try PageHostilityTests.card(text, $0) }.joined(separator: "\n")
    let result = try page(options, cards)
    #expect(result.status == 0)
    // The template's own elements and nothing else: cards are JSON without `<`.
    #expect(elements(result.text) == elements(try page(options, "[]").text))
    #expect(result.output.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    for scalar in result.text.unicodeScalars where isDirection(scalar) {
      Issue.record("U+\(String(scalar.value, radix: 16))")
    }
    #expect(try PageTests.Page(result.text).cards.count == types.count)
  }

  /// The number of each tag outside of the script and the style.
  private func elements(_ page: String) -> [String: Int] {
    let tags = page.matches(of: /<[a-zA-Z\/!][a-zA-Z0-9-]*/).map { String($0.0).lowercased() }
    return tags.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
