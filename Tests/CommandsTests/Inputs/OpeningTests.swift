import CardJSON
import CardProcessing
import Foundation
import TestSupport
import Testing

@testable import CardCommands

#if canImport(Glibc)
  import Glibc
#endif

/// Inputs are opened once, and decided once from their first bytes.
@Suite struct OpeningTests {
  #if os(Linux)
    @Test(arguments: [
      ["filter"], ["convert", "--as", "card"], ["validate"], ["validate", "--files"], ["inspect"],
      ["filter", "--merge"],
    ])
    func eachFileIsOpenedOnce(_ command: [String]) throws {
      let folder = try ScratchFolder()
      let card = #"{"id":"a","tp":"short_news","ca":1,"tt":"ab.storage.cc.k"}"#
      let map = "<map><string name=\"a\">{&quot;id&quot;:&quot;a&quot;}</string></map>"
      let texts = [
        ("json", card), ("ndjson", card), ("xml", map), ("log", "D/Braze( 1): \(card)\n"),
        ("har", #"{"log":{"version":"1.2","entries":[]}}"#),
      ]
      let names = (0..<200).map { "\($0).\(texts[$0 % texts.count].0)" }
      for (number, name) in names.enumerated() {
        try folder.write(name, texts[number % texts.count].1)
      }
      let counter = try OpenCounter(folder.path)
      var run = CommandRun(arguments: command + names + ["--no-config"])
      run.directory = folder.path
      _ = try run.result()
      #expect(try counter.count() == names.count)
    }
  #endif

  /// The lengths of texts of which the rest decides nothing.
  @Test(
    arguments: [
      ("{\"id\":\"a\"}\n", "{}"), ("\n \u{FEFF}\n", "x"), ("D/Braze( 1): a\n", "b\n"),
      ("[\n{\"id\":\"a\",\"e\":{}},\n", "{}]"), ("{\"cards\":[\n{\"id\":\"a\"},\n", "]}"),
      ("{\n\"log\": {\n\"version\":\"1.2\",\n\"pages\":[\n{}\n]},\n\"a\":[\n{}\n", "]}"),
      ("{\"a\\\"[\":1}\n", "{}"), ("[ 11-20 09:00 D/Braze ]\n", "{"), ("{\"a\n", "\"}"),
      ("\u{FEFF}{}\n", "{}"), ("}{}[\n", "{"), ("]]}{[\"{\n", "{"),
    ])
  func theFirstLinesDecide(_ start: String, _ rest: String) {
    let bytes = Array((start + rest).utf8)
    for count in 0...bytes.count {
      var buffer = ByteBuffer(bytes[..<count])
      let found = Carrier.decidingCount(buffer.sealed(), isFinal: false)
      #expect(found == (count < start.utf8.count ? nil : start.utf8.count), "\(count)")
    }
  }

  @Test(
    arguments: [
      (#"{"log":{"version":"1.2","#, true), (#"{"log":{"comment":"a","creator":{"#, true),
      ("\n{ \"log\" : {\"_x\":[{}],\n \"entries\": [", true), (#"{"log":{"pages":[]"#, true),
      (#"{"log":{"level":"info"},"data":[]}"#, false), (#"{"log":{"version":3},"data":[]}"#, false),
      (#"{"log":{"a":{"entries":[]}},"data":[]}"#, false), (#"{"log":{}}"#, false),
      (#"{"log":{"comment":"a"#, false), (#"{"log":{"entries""#, false), (#"{"log":{"#, false),
      (#"{"a":1,"log":{"entries":[]}}"#, false),
    ])
  func anArchiveHasItsKeys(_ text: String, _ isArchive: Bool) {
    var bytes = ByteBuffer(Array(text.utf8))
    let carrier = Carrier(beginning: bytes.sealed(), name: "a.json")
    #expect((carrier == .har) == isArchive)
  }

  @Test func theBeginningIsLimited() {
    var long = ByteBuffer(Array(repeating: UInt8(ascii: "["), count: 5000))
    #expect(Carrier.decidingCount(long.sealed(), isFinal: false) == Carrier.beginningSize)
    var short = ByteBuffer(Array("[1".utf8))
    #expect(Carrier.decidingCount(short.sealed(), isFinal: true) == 2)
    #expect(Carrier.decidingCount(short.sealed(), isFinal: false) == nil)
  }
}

#if os(Linux)
  /// Counts how often files in a directory are opened.
  private final class OpenCounter {
    private let descriptor: Int32

    init(_ directory: String) throws {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0, inotify_add_watch(descriptor, directory, UInt32(IN_OPEN)) >= 0 else {
        throw SystemError.failed("inotify", errno)
      }
    }

    deinit { close(descriptor) }

    /// The number so far, without openings of the directory itself.
    func count() throws -> Int {
      var count = 0
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let size = read(descriptor, &buffer, buffer.count)
        if size <= 0 { return count }
        // An event has a header of 16 bytes, the last four of which are the length of its name.
        var position = 0
        while position < size {
          let length = buffer[position + 12..<position + 16].reversed().reduce(0) {
            $0 << 8 | Int($1)
          }
          if length > 0 { count += 1 }
          position += 16 + length
        }
      }
    }
  }
#endif
