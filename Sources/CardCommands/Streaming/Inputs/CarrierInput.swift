import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

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
  /// The offset of the next bytes to read without moving the read position; nil to read on.
  private var offset: Int?
  private var hasEnded = false

  /// Creates the input of an open file.
  init(_ carrier: Carrier, of input: OpenedInput, _ options: StreamOptions) {
    descriptor = input.descriptor
    isText = carrier == .text
    decoder =
      isText
      ? TextCarrier(options.reading, readsMessages: options.carrier == .text)
      : XMLCarrier(options.reading)
    raw.append(input.beginning)
  }

  var note: String? { decoder.output.note }

  func fill(_ task: BlockTask) throws(SystemFailure) -> InputReader.Ending {
    try decode()
    task.bytes.append(decoder.output.bytes.view)
    (task.map, task.problem) = (decoder.output.map, decoder.output.problem)
    task.isText = isText
    let states = decoder.output.takeStates()
    if isText, !states.isEmpty { task.stored = DeviceHistory(states) }
    return decoder.isFinished ? .input : .cut
  }

  private static let step = 1 << 17

  /// Decodes values until the output is full, a problem occurs, or the input pauses or ends.
  private func decode() throws(SystemFailure) {
    decoder.output.removeAll()
    // Bytes that were read already may contain whole records.
    var isPaused = true
    while true {
      let consumed = decoder.decode(raw.sealed(), isFinal: hasEnded)
      raw = raw.take(from: consumed)
      if decoder.output.isFull || decoder.isFinished { return }
      if isPaused, decoder.output.bytes.count > 0, !decoder.output.isInTable { return }
      let seen = raw.count
      if let offset {
        let count = try descriptor.read(at: offset, DecodedInput.step, into: &raw)
        (self.offset, hasEnded) = (offset + count, count == 0)
        continue
      }
      let progress = try descriptor.read(into: &raw, upTo: seen + DecodedInput.step, seen: seen)
      (isPaused, hasEnded) = (progress == .paused, progress == .end)
    }
  }

  /// Reads the state that a device stored from an open regular file, which is not read on.
  static func states(of input: OpenedInput, _ options: StreamOptions) throws(SystemFailure)
    -> [StoredState]
  {
    var copy = input
    copy.beginning = []
    let reader = DecodedInput(.xml, of: copy, options)
    reader.offset = 0
    repeat { try reader.decode() } while !reader.decoder.isFinished
    return reader.decoder.output.takeStates()
  }
}
