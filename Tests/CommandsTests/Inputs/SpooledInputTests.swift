import CardJSON
import CardPlatform
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// A run that reads its inputs twice keeps the content of a pipe.
struct SpooledInputTests {
  @Test func aPipeIsReadTwice() throws {
    let text = String(repeating: "0123456789", count: 100_000)
    let ends = Pipe()
    let writer = Thread {
      try? ends.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? ends.fileHandleForWriting.close()
    }
    writer.start()
    let folder = try ScratchFolder()
    let regular = try folder.write("a.json", "[]")
    let console = Console(
      input: ends.fileHandleForReading.fileDescriptor, output: 1, error: 2, environment: [:],
      now: CommandRun.now, processors: 1)
    let selection = try InputSelection(CardOptions(), console, files: RunFiles(console))
    let inputs = try InputFiles(
      [regular, "-", folder.path("missing")], console, selection: selection
    )
    .spooled()
    #expect(inputs.files.map { $0.spool != nil } == [false, true, false])
    for _ in 0..<2 {
      let input = try InputDescriptor(inputs.files[1], console)
      defer { input.close() }
      var bytes = ByteBuffer()
      _ = try input.read(into: &bytes, upTo: text.utf8.count + 1)
      #expect(bytes.view.text == text)
    }
  }
}
