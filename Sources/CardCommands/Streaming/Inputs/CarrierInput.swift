import CardJSON
import CardPlatform
import CardProcessing

/// An open input other than plain JSON, which fills tasks with the JSON that its carrier contains.
protocol CarrierInput: AnyObject {
  /// The current part of the file, such as an entry of a HAR file; 0 for the whole file.
  var part: Int { get }
  /// A note about unread parts, or nil if everything was read.
  var note: String? { get }

  /// The number of parts whose content is not in the file.
  var unreadParts: Int { get }

  /// Advances to the next part of the file; returns false if there are no more.
  func beginPart() throws(SystemFailure) -> Bool

  /// Appends JSON to a task, together with the map of its locations.
  ///
  /// - Returns: the way the block ended. After a cut, the next block begins with a new value.
  func fill(_ task: BlockTask) throws(SystemFailure) -> InputReader.Ending
}

extension CarrierInput {
  var part: Int { 0 }
  var unreadParts: Int { 0 }

  func beginPart() -> Bool { false }
}

/// Text or XML, which is decoded while it is read.
final class DecodedInput: CarrierInput {
  private let descriptor: InputDescriptor
  private var decoder: any CarrierDecoder & ~Copyable
  private let isText: Bool
  private var raw = ByteBuffer()
  private var hasEnded = false

  /// Creates the input of an open file; `beginning` was already read if it is a pipe.
  init(
    _ carrier: Carrier, _ descriptor: InputDescriptor, _ options: StreamOptions,
    after beginning: ByteView = ByteView("")
  ) {
    self.descriptor = descriptor
    isText = carrier == .text
    decoder = isText ? TextCarrier(options.reading) : XMLCarrier(options.reading)
    raw.append(beginning)
  }

  var note: String? { decoder.output.note }

  func fill(_ task: BlockTask) throws(SystemFailure) -> InputReader.Ending {
    try decode()
    task.bytes.append(decoder.output.bytes.view)
    (task.map, task.problem) = (decoder.output.map, decoder.output.problem)
    task.isText = isText
    return decoder.isFinished ? .input : .cut
  }

  private static let step = 1 << 17

  /// Decodes values until the output is full, a problem occurs, or the input pauses or ends.
  private func decode() throws(SystemFailure) {
    decoder.output.removeAll()
    var isPaused = false
    while true {
      let consumed = decoder.decode(raw.sealed(), isFinal: hasEnded)
      raw = raw.take(from: consumed)
      if decoder.output.isFull || decoder.isFinished { return }
      if isPaused, decoder.output.bytes.count > 0 { return }
      let seen = raw.count
      let progress = try descriptor.read(into: &raw, upTo: seen + DecodedInput.step, seen: seen)
      (isPaused, hasEnded) = (progress == .paused, progress == .end)
    }
  }

  /// Decodes the whole file and returns the device state in it.
  func state() throws(SystemFailure) -> [StoredState] {
    repeat { try decode() } while !decoder.isFinished
    return decoder.output.state
  }
}
