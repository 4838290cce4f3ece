import CardJSON
import Testing

@testable import CardRules

/// What counts as Liquid, and what does not.
@Suite struct LiquidTests {
  @Test(arguments: [
    ("{{${first_name}}}", true), ("Hi {{a}}", true), ("{% if a %}b{% endif %}", true),
    ("{{a", false), ("a}}", false), ("{%a", false), ("%}", false), ("{ {a} }", false),
    ("@media print{a{b:c}}", false), ("100%}", false), ("", false), ("{", false), ("{{", false),
    ("{{a}", false), ("{{}}", true), ("{%%}", true), ("{{a}{%b%}", true),
  ]) func pairsCount(_ text: String, _ stands: Bool) {
    #expect(ByteBuffer(text.utf8).read { LiquidTag.first(in: $0) != nil } == stands)
  }

  @Test(arguments: [
    ("{{a}} {{b", 6), ("{% if a }", 0), ("{{a}", 0), ("a {{", 2),
  ]) func whatIsNotClosedHasAPlace(_ text: String, _ place: Int) {
    #expect(ByteBuffer(text.utf8).read(LiquidTag.unclosed) == place..<place + 2)
  }

  @Test(arguments: [
    "", "{", "}}", "{{a}}", "{% a %}{{ b }}", "a{b{c}}", "{{'{%'}}",
  ]) func whatIsClosedHasNone(_ text: String) {
    #expect(ByteBuffer(text.utf8).read(LiquidTag.unclosed) == nil)
  }
}
