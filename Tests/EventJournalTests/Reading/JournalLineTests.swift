import CardJSON
import Testing

@testable import EventJournal

extension LineProblem {
  /// The offset of the problem in the line, in bytes; nil for the whole line.
  fileprivate var offset: Int? {
    if case .syntax(let error) = self { error.offset } else { nil }
  }
}

/// The event of one journal line, or the reason why the line is invalid.
struct JournalLineTests {
  static let whole =
    #"{"v":1,"id":"i","time":"2026-11-21T10:00:00.123Z","event":"click","card_id":"c","#
    + #""control":false,"class_type":"ad_banner","campaign_id":"p","message_variation_id":"m","#
    + #""user_id":"u","device_id":"d","session_id":"s","properties":{"a":1.0,"b":["\u0041"]},"#
    + #""key":"k","later":[{}]}"#

  private func event(_ text: String) -> JournalEvent? {
    var reader = JournalLineReader()
    let bytes = ByteBuffer(text.utf8)
    return (try? reader.read(bytes.view)).map { JournalEvent($0) }
  }

  private func problem(_ text: String) -> LineProblem? {
    var reader = JournalLineReader()
    let bytes = ByteBuffer(text.utf8)
    do {
      _ = try reader.read(bytes.view)
      return nil
    } catch { return error }
  }

  /// A valid line in which `change` replaces `part`.
  private func changed(_ part: String, _ change: String) -> String {
    JournalLineTests.whole.replacing(part, with: change)
  }

  @Test("every field is read, unknown ones are skipped")
  func wholeLine() throws {
    let found = try #require(event(JournalLineTests.whole + "\n"))
    #expect(found.id == "i" && found.cardID == "c" && found.kind == .click)
    #expect(found.time == 1_795_255_200_123)
    #expect(found.isControl == false && found.classType == "ad_banner")
    #expect(found.campaignID == "p" && found.messageVariationID == "m")
    #expect(found.userID == "u" && found.deviceID == "d" && found.sessionID == "s")
    #expect(found.key == "k")
    #expect(
      found.properties == [
        EventProperty(name: "a", json: "1.0"), EventProperty(name: "b", json: #"["\u0041"]"#),
      ])
  }

  @Test("reads a minimal line in any order and with any escapes")
  func leastLine() throws {
    let text =
      #" { "card_id" : "\u0063\"", "event":"\u0069mpression", "time":"2026-11-21T11:00+01:00","#
      + #""id":"i","v":1, "user_id":null, "class_type":"" } "# + "\r"
    let found = try #require(event(text))
    #expect(found.cardID == "c\"" && found.kind == .impression && found.time == 1_795_255_200_000)
    #expect(found.userID == nil && found.classType == nil && found.isControl == nil)
    #expect(found.properties.isEmpty)
  }

  @Test("reads a line in place like a copy of it, whatever follows")
  func linesInPlace() {
    let line = Array(JournalLineTests.whole.utf8)
    let followers = ["\"}\n", "]}}\n", "\\\"u\"", "1234567890", String(repeating: " ", count: 80)]
    var reader = JournalLineReader()
    func words(_ read: () throws(LineProblem) -> JournalLine) -> String {
      do { return "\(JournalEvent(try read()))" } catch {
        return "\(error) \(String(describing: error.offset))"
      }
    }
    for place in line.indices {
      for replacement in ["", "\"", "\\", "}", "{", "[", ",", " ", "7", "\u{1}", "é"] {
        var cut = Array(line[..<place])
        cut.append(contentsOf: replacement.utf8)
        for changed in [cut, cut + line[(place + 1)...]] {
          let alone = ByteBuffer(changed)
          let copied = words { () throws(LineProblem) in try reader.read(alone.view) }
          for next in followers {
            var bytes = changed + [0]
            bytes.append(contentsOf: next.utf8)
            bytes.append(contentsOf: line)
            let block = ByteBuffer(bytes)
            let line = block.view.slice(0..<changed.count)
            let inPlace = words { () throws(LineProblem) in try reader.read(sealed: line) }
            #expect(inPlace == copied)
          }
        }
      }
    }
  }

  @Test("a line feed at the end is not part of the line")
  func lineFeed() {
    #expect(event(JournalLineTests.whole) == event(JournalLineTests.whole + "\n"))
    #expect(problem("\n") == .blank)
    #expect(problem("") == .blank)
    #expect(problem(" \t\r") == .blank)
  }

  @Test("reports why a line is not an event")
  func invalidLines() {
    #expect(problem("[1]") == .notAnObject)
    #expect(problem("{}") == .missing(.version))
    #expect(problem(changed(#""v":1"#, #""v":2"#)) == .otherVersion("2"))
    #expect(problem(changed(#""v":1"#, #""v":"1""#)) == .otherVersion("\"1\""))
    #expect(problem(changed(#""id":"i","#, "")) == .missing(.id))
    #expect(problem(changed(#""event":"click""#, #""event":"tap""#)) == .unknownEvent("tap"))
    #expect(problem(changed(#""event":"click""#, #""event":1"#)) == .wrongType(.event))
    #expect(problem(changed(#""card_id":"c""#, #""card_id":"""#)) == .missing(.cardID))
    #expect(problem(changed(#""card_id":"c""#, #""card_id":null"#)) == .missing(.cardID))
    #expect(problem(changed(#""user_id":"u""#, #""user_id":7"#)) == .wrongType(.userID))
    #expect(problem(changed(#""control":false"#, #""control":0"#)) == .wrongType(.isControl))
    #expect(problem(changed(#"{"a":1.0,"b":["\u0041"]}"#, "[]")) == .wrongType(.properties))
    let plain = #"{"v":1,"id":"i","time":"2026-11-21","event":"click","card_id":"c""#
    #expect(problem(plain + #","control":"true"}"#) == .wrongType(.isControl))
    #expect(problem(plain + #","properties":"{}"}"#) == .wrongType(.properties))
    #expect(problem(plain + #","newer":"text","newest":1}"#) == nil)
    let time = "2026-11-21T10:00:00.123Z"
    #expect(problem(changed(time, "yesterday")) == .badTime("yesterday"))
    #expect(problem(changed(time, "1795255200")) == .badTime("1795255200"))
  }

  @Test("reports where a line is not JSON")
  func syntax() throws {
    let cut = try #require(problem(#"{"v":1,"id":"#))
    #expect(cut.offset == 12)
    let rest = try #require(problem(JournalLineTests.whole + "x"))
    #expect(rest.offset == JournalLineTests.whole.utf8.count)
    #expect(problem("{\"v\":1\0}")?.offset == 6)
    let deep = String(repeating: "[", count: 60_000)
    #expect(problem(deep)?.description == "not an event: nested deeper than 512 levels")
  }

  @Test("a line of 64 KiB with its line feed is the longest")
  func longestLine() {
    func line(_ length: Int) -> String {
      let start = #"{"v":1,"id":"i","time":"2026-11-21","event":"click","card_id":""#
      let filler = String(repeating: "c", count: length - start.utf8.count - 2)
      return start + filler + "\"}"
    }
    #expect(event(line(65_535)) != nil)
    #expect(event(line(65_535) + "\n") != nil)
    #expect(problem(line(65_536)) == .tooLong)
  }

  @Test("a message quotes only the first characters of a long text")
  func longTexts() throws {
    let text = String(repeating: "é", count: 5000)
    let found = try #require(problem(changed("click", text)))
    #expect(found.description.contains(String(repeating: "é", count: 40) + "…\""))
    #expect(found.description.count < 200)
  }

  @Test("the last of two equal keys wins")
  func repeatedKeys() {
    #expect(event(changed(#""key":"k""#, #""card_id":"other""#))?.cardID == "other")
  }
}
