import CardProcessing
import CardJSON
import Testing

@testable import CardRules

/// Text that is Liquid, and other braces that are not.
@Suite struct LiquidTests {
  @Test(arguments: [
    ("{{${first_name}}}", true), ("Hi {{a}}", true), ("{% if a %}b{% endif %}", true),
    ("{{a", false), ("a}}", false), ("{%a", false), ("%}", false), ("{ {a} }", false),
    ("@media print{a{b:c}}", false), ("100%}", false), ("", false), ("{", false), ("{{", false),
    ("{{a}", false), ("{{}}", true), ("{%%}", true), ("{{a}{%b%}", true),
    ("{%a{{b{%c{{d}}", true), ("{{a{%b{{c%}", true), ("{%{{{%{{", false),
  ]) func pairsCount(_ text: String, _ stands: Bool) {
    #expect(ByteBuffer(text.utf8).read { LiquidTag.first(in: $0) != nil } == stands)
  }

  @Test("delimiters are seen wherever they stand, with few others")
  func delimiters() {
    for count in 6...40 {
      for place in 0..<count {
        for mark in ["{{", "{%", #"\u007b"#, #"\u007B"#] where place + mark.utf8.count <= count {
          // Each byte of a delimiter, but not a delimiter.
          var bytes = (0..<count).map { Array("{x%".utf8)[$0 % 3] }
          #expect(!ByteBuffer(bytes).read { LiquidTag.mayOccur(in: $0, withEscapes: true) })
          bytes.replaceSubrange(place..<place + mark.utf8.count, with: mark.utf8)
          #expect(
            ByteBuffer(bytes).read { LiquidTag.mayOccur(in: $0, withEscapes: true) },
            "\(mark) at \(place) of \(count)"
          )
        }
      }
    }
  }

  @Test("single braces, signs and escapes of other characters are not delimiters")
  func noDelimiters() {
    for text in [#"{"a":"{ % { }","b":{"c":[{}]}}"#, #"{"a":"\u00e9\u0041\n","b":"100 %"}"#] {
      #expect(
        !ByteBuffer(text.utf8).read { LiquidTag.mayOccur(in: $0, withEscapes: true) }, "\(text)")
    }
  }

  @Test(arguments: [
    ("{{a}} {{b", 6), ("{% if a }", 0), ("{{a}", 0), ("a {{", 2),
  ]) func unclosedTagsHaveALocation(_ text: String, _ place: Int) {
    #expect(ByteBuffer(text.utf8).read(LiquidTag.unclosed) == place..<place + 2)
  }

  @Test(arguments: [
    "", "{", "}}", "{{a}}", "{% a %}{{ b }}", "a{b{c}}", "{{'{%'}}",
  ]) func closedTagsHaveNoFinding(_ text: String) {
    #expect(ByteBuffer(text.utf8).read(LiquidTag.unclosed) == nil)
  }

  /// `${…}` alone is a JavaScript template; Braze replaces only text in braces.
  @Test(arguments: ["${first_name}", "`${a}`", "{${a}}", "$%{a}%"])
  func dollarsAreNotLiquid(_ text: String) {
    #expect(ByteBuffer(text.utf8).read { LiquidTag.first(in: $0) } == nil)
  }

  @Test(arguments: [
    (#"Hi \u007b\u007bname}}"#, #"\u007b\u007bname}}"#),
    (#"\u00e9{\u007Bname\u007D\u007d!"#, #"{\u007Bname\u007D\u007d"#),
    (#"\"\u007b% if a %}\""#, #"\u007b% if a %}"#), (#"{{ \"a\" }}"#, #"{{ \"a\" }}"#),
  ]) func escapedBracesAreBraces(_ content: String, _ tag: String) throws {
    var buffer = ByteBuffer(Array("\"\(content)\"".utf8))
    let view = buffer.sealed()
    #expect(LiquidTag.mayOccur(in: view, withEscapes: true))
    var scanner = JSONScanner()
    guard case .value = scanner.scan(view) else { return #expect(Bool(false), "no JSON") }
    let document = scanner.document
    let range = try #require(document.root.firstLiquid)
    #expect(document[0].content.slice(range).text == tag)
  }

  @Test func aCardWithEscapedBracesHoldsLiquid() {
    let card = #"{"id":"a","tp":"control","ca":1,"tt":"Hi \u007b\u007bname\u007d\u007d"}"#
    let found = CardProbe(card).findings(of: "text/liquid")
    #expect(found.map(\.message) == ["unrendered Liquid: \"{{name}}\""])
    #expect(found.map(\.offset) == [41])
  }

  @Test("braces that are escaped in a string of JSON are braces")
  func escapedTwice() {
    let card =
      #"{"id":"a","tp":"control","ca":1,"e":"{\"class_type\":\"ad\",\"x\":\"\\u007b{y}}\"}"}"#
    #expect(
      CardProbe(card).findings(of: "text/liquid").map(\.message) == ["unrendered Liquid: \"{{y}}\""]
    )
  }
}
