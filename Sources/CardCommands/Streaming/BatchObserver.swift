@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import CardPlatform

/// Looks at what came of the blocks, in the order of the input.
protocol BatchObserver: AnyObject {
  /// Looks at the batch of a block that begins at `position`, before its rows are written; it may
  /// change them.
  func observe(_ task: BlockTask, at position: TextPosition) throws(SystemFailure)

  /// Looks at what came of cards that a device holds, before their rows are written; it may change
  /// them.
  ///
  /// - Parameter origin: where the card with this number was read.
  func observe(_ batch: inout Batch, origin: (Int) -> CardOrigin)

  /// Writes rows that come after those of all batches.
  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure)
}

extension BatchObserver {
  func observe(_ batch: inout Batch, origin: (Int) -> CardOrigin) {}

  func end(_ write: (ByteView) throws(SystemFailure) -> Void) throws(SystemFailure) {}
}
