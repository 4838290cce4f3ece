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
  /// The decoder in use; the other one is nil.
  private var textDecoder: TextCarrier?
  private var xmlDecoder: XMLCarrier?
  private var raw = ByteBuffer()
  private var decoded = CarrierText()
  /// The offset of `raw` in the input.
  private var offset = 0
  private var hasEnded = false

  init(
    _ carrier: Carrier, _ descriptor: InputDescriptor, beginning: borrowing ByteBuffer,
    name: String, _ options: StreamOptions
  ) {
    super.init(descriptor, name: name)
    raw.append(beginning.view)
    if carrier == .xml {
      xmlDecoder = XMLCarrier(options.reading)
    } else {
      textDecoder = TextCarrier(options.reading)
    }
  }

  override var note: String? { textDecoder?.summary.note ?? xmlDecoder?.summary.note }

  private var isFinished: Bool { textDecoder?.isFinished ?? xmlDecoder?.isFinished ?? true }

  /// The number of bytes to read at a time.
  private static let step = 1 << 17

  override func fill(_ task: BlockTask, output: Int32) throws(SystemFailure) -> InputReader.Ending {
    decoded.removeAll()
    var isPaused = false
    while true {
      decode()
      if decoded.problem != nil || isFinished || decoded.bytes.count >= DecodedInput.step { break }
      if isPaused, decoded.bytes.count > 0 { break }
      isPaused = try read(output)
    }
    task.bytes.append(decoded.bytes.view)
    task.map = decoded.map
    task.problem = decoded.problem
    task.isText = textDecoder != nil
    task.isFollowed = descriptor.isRegular
    return isFinished ? .input : .cut
  }

  private func decode() {
    let bytes = raw.sealed()
    let consumed =
      textDecoder?.decode(bytes, at: offset, isFinal: hasEnded, into: &decoded)
      ?? xmlDecoder?.decode(bytes, isFinal: hasEnded, into: &decoded) ?? bytes.count
    offset += consumed
    var rest = ByteBuffer(capacity: bytes.count - consumed)
    rest.append(bytes.slice(consumed..<bytes.count))
    swap(&raw, &rest)
  }

  /// Reads more bytes; returns whether the input then pauses.
  private func read(_ output: Int32) throws(SystemFailure) -> Bool {
    let seen = raw.count
    switch try descriptor.read(
      into: &raw, upTo: seen + DecodedInput.step, seen: seen, output: output)
    {
    case .filled: return false
    case .paused: return true
    case .end:
      hasEnded = true
      return false
    }
  }
}
