import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// An open input other than plain JSON.
///
/// It fills tasks with the JSON in its carrier.
class CarrierInput {
  let descriptor: InputDescriptor
  /// The name of the input in messages.
  let name: String

  init(_ descriptor: InputDescriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The current part of the file, such as an entry of a HAR file; 0 for the whole file.
  var part: Int { 0 }

  /// A note about unread parts, or nil if everything was read.
  var note: String? { nil }

  /// Moves to the next part of the file; false if there are no more.
  func beginPart() throws(SystemFailure) -> Bool { false }

  /// Adds JSON to a task, with the map of its locations.
  ///
  /// - Returns: the way the block ended. After a cut the next one begins with a new value.
  func fill(_ task: BlockTask, output: Int32) throws(SystemFailure) -> InputReader.Ending { .input }

  /// Opens the carrier of a named input.
  ///
  /// - Parameter beginning: the bytes that were already read from a pipe.
  static func open(
    _ carrier: Carrier, _ descriptor: InputDescriptor, beginning: borrowing ByteBuffer,
    name: String, _ options: StreamOptions, _ inputs: InputFiles, _ console: Console
  ) throws(SystemFailure) -> CarrierInput? {
    switch carrier {
    case .json: nil
    case .text, .xml:
      DecodedInput(carrier, descriptor, beginning: beginning, name: name, options)
    case .har:
      try HARInput(descriptor, beginning: beginning, name: name, options, inputs, console)
    }
  }
}

/// Text or XML, which is decoded while it is read.
final class DecodedInput: CarrierInput {
  private var decoder: any CarrierDecoder & ~Copyable
  private let isText: Bool
  private var raw = ByteBuffer()
  private var decoded = CarrierText()
  private var hasEnded = false

  init(
    _ carrier: Carrier, _ descriptor: InputDescriptor, beginning: borrowing ByteBuffer,
    name: String, _ options: StreamOptions
  ) {
    isText = carrier == .text
    decoder = isText ? TextCarrier(options.reading) : XMLCarrier(options.reading)
    super.init(descriptor, name: name)
    raw.append(beginning.view)
  }

  override var note: String? { decoder.summary.note }

  /// The number of bytes to read at a time.
  private static let step = 1 << 17

  override func fill(_ task: BlockTask, output: Int32) throws(SystemFailure) -> InputReader.Ending {
    try decode(output: output)
    task.bytes.append(decoded.bytes.view)
    task.map = decoded.map
    task.problem = decoded.problem
    task.isText = isText
    task.isFollowed = descriptor.isRegular
    return decoder.isFinished ? .input : .cut
  }

  /// Decodes values until there are many, a problem follows them, or the input pauses or ends.
  private func decode(output: Int32) throws(SystemFailure) {
    decoded.removeAll()
    var isPaused = false
    while true {
      let consumed = decoder.decode(raw.sealed(), isFinal: hasEnded, into: &decoded)
      raw = raw.take(from: consumed)
      if decoded.problem != nil || decoder.isFinished || decoded.bytes.count >= DecodedInput.step {
        return
      }
      if isPaused, decoded.bytes.count > 0 { return }
      let seen = raw.count
      let progress = try descriptor.read(
        into: &raw, upTo: seen + DecodedInput.step, seen: seen, output: output)
      isPaused = progress == .paused
      hasEnded = progress == .end
    }
  }

  /// The device state that the whole file contains.
  func state() throws(SystemFailure) -> [StoredState] {
    repeat { try decode(output: -1) } while !decoder.isFinished
    return decoder.state
  }
}
