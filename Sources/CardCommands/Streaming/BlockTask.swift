import CardJSON
import CardPlatform
import ContentCardKit

/// A block of an input on its way from the `InputReader` through a worker to the `OrderedWriter`.
///
/// A task belongs to one thread at a time; the `BlockPipeline` passes it on.
final class BlockTask: @unchecked Sendable {
  /// The number of the task in the order of the input, from 0.
  var ticket = 0
  /// The index of the input.
  var input = 0
  var bytes = ByteBuffer()
  /// The start of the block, in bytes from the start of the input.
  var offset = 0
  /// The path to record in the cards of the block; nil if cards need no locations.
  var path: ByteView?
  /// The 1-based line in which the block begins; valid only if there is a path.
  var line = 1
  /// The time of the request that the input answers, in epoch milliseconds; nil if unknown.
  var requestTime: Int64?
  /// The user id in that request.
  var requestUser: String?
  var isFinal = false
  var endsAtLine = false
  /// The reading state at the start of the block, which may be a guess.
  var entry = ReadingState()
  /// The state that a device stored, which counts from the block on; nil for that before it.
  var stored: DeviceHistory?
  /// The source locations of the bytes; empty for plain JSON.
  var map = SourceMap()
  /// The problem after the bytes, if any.
  var problem: ReadingProblem.Reason?
  /// Whether the bytes were decoded from another format.
  var isDecoded = false
  /// How the findings of the file are reported.
  var role = FileRole.ours
  /// Whether the bytes are a whole template of a request body.
  var isTemplate = false
  /// Whether the bytes come from text such as a log, which may print booleans as 0 and 1.
  var isText = false
  /// The start of an array in an earlier block, whose end was not found yet.
  var restOfArray: RestOfArray?
  /// The reason why the input could not be opened or read.
  var failure: SystemFailure?

  var batch: Batch
  var end = BlockEnd()
  /// The lines and columns that the consumed bytes span.
  var extent = TextExtent.zero

  init(_ batch: consuming Batch) { self.batch = batch }

  /// Clears the task for another block.
  func reset() {
    bytes.removeAll()
    bytes.shrink(to: BlockTask.keptCapacity)
    (isFinal, endsAtLine, isText, isDecoded, role) = (false, false, false, false, .ours)
    (problem, restOfArray, failure, requestTime, requestUser) = (nil, nil, nil, nil, nil)
    stored = nil
    map.removeAll()
    batch.removeAll()
    (end, extent) = (BlockEnd(), .zero)
  }

  /// Whether there is a block to read, which may be empty.
  var hasBytes: Bool { failure == nil || bytes.count > 0 }

  /// The length of a skipped byte order mark in bytes; the mark does not count as a column.
  var markLength: Int { offset == 0 && end.consumed >= 3 && bytes.view[0] == 0xEF ? 3 : 0 }

  private static let keptCapacity = 1 << 20

  /// The number of problems after which a block is delivered in parts, because a finding takes more
  /// memory than the bytes it is about.
  static let maximumProblemCount = 1 << 12
}

/// The start of an array whose end is being searched for: its offset, line and column.
struct RestOfArray {
  let offset: Int
  let position: TextPosition
}
