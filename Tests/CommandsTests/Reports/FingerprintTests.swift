import CardJSON
import CardRules
import Testing

@testable import CardCommands

@Suite struct FingerprintTests {
  private func fingerprint(
    _ source: String, rule: Rule = "card/shape", pointer: String = "/0/url",
    id: String? = "card-1", at text: String = "htp:/x", path: String = "feed.json"
  ) -> Digest {
    Fingerprint.of(
      ReportSample.finding(
        text, in: source, path: path, rule: rule, .error, "bad", pointer, 1, id), path: path)
  }

  @Test(arguments: ["card-1", nil])
  func editsElsewhereChangeNothing(_ id: String?) {
    let source = ReportSample.feed
    let before = fingerprint(source, id: id)
    #expect(fingerprint("\n\n" + source, id: id) == before)
    let moved = source.replacing("[\n", with: "[\n  {\"id\": \"card-0\"},\n")
    #expect(fingerprint(moved, pointer: "/1/url", id: id) == before)
    #expect(fingerprint(source.replacing("  {", with: "\t{"), id: id) == before)
  }

  @Test func eachPartCounts() {
    let source = ReportSample.feed
    let all = [
      fingerprint(source), fingerprint(source, rule: "card/deprecated"),
      fingerprint(source, pointer: "/0/image"), fingerprint(source, id: "card-2"),
      fingerprint(source, id: nil), fingerprint(source, path: "other.json"),
      fingerprint(source, id: nil, at: "card-2"), fingerprint(source, pointer: ""),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func textsDoNotRunIntoEachOther() {
    func digest(_ texts: [String]) -> Digest {
      var digest = Digest()
      for text in texts { digest.add(text) }
      return digest
    }
    #expect(digest(["ab", "c"]) != digest(["a", "bc"]))
    #expect(digest(["a", ""]) != digest(["a"]))
  }

  @Test func theDigestIsFNV1a() {
    // The test vectors of the algorithm's authors for 128 bits.
    #expect(Digest().text == "6c62272e07bb014262b821756295c58d")
    let bytes = ByteBuffer("a".utf8)
    #expect(Digest(of: bytes.view).text == "d228cb696f1a8caf78912b704e4a8964")
    let more = ByteBuffer("foobar".utf8)
    #expect(Digest(of: more.view).text == "343e1662793c64bf6f0d3597ba446f18")
  }

  @Test(arguments: [
    "6c62272e07bb014262b821756295c58d", "00000000000000000000000000000001",
    "ffffffffffffffffffffffffffffffff",
  ])
  func digestsAreReadBack(_ text: String) {
    #expect(Digest(text: text)?.text == text)
  }

  @Test(arguments: [
    "", "6c62", "+c62272e07bb014262b821756295c58d", "gc62272e07bb014262b821756295c58d",
    "6c62272e07bb014262b821756295c58d0",
  ])
  func otherTextIsNotADigest(_ text: String) {
    #expect(Digest(text: text) == nil)
  }

  @Test func repeatedFingerprintsBecomeUniqueAndStayTheSame() {
    func run() -> [Digest] {
      var unique = UniqueFingerprints()
      var first = Digest()
      first.add("a")
      var salted = first
      salted.add(1)
      return [first, salted, first, first, salted].map { unique.unique($0) }
    }
    #expect(Set(run()).count == 5)
    #expect(run() == run())
  }
}
