import ContentCardKit
import CardJSON
import Testing

@testable import CardProcessing

/// Cards in XML and in bodies of HAR files.
@Suite struct XMLCarrierTests {
  private static let preferences = """
    <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
    <map>
        <string name="user">someone</string>
        <string name="a">{&quot;id&quot;:&quot;a&quot;,&quot;tp&quot;:&quot;short_news&quot;,&quot;ca&quot;:1,&quot;tt&quot;:&quot;x &lt;b&gt; &amp; y&#33;&quot;}</string>
        <string name="b"><![CDATA[{"id":"b","tp":"control","ca":1}]]></string>
        <set name="dismissed">
            <string>a&amp;b</string>
        </set>
    </map>
    """

  @Test func entitiesAreDecoded() {
    let whole = CarrierDriver(xml: XMLCarrierTests.preferences)
    let values =
      #"{"id":"a","tp":"short_news","ca":1,"tt":"x <b> & y!"}"# + "\n"
      + #"{"id":"b","tp":"control","ca":1}"# + "\n"
    #expect(whole.values == values)
    #expect(whole.lines == [4, 5])
    #expect(whole.state == [StoredState(id: "a&b", kind: .dismissed)])
    for step in [1, 3, 17] {
      #expect(CarrierDriver(xml: XMLCarrierTests.preferences, step: step) == whole)
    }
  }

  @Test(arguments: [1, 2, 5, 100])
  func bodiesAreDecodedInPieces(step: Int) {
    func decoded(_ text: String, isBase64: Bool) -> String {
      var body = HARBody(isBase64: isBase64)
      var output = ByteBuffer()
      var rest = Array(text.utf8)
      var held = 0
      while true {
        held = min(held + step, rest.count)
        var piece = ByteBuffer(rest[..<held])
        let isFinal = held == rest.count
        let count = body.decode(piece.sealed(), isFinal: isFinal, into: &output)
        rest.removeFirst(count)
        held -= count
        if isFinal { break }
      }
      return output.view.text
    }
    #expect(decoded(#"{\"a\":\"\u00fc\ud83d\ude00\n\"}"#, isBase64: false) == "{\"a\":\"ü😀\n\"}")
    #expect(decoded("eyJhIjoxfQ==", isBase64: true) == #"{"a":1}"#)
  }

  @Test(arguments: [("", nil), (" \n", nil), ("\n {\"log\":{}}", 2)])
  func textAfterAnArchiveIsAnError(rest: String, line: Int?) {
    var index = HARIndex()
    var bytes = ByteBuffer(Array("{\"log\":{\"entries\":[]}}\(rest)".utf8))
    index.take(bytes.sealed())
    #expect(index.problem?.place.position.line == line)
    #expect(index.problem?.place.position.column == line.map { _ in 2 })
  }

  @Test func entriesAreOrderedByTheirInstants() {
    let har = #"""
      {"log":{"entries":[
      {"startedDateTime":"2026-11-21T09:00:00+02:00","response":{"content":{"text":"{\"n\":2}"}}},
      {"startedDateTime":"2026-11-21T06:30:00Z","request":{"postData":{"text":"{}"}},
       "response":{"content":{"text":"e30=","encoding":"base64"}}}
      ]}}
      """#
    for step in [1, 10, 10_000] {
      var index = HARIndex()
      var bytes = Array(har.utf8)[...]
      while !bytes.isEmpty {
        var piece = ByteBuffer(bytes.prefix(step))
        index.take(piece.sealed())
        bytes = bytes.dropFirst(step)
      }
      #expect(index.problem == nil)
      let bodies = index.ordered()
      #expect(bodies.map(\.entry) == [1, 1, 0])
      #expect(bodies.map(\.isRequest) == [true, false, false])
      #expect(bodies.map(\.isBase64) == [false, true, false])
      #expect(bodies.map(\.place.position.line) == [3, 4, 2])
    }
  }
}
