@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import CardPlatform

/// What has to be known of a card to record its events.
struct KnownCard {
  var isControl = false
  var isDismissible = false
  var isDismissed = false
  var hasURL = false
  /// Where the class type stands in the table's texts; empty without one.
  var classType = 0..<0
}

/// The cards of `--cards` by their ids; about 70 bytes and the id for each.
final class KnownCards {
  /// What messages call the file.
  let name: String
  /// Whether there were records that could not be read.
  private(set) var hasProblems = false
  private var found = Visitor()

  /// Reads the cards at `path`, in any shape and framing; of one id the last card counts, and a
  /// tombstone removes it.
  ///
  /// - Throws: `SystemFailure` when the file cannot be read. What is no card is told to `printer`.
  init(
    _ path: String, options: CardReader.Options, console: Console, printer: MessagePrinter
  ) throws {
    name = path == "-" ? InputDescriptor.standardInputName : path
    let input = try InputDescriptor(InputFile(path: path, isFound: false), console)
    defer { input.close() }
    var reader = CardReader(options)
    var bytes = ByteBuffer(capacity: KnownCards.blockSize)
    var rest = ByteBuffer()
    var state = ReadingState()
    var (offset, wanted) = (0, KnownCards.blockSize)
    var place = TextPosition()
    while true {
      let progress = try input.read(into: &bytes, upTo: wanted, seen: bytes.count, output: -1)
      let isFinal = progress == .end
      let block = Block(bytes.sealed(), offset: offset, isFinal: isFinal)
      let end = reader.read(block, from: state, visitor: &found)
      state = end.state
      let start = KnownCards.markLength(block)
      var positions = TextPositions(
        in: block.bytes.slice(start..<block.bytes.count), from: place)
      for problem in found.problems {
        hasProblems = true
        guard printer.admits(problem.code.description) else { continue }
        let position = positions.position(of: problem.offset - block.offset - start)
        printer.say(problem.description, in: name, at: position)
      }
      found.problems = []
      place = positions.position(of: end.consumed - start)
      rest.removeAll()
      rest.append(bytes.view.slice(end.consumed..<bytes.count))
      swap(&bytes, &rest)
      offset += end.consumed
      wanted = max(KnownCards.blockSize, 2 * bytes.count)
      if isFinal { break }
    }
  }

  private static let blockSize = 1 << 18

  /// The card with this id; nil when there is none.
  func card(_ id: ByteView) -> KnownCard? { found.ids.find(id).flatMap { found.cards[$0] } }

  /// The class type of a card of this table; nil without one.
  func classType(of card: KnownCard) -> ByteView? {
    card.classType.isEmpty ? nil : found.texts.view.slice(card.classType)
  }

  /// The length of a block's byte order mark, in bytes: it has no column.
  private static func markLength(_ block: Block) -> Int {
    block.offset == 0 && block.bytes.count >= 3 && block.bytes[0] == 0xEF ? 3 : 0
  }

  private struct Visitor: CardVisitor, ~Copyable {
    var problems: [ReadingProblem] = []
    private(set) var ids = TextNumbers()
    /// By the numbers of their ids; nil for those that were removed.
    private(set) var cards: [KnownCard?] = []
    private(set) var texts = ByteBuffer()
    private var id = ByteBuffer()

    mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
      guard let text = card.text(.id) else { return }
      id.removeAll()
      text.appendText(to: &id)
      let number = ids.number(of: id.view)
      if number == cards.count { cards.append(nil) }
      guard !card.flag(.removed) else { return cards[number] = nil }
      var known = KnownCard()
      known.isControl = card.isControl
      known.isDismissible = card.flag(.dismissible)
      known.isDismissed = card.flag(.dismissed)
      known.hasURL = card.text(.url) != nil
      let start = texts.count
      card.classType?.appendText(to: &texts)
      known.classType = start..<texts.count
      cards[number] = known
    }

    mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) { problems.append(problem) }
  }
}
