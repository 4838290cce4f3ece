import CardJSON
import CardPlatform
import CardProcessing
import CardRules

/// An open input: what it is was decided once, from the bytes at its beginning.
///
/// The same bytes are the same input, whether they come from a file, through a redirection or from
/// a pipe in any pieces. Only the ending of a name may decide otherwise.
struct OpenedInput {
  /// What the input is.
  enum Content: Equatable {
    /// JSON.
    case json
    /// JSON of an operand in which nothing is recognized.
    case unrecognized
    /// A file that contains JSON.
    case carrier(Carrier)
    /// Text that is neither JSON nor a known log.
    case otherText
    /// A file that is not read.
    case skipped(FileSkipReason)
  }

  fileprivate(set) var descriptor: InputDescriptor
  fileprivate(set) var content = Content.json
  /// The bytes that were read to decide, which come before those that the descriptor reads.
  var beginning: [UInt8] = []

  /// Copies a pipe, whose first `bytes` were read, to an unnamed temporary file, and continues at
  /// its start.
  fileprivate mutating func makeSeekable(_ console: Console, _ bytes: inout ByteBuffer)
    throws(SystemFailure)
  {
    guard !descriptor.isRegular else { return }
    let spool = try descriptor.spooled(console, after: bytes.view)
    bytes.removeAll()
    let file = InputFile(path: descriptor.name, isFound: false, spool: spool)
    descriptor = try InputDescriptor(file, console)
  }
}

/// Opens inputs and decides what they are.
struct InputOpener: ~Copyable {
  private let selection: InputSelection
  private let options: StreamOptions
  private let console: Console
  private let output: Int32
  /// Created on demand, because most runs do not need it.
  private var recognizer: FileRecognizer?
  private var bytes = ByteBuffer()
  private var rest = ByteBuffer()

  /// Creates an opener of `inputs`, which stops waiting for them if the reader of `output` closes
  /// it.
  init(_ inputs: InputFiles, _ options: StreamOptions, output: Int32 = -1) {
    (selection, console) = (inputs.selection, inputs.console)
    (self.options, self.output) = (options, output)
  }

  /// Opens a file.
  mutating func open(_ file: InputFile) throws(SystemFailure) -> OpenedInput {
    let descriptor = try InputDescriptor(file, console, output: output)
    do throws(SystemFailure) {
      var bytes = ByteBuffer()
      swap(&bytes, &self.bytes)
      defer { swap(&bytes, &self.bytes) }
      bytes.removeAll()
      var input = OpenedInput(descriptor: descriptor)
      try decide(file, &input, &bytes)
      input.beginning = bytes.view.array
      return input
    } catch {
      descriptor.close()
      throw error
    }
  }

  /// Decides what an open file is; `bytes` receives those that are read.
  private mutating func decide(
    _ file: InputFile, _ input: inout OpenedInput, _ bytes: inout ByteBuffer
  ) throws(SystemFailure) {
    let descriptor = input.descriptor
    if file.isFound {
      let isOwn = descriptor.isRegular && selection.files.writes(descriptor.identity)
      if isOwn || !descriptor.isRegular {
        return input.content = .skipped(isOwn ? .ownFile : .notAFile)
      }
    }
    if !file.isFound, options.carrier != .json {
      let count = try readBeginning(of: descriptor, into: &bytes)
      var deciding = ByteBuffer()
      deciding.append(bytes.view.slice(0..<count))
      let beginning = deciding.sealed()
      let carrier = options.carrier ?? Carrier(beginning: beginning, name: file.path)
      if carrier != .json { input.content = .carrier(carrier) }
      // These are read twice: an index of a HAR file and the state in XML come first.
      if carrier == .har || carrier == .xml { try input.makeSeekable(console, &bytes) }
      if carrier == .json, options.carrier == nil,
        Carrier.isOtherText(beginning: beginning, name: file.path)
      {
        input.content = selection.ignoresUnknown ? .skipped(.unrecognized) : .otherText
      }
    }
    if input.content == .json, selection.recognizes(file),
      try !isRecognized(file, &input, &bytes)
    {
      let isNamed = !file.isFound && !selection.ignoresUnknown
      input.content = isNamed ? .unrecognized : .skipped(.unrecognized)
    }
  }

  /// Reads until the bytes decide what the input is, and returns their number.
  private func readBeginning(of file: InputDescriptor, into bytes: inout ByteBuffer)
    throws(SystemFailure) -> Int
  {
    while true {
      let progress = try file.read(
        into: &bytes, upTo: Carrier.beginningSize, seen: bytes.count)
      let count = Carrier.decidingCount(bytes.sealed(), isFinal: progress == .end)
      if let count { return count }
    }
  }

  // MARK: Recognition

  /// The number of bytes to examine first; most files are not larger.
  private static let firstSize = 1 << 16
  /// The number of bytes to read at a time after these.
  private static let step = 1 << 18

  /// Whether something in a JSON file is recognized; `bytes` are read already.
  ///
  /// A pipe that is longer than the first bytes is copied to an unnamed temporary file.
  private mutating func isRecognized(
    _ file: InputFile, _ input: inout OpenedInput, _ bytes: inout ByteBuffer
  ) throws(SystemFailure) -> Bool {
    if recognizer == nil {
      recognizer = FileRecognizer(options.reading, takesRequests: selection.takesRequests)
    }
    let isNamed = !file.isFound && !selection.ignoresUnknown
    var progress = InputDescriptor.Progress.paused
    while progress == .paused {
      progress = try input.descriptor.read(
        into: &bytes, upTo: InputOpener.firstSize, seen: bytes.count)
      // Something that is recognized in a part is also recognized in the whole.
      if progress == .paused, bytes.view[bytes.count - 1] != UInt8(ascii: "\n") { continue }
      recognizer?.begin(isNamed: isNamed)
      if recognizer?.look(at: bytes.sealed(), isFinal: progress == .end).isOfCards == true {
        return true
      }
    }
    if progress == .end { return false }
    var offset = bytes.count
    rest.removeAll()
    rest.append(bytes.view)
    try input.makeSeekable(console, &bytes)
    let descriptor = input.descriptor
    recognizer?.begin(isNamed: isNamed)
    return try recognizer?.decide(&rest, isFinal: false) { rest throws(SystemFailure) in
      let count = try descriptor.read(at: offset, max(InputOpener.step, rest.count), into: &rest)
      offset += count
      return count == 0
    } ?? true
  }
}

extension FileRecognizer {
  /// Whether a file that begins with `bytes` is recognized; `read` appends more of it.
  mutating func decide(
    _ bytes: inout ByteBuffer, isFinal: Bool,
    read: (inout ByteBuffer) throws(SystemFailure) -> Bool
  ) throws(SystemFailure) -> Bool {
    var isFinal = isFinal
    while true {
      let result = look(at: bytes.sealed(), isFinal: isFinal)
      if let isRecognized = result.isOfCards { return isRecognized }
      bytes = bytes.take(from: result.consumed)
      isFinal = try read(&bytes)
    }
  }
}
