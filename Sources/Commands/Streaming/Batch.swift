import CardJSON
import ContentCards

/// What came of the cards of one block: output, messages, counts.
///
/// Filled by one worker, handed to the `Delivery` in the order of the input, emptied and reused.
struct Batch: ~Copyable {
  /// The rows, one behind the other.
  var output = ByteBuffer(capacity: 1 << 14)
  /// What the rows are to be sorted by; unused where they stay in the order of the input.
  private(set) var sorting: SortKeys
  /// Where each row ends in the output; only where rows are sorted.
  private(set) var rowEnds: [Int] = []
  /// What could not be read or converted.
  private(set) var problems: [Problem] = []
  /// How many of what there were.
  var counts = Counts()

  private let order: SortOrder?

  init(_ order: SortOrder?) {
    self.order = order
    sorting = SortOrder.makeKeys(order)
  }

  /// Notes that the output up to here is the row of `card`.
  mutating func endRow(of card: Card) {
    counts.rows += 1
    guard order != nil else { return }
    sorting.append(card)
    rowEnds.append(output.count)
  }

  mutating func add(_ problem: Problem) {
    counts.problems += 1
    problems.append(problem)
  }

  /// Makes room for the next block.
  mutating func removeAll() {
    output.removeAll()
    output.shrink(to: Batch.keptCapacity)
    if order != nil { sorting = SortOrder.makeKeys(order) }
    rowEnds.removeAll(keepingCapacity: true)
    problems.removeAll(keepingCapacity: true)
    counts = Counts()
  }

  /// How much memory a batch keeps for the next block, in bytes: enough for any usual one.
  private static let keptCapacity = 1 << 20
}

/// What rows are sorted by, and the time that tells which cards are expired.
struct SortOrder: Sendable {
  var keys: [SortKey]
  /// Epoch milliseconds.
  var now: Int64

  /// Room for the keys of cards that are sorted this way.
  static func makeKeys(_ order: SortOrder?) -> SortKeys {
    SortKeys(order?.keys ?? [], now: order?.now ?? 0)
  }
}

/// How many of what there were in an input or a part of it.
struct Counts: Equatable {
  /// Cards that were read.
  var cards = 0
  /// Cards that gave output.
  var rows = 0
  /// Cards without a class type, or of a class that is not in the registry.
  var unknownClass = 0
  /// Cards of a class that was not asked for.
  var otherClass = 0
  /// Cards that the server withdrew.
  var tombstones = 0
  /// What could not be read or converted.
  var problems = 0
  /// For each field how many cards lost it, in the order of `CardField.allCases`.
  var droppedFields: [Int] = []

  static func += (total: inout Counts, part: Counts) {
    total.cards += part.cards
    total.rows += part.rows
    total.unknownClass += part.unknownClass
    total.otherClass += part.otherClass
    total.tombstones += part.tombstones
    total.problems += part.problems
    if total.droppedFields.isEmpty {
      total.droppedFields = part.droppedFields
    } else if !part.droppedFields.isEmpty {
      for index in part.droppedFields.indices {
        total.droppedFields[index] += part.droppedFields[index]
      }
    }
  }
}

/// Something that could not be read or converted, and where.
enum Problem {
  /// Found while reading.
  case reading(ReadingProblem)
  /// A card that could not be converted: where it begins, the sort of reason, the reason in words.
  case card(offset: Int, code: String, message: String)

  /// Where it is, in bytes from the start of the input.
  var offset: Int {
    switch self {
    case .reading(let problem): problem.offset
    case .card(let offset, _, _): offset
    }
  }

  /// Where the value begins that it is about, in bytes from the start of the input.
  var start: Int {
    switch self {
    case .reading(let problem): problem.start
    case .card(let offset, _, _): offset
    }
  }

  /// The sort of problem, by which messages are counted.
  var code: String {
    switch self {
    case .reading(let problem): problem.code.description
    case .card(_, let code, _): code
    }
  }

  /// The problem in words.
  var message: String {
    switch self {
    case .reading(let problem): problem.description
    case .card(_, _, let message): message
    }
  }
}

/// What a command does with one card. Each worker has its own.
protocol CardProcessor: ~Copyable, SendableMetatype {
  /// Adds to `batch` what comes of the card at `offset` of its input.
  mutating func process(_ card: Card, at offset: Int, into batch: inout Batch)
}
