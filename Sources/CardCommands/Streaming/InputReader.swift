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

  private let inputs: InputFiles
  private let options: StreamOptions
  private var nextInput = 0
  private var opener: InputOpener
  /// The inputs that were opened before they are read.
  private var openedAhead: [Result<OpenedInput, SystemFailure>] = []
  /// The number of files whose state was read ahead, and this state until it is passed on.
  private var statesEnd = 0
  private var stored: DeviceHistory?
  /// The number of files that were skipped because their content was not recognized.
  private(set) var skippedFiles = 0
  /// The numbers of skipped files by the kinds of values in them that are not checked.
  private(set) var uncheckedKinds = MessageCounts(limit: 0)
  /// Notes about unread parts of inputs other than JSON, and about an input that is the output.
  private(set) var notes: [String] = []
  /// The number of parts of inputs whose content is not in their files.
  private(set) var unreadParts = 0
  /// The paths recorded in cards so far, by input number.
  private var paths: [Int: ByteView] = [:]

  // The current input.
  private var input = -1
  private var current: InputDescriptor?
  /// The decoder, unless the input is plain JSON.
  private var carrier: (any CarrierInput)?
  /// How the findings of the current file are reported.
  private var role = FileRole.ours
  private var isFirst = true
  /// Whether the current file is a template, which is one block.
  private var isTemplate = false
  private var leftover = ByteBuffer()
  private var offset = 0
  private var entry = ReadingState()
  /// The line in which the next block begins; counted only if cards are located.
  private var line = 1
  /// The number of bytes at the start of the next block that are known to contain no complete card.
  private var seen = 0

  /// Creates a reader of `inputs`, which stops waiting if the reader of the output has closed it.
  init(_ inputs: InputFiles, _ options: StreamOptions, output: Int32) {
    (self.inputs, self.options) = (inputs, options)
    opener = InputOpener(inputs, options, output: output)
  }

  /// Returns the path to record in cards of the input with this number, in permanent memory.
  func path(of input: Int) -> ByteView {
    if let path = paths[input] { return path }
    let path = ByteView(permanent: inputs.path(of: input) == "-" ? "-" : inputs.name(of: input))
    paths[input] = path
    return path
  }

  /// Continues after an open block with its leftover bytes, which begin here and in this state.
  func resume(_ rest: ByteView, at offset: Int, line: Int, in state: ReadingState) {
    leftover.removeAll()
    leftover.append(rest)
    (self.offset, self.line, entry, seen) = (offset, line, state, rest.count)
  }

  /// Fills `task` with the next block; returns nil if there are no more.
  ///
  /// - Parameter guess: the last known state of the input.
  func next(_ task: BlockTask, guess: () -> ReadingState) throws(SystemFailure) -> Ending? {
    task.reset()
    while current == nil {
      guard nextInput < inputs.files.count else { return nil }
      if try !open(task, stored: guess().stored) { return .input }
    }
    guard let current else { return nil }
    (task.input, task.offset, task.line, task.entry) = (input, offset, line, entry)
    task.path = options.locatesCards ? path(of: input) : nil
    task.role = role
    task.isTemplate = isTemplate
    task.bytes.append(leftover.view)
    leftover.removeAll()
    if let carrier { return try fill(task, from: carrier) }
    return try fill(task, current, guess: guess)
  }

  /// Opens the next input unless it is skipped; returns false on failure, which is set in the task.
  private func open(_ task: BlockTask, stored: DeviceHistory?) throws(SystemFailure) -> Bool {
    let file = inputs.files[nextInput]
    begin(input: nextInput, stored)
    nextInput += 1
    task.input = input
    do throws(SystemFailure) {
      let opened =
        openedAhead.isEmpty ? try opener.open(file) : try openedAhead.removeFirst().get()
      current = opened.descriptor
      switch opened.content {
      case .json(let role):
        leftover.append(opened.beginning)
        self.role = role
      case .requestTemplate:
        leftover.append(opened.beginning)
        isTemplate = true
      case .carrier(let carrier): try open(carrier, opened)
      case .otherText:
        refuse(
          task, .format,
          "neither JSON nor a log that cardctl knows: --from text finds the JSON in any text")
      case .unchecked(let name) where inputs.selection.treatsAsNamed(file):
        refuse(task, .unchecked, "this is \(name), which is not checked")
      case .template: refuse(task, .template, "this is a template, which is not checked")
      case .unchecked(let name):
        skippedFiles += 1
        uncheckedKinds.suppress(1, of: name)
        close()
      case .skipped(let reason):
        if reason == .unrecognized { skippedFiles += 1 }
        if reason == .ownFile,
          inputs.selection.files.rows == FileLocation(opened.descriptor.identity)
        {
          notes.append("skipped \(SystemText.shown(file.path)): it is the output of this run")
        }
        close()
      }
    } catch {
      close()
      try fail(task, error)
      leftover.removeAll()
    }
    return task.failure == nil && task.problem == nil
  }

  /// Ends an input that is not read, with the reason.
  private func refuse(_ task: BlockTask, _ fault: CarrierFault, _ message: String) {
    close()
    (task.problem, task.isFinal) = (.carrier(fault, message: message), true)
  }

  /// Starts an input, or a part of one, with the state that a device stored.
  private func begin(input: Int, _ stored: DeviceHistory?) {
    self.input = input
    leftover.removeAll()
    (offset, line, seen, isFirst, role) = (0, 1, 0, true, .ours)
    isTemplate = false
    entry = ReadingState(stored: stored)
  }

  private func close() {
    current?.close()
    (current, carrier) = (nil, nil)
  }

  /// Sets the failure of the task, or throws it if the reader of the output has closed the pipe.
  private func fail(_ task: BlockTask, _ failure: SystemFailure) throws(SystemFailure) {
    if failure.isClosedPipe { throw failure }
    task.failure = failure
  }

  // MARK: Carriers

  /// Creates the decoder of an input that is not plain JSON.
  private func open(_ carrier: Carrier, _ opened: OpenedInput) throws(SystemFailure) {
    let input: any CarrierInput
    switch carrier {
    case .json: return
    case .text: input = DecodedInput(.text, of: opened, options)
    case .xml:
      input = DecodedInput(.xml, of: opened, options)
      if nextInput > statesEnd { try readStates(opened) }
    case .har:
      input = try HARInput(
        opened.descriptor, options, takesRequests: inputs.selection.takesRequests)
    }
    self.carrier = input
    begin(partOf: input)
  }

  /// Reads the state in Android's shared preferences, which keep it in another file than the cards:
  /// in an open file, and in the operands after it that are named `.xml`.
  private func readStates(_ first: OpenedInput) throws(SystemFailure) {
    var states = try DecodedInput.states(of: first, options)
    for file in inputs.files[nextInput...].prefix(InputReader.largestGroup) {
      guard !file.isWalked, file.path.hasSuffix(".xml") else { break }
      do throws(SystemFailure) {
        let opened = try opener.open(file)
        openedAhead.append(.success(opened))
        guard opened.content == .carrier(.xml) else { break }
        states += try DecodedInput.states(of: opened, options)
      } catch { openedAhead.append(.failure(error)) }
    }
    statesEnd = nextInput + openedAhead.count
    if !states.isEmpty { stored = DeviceHistory(states) }
  }

  /// The maximum number of files of shared preferences to open at once.
  private static let largestGroup = 100

  private func begin(partOf carrier: any CarrierInput) {
    begin(input: inputs.number(of: nextInput - 1, part: carrier.part), entry.stored)
  }

  /// Fills a task with JSON from a carrier.
  private func fill(_ task: BlockTask, from carrier: any CarrierInput) throws(SystemFailure)
    -> Ending
  {
    task.isDecoded = true
    do throws(SystemFailure) {
      let ending = try carrier.fill(task)
      // Of XML, the state was read ahead.
      if let stored = stored ?? task.stored {
        (task.stored, task.entry.stored, entry.stored) = (stored, stored, stored)
      }
      stored = nil
      if ending == .cut {
        offset = task.offset + task.bytes.count
        (entry, seen) = (ReadingState(stored: entry.stored), 0)
      }
      guard ending == .input else { return ending }
      task.isFinal = true
      if try carrier.beginPart() {
        begin(partOf: carrier)
        return .input
      }
    } catch { try fail(task, error) }
    unreadParts += carrier.unreadParts
    if let note = carrier.note { notes.append("\(inputs.name(of: input)): \(note)") }
    close()
    return .input
  }

  // MARK: Plain JSON

  private func fill(_ task: BlockTask, _ current: InputDescriptor, guess: () -> ReadingState)
    throws(SystemFailure) -> Ending
  {
    let sizes = inputs.console.blockSizes
    let largest = options.reading.maximumCardSize + 2 * sizes.usual
    var wanted = isFirst ? sizes.first : max(sizes.usual, 2 * seen)
    let endsOpenly = isFirst || options.jobs == 1
    if isTemplate { wanted = largest }
    isFirst = false
    while true {
      var progress = InputDescriptor.Progress.end
      do throws(SystemFailure) {
        progress = try current.read(into: &task.bytes, upTo: wanted, seen: seen)
      } catch { try fail(task, error) }
      switch progress {
      case .end:
        task.isFinal = true
        close()
        return .input
      case .paused where isTemplate: continue
      case .paused: return .open
      case .filled: break
      }
      if endsOpenly { return .open }
      let state = guess()
      if let cut = BlockCutter.lastCut(task.bytes.view, in: state) {
        leftover.append(task.bytes.view.slice(cut.offset..<task.bytes.count))
        task.bytes.truncate(to: cut.offset)
        task.endsAtLine = cut.isAtLine
        if options.locatesCards { line += task.bytes.view.count(of: UInt8(ascii: "\n")) }
        (offset, entry, seen) = (task.offset + cut.offset, state.atCut, 0)
        return .cut
      }
      if task.bytes.count >= largest { return .open }
      wanted = min(2 * task.bytes.count, largest)
    }
  }
}
