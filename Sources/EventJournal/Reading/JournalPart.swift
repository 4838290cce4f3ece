@_spi(CardTool) import CardJSON
import CardPlatform

/// A part of a file of a journal, some whole lines, which one thread reads.
package struct JournalPart: Sendable {
  let file: JournalFile
  let descriptor: Int32
  /// From the beginning of a line to the end of one, in bytes.
  let range: Range<Int>

  /// Reads all lines of the part.
  ///
  /// - Parameter visit: is given an event or a problem and the bytes of the line, good until it
  ///   returns, and the line's number in the part, from 1.
  /// - Returns: how many lines there are.
  /// - Throws: `SystemFailure` when the file cannot be read.
  package func read(
    _ visit: (JournalLineReader.Outcome, ByteView, Int) -> Void
  ) throws(SystemFailure) -> Int {
    var lines = JournalLines(file, descriptor, from: range.lowerBound, to: range.upperBound)
    while let finding = try lines.nextWhole() { visit(finding, lines.bytes, lines.number) }
    return lines.number
  }
}

extension JournalReader {
  /// The whole lines that the next file has now, in parts for several threads; nil where the file
  /// is none that can be read at several places, or there is none.
  ///
  /// Whoever reads them calls `goOn` or `giveUp` then, and `next` for what comes after them.
  ///
  /// - Parameters:
  ///   - count: how many parts there are at most.
  ///   - least: how many bytes a part has, but for the line at its end.
  package mutating func parts(_ count: Int, least: Int) -> [JournalPart]? {
    guard let open = beginFile(), open.status.kind == .regular else { return nil }
    let size = open.status.size
    let count = min(count, size / max(least, 1))
    guard count > 1 else { return nil }
    var parts: [JournalPart] = []
    var start = 0
    for number in 1...count {
      // What cannot be read here cannot be read by `next` either, which says so.
      let place = number == count ? size : size / count * number
      guard let end = try? JournalLines.lineEnd(in: open, from: place, to: size) else {
        return nil
      }
      if end > start {
        parts.append(
          JournalPart(file: open.file, descriptor: open.descriptor, range: start..<end))
        start = end
      }
    }
    return parts
  }
}

extension JournalLines {
  /// Where a line ends: the first one that ends at `place` or after it, else the last one that
  /// ends before `size`.
  fileprivate static func lineEnd(in file: OpenJournalFile, from place: Int, to size: Int)
    throws(SystemFailure) -> Int
  {
    var step = JournalLine.maximumLength
    var start = max(0, place - 1)
    while true {
      var lines = JournalLines(file.file, file.descriptor, from: start, to: size)
      if try lines.nextWhole() != nil {
        while lines.nextOffset < place, try lines.nextWhole() != nil {}
        return lines.nextOffset
      }
      if start == 0 { return 0 }
      start = max(0, start - step)
      step *= 2
    }
  }
}
