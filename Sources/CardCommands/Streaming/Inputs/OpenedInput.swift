import CardJSON
import CardPlatform
import CardProcessing
import CardRules

/// How the findings of a JSON file are reported.
enum FileRole: Sendable {
  /// Something in it is checked, or its kind is given.
  case ours
  /// The user named it, but nothing in it is recognized: one finding says so.
  case unrecognized
  /// The user named it, but it is not JSON: one finding says where.
  case broken
  /// It was found in a directory, and is not JSON: one warning says where.
  case notJSON
}

/// An open input: what it is was decided once, from the bytes at its beginning.
///
/// The same bytes are the same input, whether they come from a file, through a redirection or from
/// a pipe in any pieces. Only the ending of a name may decide otherwise.
struct OpenedInput {
  /// The kind of the input.
  enum Content: Equatable {
    /// JSON, or what should be JSON.
    case json(FileRole)
    /// JSON of Braze that is not checked, with its name.
    case unchecked(String)
    /// A request body with Liquid between the tokens of JSON.
    case requestTemplate
    /// An operand that is another template.
    case template
    /// A file that contains JSON.
    case carrier(Carrier)
    /// Text that is neither JSON nor a known log.
    case otherText
    /// A file that is not read.
    case skipped(FileSkipReason)
  }

  fileprivate(set) var descriptor: InputDescriptor
  fileprivate(set) var content = Content.json(.ours)
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
    let file = InputFile(path: descriptor.name, isWalked: false, spool: spool)
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
  /// The values in the last file, and whether it is broken.
  private(set) var counts = RecognizedCounts()
  private(set) var isBroken = false
  /// Whether the values of recognized files are counted.
  private let isCounting: Bool
  private var bytes = ByteBuffer()
  private var rest = ByteBuffer()

  /// Creates an opener of `inputs`, which stops waiting for them if the reader of `output` closes
  /// it.
  init(
    _ inputs: InputFiles, _ options: StreamOptions, output: Int32 = -1, isCounting: Bool = false
  ) {
    (selection, console) = (inputs.selection, inputs.console)
    (self.options, self.output, self.isCounting) = (options, output, isCounting)
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
      try decide(file, &input, reading: &bytes)
      input.beginning = bytes.view.array
      return input
    } catch {
      descriptor.close()
      throw error
    }
  }

  /// Decides what an open file is; `bytes` receives those that are read.
  private mutating func decide(
    _ file: InputFile, _ input: inout OpenedInput, reading bytes: inout ByteBuffer
  ) throws(SystemFailure) {
    let descriptor = input.descriptor
    if file.isWalked {
      let isOwn = descriptor.isRegular && selection.files.writes(descriptor.identity)
      if isOwn || !descriptor.isRegular {
        return input.content = .skipped(isOwn ? .ownFile : .notAFile)
      }
    }
    if !file.isWalked, options.carrier != .json {
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
    guard case .json = input.content else { return }
    guard selection.recognizes(file) else {
      // Of a known kind, only a template must be recognized.
      guard selection.takesRequests else { return }
      _ = try descriptor.read(into: &bytes, upTo: Carrier.beginningSize, seen: bytes.count)
      if FileRecognizer.mayBeTemplate(bytes.view),
        try content(&input, isNamed: true, &bytes) == .requestTemplate
      {
        input.content = .requestTemplate
      }
      return
    }
    let isNamed = selection.treatsAsNamed(file)
    let mustBeChecked = selection.mustBeChecked(file)
    let content = try content(&input, isNamed: isNamed, &bytes)
    counts = recognizer?.counts ?? RecognizedCounts()
    isBroken = recognizer?.isBroken ?? false
    switch content {
    case .checked: break
    case .requestTemplate: input.content = .requestTemplate
    case .unchecked(let name): if !mustBeChecked { input.content = .unchecked(name) }
    case .template where isNamed && !mustBeChecked: input.content = .template
    case .notJSON where !isNamed && selection.takesRequests: input.content = .json(.notJSON)
    case .template, .notJSON, .foreign:
      input.content = isNamed ? .json(isBroken ? .broken : .unrecognized) : .skipped(.unrecognized)
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

  /// Examines the content of a JSON file, whose first `bytes` are read already.
  ///
  /// A pipe that is longer than the first bytes is copied to an unnamed temporary file.
  private mutating func content(
    _ input: inout OpenedInput, isNamed: Bool, _ bytes: inout ByteBuffer
  ) throws(SystemFailure) -> FileContent {
    if recognizer == nil {
      recognizer = FileRecognizer(options.reading, takesRequests: selection.takesRequests)
    }
    var progress = InputDescriptor.Progress.paused
    while progress == .paused {
      progress = try input.descriptor.read(
        into: &bytes, upTo: InputOpener.firstSize, seen: bytes.count)
      if progress == .end || isCounting { continue }
      if progress == .paused, bytes.view[bytes.count - 1] != UInt8(ascii: "\n") { continue }
      // Something that is recognized in a part is also recognized in the whole.
      recognizer?.begin(isNamed: isNamed)
      if FileRecognizer.mayBeTemplate(bytes.view) { continue }
      if recognizer?.look(at: bytes.sealed(), isFinal: false).content == .checked {
        return .checked
      }
    }
    var offset = bytes.count
    rest.removeAll()
    rest.append(bytes.view)
    if progress != .end { try input.makeSeekable(console, &bytes) }
    let (descriptor, beginning) = (input.descriptor, bytes.view.array)
    recognizer?.begin(isNamed: isNamed, isCounting: isCounting)
    return try recognizer?.content(&rest, isFinal: progress == .end) {
      rest, isStart throws(SystemFailure) in
      if progress == .end {
        rest.append(beginning)
        return true
      }
      if isStart { offset = 0 }
      let count = try descriptor.read(at: offset, max(InputOpener.step, rest.count), into: &rest)
      offset += count
      return count == 0
    } ?? .checked
  }
}

extension FileRecognizer {
  /// Examines the content of a file that begins with `bytes`.
  ///
  /// - Parameter read: appends more of the file, or its first bytes for `isStart`; returns whether
  ///   the file ends.
  mutating func content(
    _ bytes: inout ByteBuffer, isFinal: Bool,
    read: (_ bytes: inout ByteBuffer, _ isStart: Bool) throws(SystemFailure) -> Bool
  ) throws(SystemFailure) -> FileContent {
    var isFinal = isFinal
    if FileRecognizer.mayBeTemplate(bytes.view) {
      while !isFinal, bytes.count < maximumSize { isFinal = try read(&bytes, false) }
      if let content = judge(template: bytes.sealed()) { return content }
      bytes.removeAll()
      isFinal = try read(&bytes, true)
    }
    while true {
      let result = look(at: bytes.sealed(), isFinal: isFinal)
      if let content = result.content { return content }
      if isFinal { break }
      bytes = bytes.take(from: result.consumed)
      isFinal = try read(&bytes, false)
    }
    bytes.removeAll()
    var isStart = true
    while bytes.count < maximumSize, try !read(&bytes, isStart) { isStart = false }
    return judge(broken: bytes.sealed())
  }
}
