import CardJSON
import Platform

/// Looks at what came of the blocks, in the order of the input.
protocol BatchObserver: AnyObject {
  /// Looks at the batch of a block that begins at `position`, before its rows are written; it may
  /// change them.
  func see(_ task: BlockTask, at position: TextPosition)

  /// Writes rows that stand behind those of all batches.
  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure)
}

extension BatchObserver {
  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {}
}
