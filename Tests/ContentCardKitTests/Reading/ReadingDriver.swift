import CardJSON

@testable import ContentCardKit

/// The result of reading an input.
struct ReadingOutcome: Equatable, CustomStringConvertible {
  /// A card or a problem, in the order of reading.
  enum Event: Equatable, CustomStringConvertible {
    case card(offset: Int, raw: String)
    case problem(code: String, offset: Int, start: Int)

    var description: String {
      switch self {
      case .card(let offset, let raw): "card @\(offset) \(raw)"
      case .problem(let code, let offset, let start): "\(code) @\(offset) from \(start)"
      }
    }
  }

  var events: [Event] = []
  var records = 0
  /// The messages of the problems.
  var messages: [String] = []
  /// The locations of each card and problem, and of the ends of arrays and envelopes.
  var places: [String] = []

  /// The cards as they were written, in order.
  var cards: [String] {
    events.compactMap { if case .card(_, let raw) = $0 { raw } else { nil } }
  }

  /// The problems, as `code@offset`.
  var problems: [String] {
    events.compactMap {
      if case .problem(let code, let offset, _) = $0 { "\(code)@\(offset)" } else { nil }
    }
  }

  var description: String {
    (events.map(\.description) + places + messages).joined(separator: "\n") + "\n\(records) records"
  }
}

/// Passes an input to a `CardReader` as one block, in pieces, or with guessed cuts.
struct ReadingDriver {
  let bytes: [UInt8]
  var options = ReadingOptions()

  init(_ bytes: [UInt8], maximumCardSize: Int? = nil) {
    self.bytes = bytes
    if let maximumCardSize { options.maximumCardSize = maximumCardSize }
  }

  init(_ text: String, maximumCardSize: Int? = nil) {
    self.init(Array(text.utf8), maximumCardSize: maximumCardSize)
  }

  /// Collects the cards and problems of a block.
  private struct Collector: CardVisitor {
    var outcome = ReadingOutcome()
    /// The number of records before the block.
    let records: Int
    /// The numbers of elements of the arrays before the block.
    let elements: [Int]

    mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
      outcome.events.append(.card(offset: offset, raw: card.raw.text))
      outcome.places.append(name(of: place))
    }

    mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
      outcome.events.append(
        .problem(code: "\(problem.code)", offset: problem.offset, start: problem.start))
      outcome.messages.append("\(problem)")
      outcome.places.append(name(of: place) + " up to \(problem.end)")
    }

    mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
      switch event {
      case .array(let offset): outcome.places.append("array at \(offset) of \(place.depth)")
      case .envelope(let offset): outcome.places.append("envelope at \(offset) of \(place.depth)")
      case .member(let key, let value, let range):
        let text = value?.raw.text ?? "cards"
        outcome.places.append("\(key.text) at \(range) of \(place.depth): \(text)")
      case .inside(let key, let isString):
        let name = key?.text ?? "no key"
        outcome.places.append("inside \(name) of \(self.name(of: place)), \(isString)")
      case .end(let offset): outcome.places.append("end at \(offset) of \(place.depth)")
      }
    }

    private func name(of place: RecordPlace) -> String {
      let isContinued = place.isContinued && place.depth < elements.count
      let before = isContinued ? elements[place.depth] : 0
      let index = place.element.map { "\($0 + before)" } ?? "no"
      let key = place.arrayKey.map { "\($0.name)" } ?? "no key"
      let text = place.string.map { " in a string of \($0.count)" } ?? ""
      let record = place.record > 0 ? "record \(place.record + records)" : "no record"
      return "\(record), element \(index) of \(key)\(text), depth \(place.depth)"
    }
  }

  /// One block, and its end.
  private struct Part {
    var outcome = ReadingOutcome()
    var end: BlockEnd
  }

  /// The result of the blocks so far.
  private struct Progress {
    var outcome = ReadingOutcome()
    var elements: [Int] = []

    mutating func add(_ part: Part) {
      outcome.events += part.outcome.events
      outcome.messages += part.outcome.messages
      outcome.places += part.outcome.places
      outcome.records += part.outcome.records
      elements = part.end.elements.added(to: elements)
    }
  }

  private func read(
    _ range: Range<Int>, from state: ReadingState, behind progress: Progress,
    endsAtLine: Bool = false, _ reader: inout CardReader<Collector>
  ) -> Part {
    var buffer = ByteBuffer(bytes[range])
    reader.visitor = Collector(records: progress.outcome.records, elements: progress.elements)
    let block = Block(
      buffer.sealed(), offset: range.lowerBound, isFinal: range.upperBound == bytes.count,
      endsAtLine: endsAtLine)
    let end = reader.read(block, from: state)
    reader.visitor.outcome.records = end.records
    return Part(outcome: reader.visitor.outcome, end: end)
  }

  /// Reads everything in one block.
  func readWhole() -> ReadingOutcome {
    var reader = CardReader(options, Collector(records: 0, elements: []))
    return read(0..<bytes.count, from: ReadingState(), behind: Progress(), &reader).outcome
  }

  /// Reads everything in one block that ends early after `count` problems, and then its rest.
  func readPaused(after count: Int) -> ReadingOutcome {
    var options = options
    options.maximumProblemCount = count
    var reader = CardReader(options, Collector(records: 0, elements: []))
    var progress = Progress()
    var (start, state, isPaused) = (0, ReadingState(), true)
    while isPaused {
      let part = read(start..<bytes.count, from: state, behind: progress, &reader)
      progress.add(part)
      (start, state) = (start + part.end.consumed, part.end.state)
      isPaused = part.end.isPaused
    }
    return progress.outcome
  }

  /// Reads pieces of the lengths that `length` returns; the unread rest of one precedes the next.
  func readPieces(_ length: () -> Int) -> ReadingOutcome {
    var reader = CardReader(options, Collector(records: 0, elements: []))
    var progress = Progress()
    var (start, end, state) = (0, 0, ReadingState())
    repeat {
      end = min(end + max(length(), 1), bytes.count)
      let part = read(start..<end, from: state, behind: progress, &reader)
      progress.add(part)
      (start, state) = (start + part.end.consumed, part.end.state)
    } while end < bytes.count
    return progress.outcome
  }

  /// Reads like several workers: each block ends at a guessed cut and is read from a guessed state.
  ///
  /// A block is read again if the previous block ended in another state.
  ///
  /// - Parameters:
  ///   - length: the number of bytes in which to find the next cut.
  ///   - isStale: whether to guess from the state two blocks before, as if the previous block had
  ///     not been delivered yet.
  func readCuts(_ length: () -> Int, isStale: () -> Bool) -> ReadingOutcome {
    var first = CardReader(options, Collector(records: 0, elements: []))
    var second = CardReader(options, Collector(records: 0, elements: []))
    var progress = Progress()
    var (begin, entry) = (0, ReadingState())  // where the next block begins according to the guess
    var (offset, state, stale) = (0, ReadingState(), ReadingState())  // the actual state
    while true {
      var window = max(length(), 2)
      let guess = isStale() ? stale : state
      var (end, cut) = (bytes.count, BlockCutter.Cut?.none)
      while begin + window < bytes.count {
        var buffer = ByteBuffer(bytes[begin..<begin + window])
        cut = BlockCutter.lastCut(buffer.sealed(), in: guess)
        if cut != nil { break }
        window *= 2
      }
      if let cut { end = begin + cut.offset }
      let endsAtLine = cut?.isAtLine ?? false
      var part = read(begin..<end, from: entry, behind: progress, endsAtLine: endsAtLine, &first)
      if begin != offset || entry != state {
        part = read(offset..<end, from: state, behind: progress, endsAtLine: endsAtLine, &second)
        begin = offset
      }
      progress.add(part)
      stale = state
      (offset, state) = (begin + part.end.consumed, part.end.state)
      if end == bytes.count { return progress.outcome }
      (begin, entry) = (end, guess.atCut)
    }
  }
}
