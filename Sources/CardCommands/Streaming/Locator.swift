import CardJSON
import ContentCardKit

/// Computes lines and columns in one block.
struct Locator {
  private let task: BlockTask
  private let entry: TextPosition
  private let container: (offset: Int, position: TextPosition)?
  private var positions: TextPositions
  /// The start of the bytes that have locations, from the start of the input.
  private let start: Int

  /// Creates a locator for the block of `task`, which begins at `position`.
  ///
  /// - Parameter container: the start of an array or envelope that begins before the block.
  init(
    _ task: BlockTask, _ position: TextPosition,
    container: (offset: Int, position: TextPosition)? = nil
  ) {
    (self.task, self.container) = (task, container)
    entry = position
    let mark = min(task.markLength, task.bytes.count)
    start = task.offset + mark
    let bytes = task.bytes.view
    positions = TextPositions(in: bytes.slice(mark..<bytes.count), from: position)
  }

  /// Returns the location of the byte at offset `target` of the input.
  mutating func position(of target: Int) -> TextPosition {
    if !task.map.isEmpty {
      return task.map.position(of: max(target - task.offset, 0), in: task.bytes.view)
    }
    if target < task.offset {
      if let rest = task.restOfArray, rest.offset == target { return rest.position }
      if let container, container.offset == target { return container.position }
      return entry
    }
    return positions.position(of: target - start)
  }

  /// Returns the text at a range of offsets of the input; nil if it is too long to be repeated.
  func text(in range: Range<Int>) -> String? {
    guard range.lowerBound >= task.offset, range.count <= Locator.gapLimit else { return nil }
    return task.bytes.view.slice(range.lowerBound - task.offset..<range.upperBound - task.offset)
      .text
  }

  /// The maximum number of bytes between two edits of a fix that are repeated in a report.
  private static let gapLimit = 1 << 14

  /// Returns the offset in the source file of the byte at offset `target` of the input.
  func source(of target: Int) -> Int {
    task.map.isEmpty ? target : task.map.source(of: max(target - task.offset, 0))
  }

  /// Returns the location after the last byte of `range`, whose first byte is at `first`.
  mutating func end(of range: Range<Int>, from first: TextPosition) -> TextPosition {
    if !task.map.isEmpty { return position(of: range.upperBound) }
    // The rest of an array may end at the start of the block.
    if range.upperBound == task.offset, range.count > 1 { return entry }
    guard range.upperBound > task.offset else {
      // The range is the bracket of a container before the block: one byte, one column.
      var end = first
      if range.count == 1 { end.advance(over: ByteView("{")) }
      return end
    }
    return positions.end(of: range.lowerBound - start..<range.upperBound - start, from: first)
  }
}

extension TextPosition {
  /// Returns a note about the start of the invalid value, if it is on another line.
  func note(inValueAt start: TextPosition) -> String {
    guard start.line != line else { return "" }
    // Without interpolation, which takes twice as long: an input may have millions of notes.
    return " (in the value that begins at " + String(start.line) + ":" + String(start.column) + ")"
  }
}
