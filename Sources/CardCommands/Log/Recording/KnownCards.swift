import CardJSON
import CardPlatform
import ContentCardKit

/// The facts about a card that determine whether its events are recorded.
struct KnownCard {
  let isControl: Bool
  let isDismissible: Bool
  let isDismissed: Bool
  let hasURL: Bool
  /// The index of the class type; nil if absent.
  fileprivate var classType: Int?
}

/// The cards of `--cards` by id; each takes about 70 bytes plus the id.
final class KnownCards: RunObserver {
  /// The name of the input in messages.
  let name: String
  /// Whether there are records that could not be read.
  private(set) var hasProblems = false
  private var ids = TextNumbers()
  /// The cards by the numbers of their ids; nil for a removed card.
  private var cards: [KnownCard?] = []
  private var classTypes = TextNumbers()

  /// Reads the cards at `path`, in any shape and framing; the last card with an id wins, and a
  /// tombstone removes it.
  ///
  /// - Throws: `SystemFailure` if the input cannot be read. Records that are not cards are reported.
  init(_ path: String, _ session: Session) throws {
    name = path == "-" ? InputDescriptor.standardInputName : path
    var session = session
    session.stream.jobs = session.console.defaultJobs
    let inputs = try InputFiles(one: path, session.console)
    let messages = session.printer(limit: session.stream.maximumMessages)
    let counts = try CardStream(session).read(
      inputs, observers: [self], messages: messages
    ) { KnownCardsProcessor() }
    hasProblems = counts.problems > 0
  }

  /// Returns the card with this id; nil if it is unknown or removed.
  func card(_ id: ByteView) -> KnownCard? { ids.find(id).flatMap { cards[$0] } }

  /// Returns the reason why there is no card with this id.
  func refusal(of id: ByteView) -> Refusal { ids.find(id) == nil ? .unknown(file: name) : .removed }

  /// Returns the class type of a card; nil if it has none.
  func classType(of card: KnownCard) -> ByteView? { card.classType.map { classTypes[$0] } }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) throws(SystemFailure) {
    if let failure = origin.failure { throw failure }
    let found: HeldContent<FoundCards> = batch.content()
    for (id, card, classType) in found.value.cards {
      let number = ByteBuffer(id).read { ids.number(of: $0) }
      if number == cards.count { cards.append(nil) }
      cards[number] = card
      guard let classType else { continue }
      cards[number]?.classType = ByteBuffer(classType).read { classTypes.number(of: $0) }
    }
  }
}

/// The cards with ids in a block; `card` is nil if the server removed it.
private struct FoundCards: BlockContent {
  var cards: [(id: [UInt8], card: KnownCard?, classType: [UInt8]?)] = []
}

/// Collects the cards of a block.
private struct KnownCardsProcessor: CardProcessor, ~Copyable {
  var batch = Batch()

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard let id = card.text(.id) else { return }
    let known =
      card.flag(.removed)
      ? nil
      : KnownCard(
        isControl: card.isControl, isDismissible: card.flag(.dismissible),
        isDismissed: card.flag(.dismissed), hasURL: card.text(.url) != nil)
    let found: HeldContent<FoundCards> = batch.content()
    let classType = card.classType?.withText { $0.array }
    found.value.cards.append((id.withText { $0.array }, known, classType))
  }
}
