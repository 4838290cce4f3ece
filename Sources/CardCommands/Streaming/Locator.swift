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
  /// - Parameter container: the start of the array or envelope that began before the block.
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

  /// The location of the byte at `target` of the input.
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

  /// The offset in the file of the byte at `target`.
  func source(of target: Int) -> Int {
    task.map.isEmpty ? target : task.map.source(of: max(target - task.offset, 0))
  }

  /// The location after the last byte of `range`, whose first byte is at `place`.
  mutating func end(of range: Range<Int>, from place: TextPosition) -> TextPosition {
    if !task.map.isEmpty { return position(of: range.upperBound) }
    // The rest of an array may end at the start of the block.
    if range.upperBound == task.offset, range.count > 1 { return entry }
    guard range.upperBound > task.offset else {
      // Only the bracket of a container is before the block: one byte, one column.
      var end = place
      if range.count == 1 { end.advance(over: ByteView("{")) }
      return end
    }
    return positions.end(of: range.lowerBound - start..<range.upperBound - start, from: place)
  }
}

extension TextPosition {
  /// A note about where the invalid value around this location begins, if that is on another line.
  func note(inValueAt start: TextPosition) -> String {
    guard start.line != line else { return "" }
    // Without interpolation, which takes twice as long: an input may have millions of notes.
    return " (in the value that begins at " + String(start.line) + ":" + String(start.column) + ")"
  }
}
