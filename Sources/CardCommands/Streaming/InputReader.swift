import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

/// Reads the inputs of a command in order and cuts them into blocks.
///
/// A block ends either at a cut (`BlockCutter`) or openly. A cut is a guess that allows the next
/// block to be read in parallel. After an open end, which may be at any byte, the next block begins
/// with the leftover bytes of this one. Blocks end openly at the beginning of an input, where its
/// framing is unknown, and if no more bytes can be read without waiting, so that every card is
/// passed on as it arrives. With only one worker, all blocks end openly.
final class InputReader {
  /// The way a block ended.
  enum Ending {
    /// At a cut: the next block can be read immediately.
    case cut
    /// Openly: the next block needs the leftover bytes.
    case open
    /// At the end of its input, or without an input.
    case input
  }

  private let console: Console
  private let inputs: InputFiles
  private let mayCut: Bool
  private let maximumBlock: Int
  private let outputDescriptor: Int32
  private var nextInput = 0
  private var decider: FileDecider
  /// The number of files that were skipped because their content was not recognized.
  private(set) var skippedFiles = 0
  /// Whether the user named the current file but its content was not recognized.
  private var isForeign = false
  /// The file of `-o`, if it was found in a directory and skipped.
  private(set) var skippedOutput: String?
  private var current: InputDescriptor?
  /// The decoder of the current input, unless it is plain JSON.
  private var carrier: CarrierInput?
  private let options: StreamOptions
  /// Notes about unread parts of inputs other than JSON.
  private(set) var notes: [String] = []
  private var input = -1
  private var isFirst = true
  private var leftover = ByteBuffer()
  private var offset = 0
  private var entry = ReadingState()
  private let locatesCards: Bool
  /// The line in which the next block begins; counted only if cards are located.
  private var line = 1
  /// The names of the inputs that were passed to cards so far.
  private var paths: [Int: ByteView] = [:]
  /// The number of bytes at the start of the next block that were already read without finding a
  /// card.
  private var seen = 0

  /// Creates a reader of `inputs`.
  ///
  /// - Parameter output: the output of the run. When its reader has closed it, waiting for input
  ///   ends.
  init(_ inputs: InputFiles, _ console: Console, _ options: StreamOptions, output: Int32) {
    self.inputs = inputs
    decider = FileDecider(inputs.selection, options.reading)
    self.console = console
    mayCut = options.jobs > 1
    locatesCards = options.locatesCards
    self.options = options
    maximumBlock = options.reading.maximumCardSize + 2 * console.blockSizes.usual
    outputDescriptor = output
  }

  /// The name of the input with this number, for messages.
  func name(of input: Int) -> String { inputs.name(of: input) }

  /// The path for cards of the input with this number, in permanent memory.
  func path(of input: Int) -> ByteView {
    if let path = paths[input] { return path }
    let path = ByteView(
      permanent: inputs.path(of: input) == "-" ? "-" : name(of: input))
    paths[input] = path
    return path
  }

  /// Takes over the leftover bytes of an open block, and the state and line before them.
  func resume(_ rest: ByteView, at offset: Int, line: Int, in state: ReadingState) {
    leftover.removeAll()
    leftover.append(rest)
    self.offset = offset
    self.line = line
    entry = state
    seen = rest.count
  }

  /// Fills `task` with the next block; nil if there are no more.
  ///
  /// - Parameter guess: the last known state of the input.
  /// - Throws: `SystemFailure` if the reader of the output has closed it.
  func next(_ task: BlockTask, guess: () -> ReadingState) throws(SystemFailure) -> Ending? {
    task.reset()
    while current == nil {
      guard nextInput < inputs.files.count else { return nil }
      if try !open(task) { return .input }
    }
    guard let current else { return nil }
    task.input = input
    task.offset = offset
    task.line = line
    task.path = locatesCards ? path(of: input) : nil
    task.entry = entry
    task.isForeign = isForeign
    task.bytes.append(leftover.view)
    leftover.removeAll()
    if let carrier { return try fill(task, from: carrier) }
    return try fill(task, current, guess: guess)
  }

  /// Fills a task with JSON that a carrier contains.
  private func fill(_ task: BlockTask, from carrier: CarrierInput) throws(SystemFailure) -> Ending {
    task.isDecoded = true
    task.title = carrier.part == 0 ? nil : inputs.title(of: input)
    let ending: Ending
    do throws(SystemFailure) {
      ending = try carrier.fill(task, output: outputDescriptor)
      if ending == .cut {
        offset = task.offset + task.bytes.count
        (entry, seen) = (ReadingState(), 0)
      }
      guard ending == .input else { return ending }
      task.isFinal = true
      if try carrier.beginPart() {
        beginPart(of: carrier)
        return .input
      }
    } catch {
      if error.isClosedPipe { throw error }
      task.failure = error
    }
    if let note = carrier.note { notes.append("\(carrier.name): \(note)") }
    close()
    return .input
  }

  private func beginPart(of carrier: CarrierInput) {
    input = inputs.number(of: nextInput - 1, part: carrier.part)
    (offset, line, seen, isFirst, entry) = (0, 1, 0, true, ReadingState())
    leftover.removeAll()
  }

  private func close() {
    current?.close()
    (current, carrier) = (nil, nil)
  }

  /// Opens the decoder of a named input that is not plain JSON.
  private func openCarrier(_ file: InputFile, _ descriptor: InputDescriptor) throws(SystemFailure) {
    guard options.carrier != .json else { return }
    var beginning = ByteBuffer()
    if descriptor.isRegular {
      _ = try descriptor.read(at: 0, Carrier.beginningSize, into: &beginning)
    } else {
      _ = try descriptor.read(
        into: &beginning, upTo: Carrier.beginningSize, seen: 0, output: outputDescriptor)
    }
    let detected = Carrier(beginning: beginning.sealed(), name: file.path)
    if !descriptor.isRegular { leftover.append(beginning.view) }
    carrier = try CarrierInput.open(
      options.carrier ?? detected, descriptor, beginning: leftover, name: name(of: input), options,
      inputs, console)
    guard let carrier else { return }
    leftover.removeAll()
    if carrier is HARInput, try carrier.beginPart() { beginPart(of: carrier) }
  }

  /// Opens the next input, unless it is skipped; false if that fails, which the task then reports.
  private func open(_ task: BlockTask) throws(SystemFailure) -> Bool {
    let file = inputs.files[nextInput]
    input = nextInput
    nextInput += 1
    task.input = input
    leftover.removeAll()
    (offset, line, seen, isFirst, entry) = (0, 1, 0, true, ReadingState())
    isForeign = false
    do throws(SystemFailure) {
      let descriptor = try InputDescriptor(file, console)
      current = descriptor
      if !file.isFound { try openCarrier(file, descriptor) }
      guard carrier == nil else { return true }
      let decision = try decider.decide(file, descriptor, &leftover)
      isForeign = decision == .readForeign
      if case .skip(let reason) = decision {
        if reason == .foreign { skippedFiles += 1 }
        if reason == .ownFile, inputs.selection.files.rows == FileLocation(descriptor.identity) {
          skippedOutput = file.path
        }
        descriptor.close()
        current = nil
      }
      return true
    } catch {
      close()
      if error.isClosedPipe { throw error }
      leftover.removeAll()
      task.failure = error
      return false
    }
  }

  private func fill(_ task: BlockTask, _ current: InputDescriptor, guess: () -> ReadingState)
    throws(SystemFailure) -> Ending
  {
    let sizes = console.blockSizes
    var wanted = isFirst ? sizes.first : max(min(sizes.usual, task.maximumSize), 2 * seen)
    let isProbe = isFirst
    isFirst = false
    while true {
      let progress: InputDescriptor.Progress
      do {
        progress = try current.read(
          into: &task.bytes, upTo: wanted, seen: seen, output: outputDescriptor)
      } catch {
        if error.isClosedPipe { throw error }
        task.failure = error
        progress = .end
      }
      switch progress {
      case .end:
        task.isFinal = true
        current.close()
        self.current = nil
        return .input
      case .paused: return .open
      case .filled: task.isFollowed = current.isRegular
      }
      if isProbe || !mayCut { return .open }
      let state = guess()
      if let cut = BlockCutter.lastCut(task.bytes.view, in: state) {
        leftover.append(task.bytes.view.slice(cut.offset..<task.bytes.count))
        task.bytes.truncate(to: cut.offset)
        task.endsAtLine = cut.isAtLine
        // If no value is incomplete, the next block is read immediately.
        task.isFollowed = current.isReady(output: outputDescriptor)
        offset = task.offset + cut.offset
        if locatesCards { line += task.bytes.view.count(of: UInt8(ascii: "\n")) }
        entry = state.atCut
        seen = 0
        return .cut
      }
      if task.bytes.count >= maximumBlock { return .open }
      wanted = min(2 * task.bytes.count, maximumBlock)
    }
  }
}
