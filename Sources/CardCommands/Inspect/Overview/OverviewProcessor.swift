import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// The overview of one block.
struct OverviewPart: ~Copyable {
  /// The counts of cards.
  var tally = CardTally()
  /// The first cards, for a table.
  var rows = CardRows()
  /// The end of each row in the batch's output, if there is a limit.
  var rowEnds: [Int] = []
  /// The members of sync responses.
  var responses = SyncEventBuffer()

  /// Makes room for the next block.
  mutating func removeAll() {
    tally.removeAll()
    rows.removeAll()
    rowEnds.removeAll(keepingCapacity: true)
    responses.removeAll()
  }
}

/// Counts the cards of a block, checks them, and lists them.
struct OverviewProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  private var part: HeldContent<OverviewPart> { batch.content() }
  /// How cards are listed.
  enum Listing: Sendable {
    /// The first ones, as rows of a table.
    case table(Int)
    /// As JSON objects; nil for all of them.
    case json(Int?)
  }

  var checker: RecordChecker
  private let listing: Listing
  private let settings: CheckSettings
  private var scratch = ByteBuffer()
  private var builder = JSONWriter()

  static func makeContent() -> BatchContent { HeldContent(OverviewPart()) { $0.removeAll() } }

  /// A processor that checks cards by `plan` at its time.
  init(_ plan: CheckPlan, _ listing: Listing) {
    checker = RecordChecker(plan)
    self.listing = listing
    settings = plan.settings
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    let context = checker.context(of: card)
    let facts = CountedCard(context, now: settings.now)
    part.value.tally.add(context, facts, now: settings.now)
    checker.check(context, at: offset, place)
    if place.arrayKey != nil { part.value.responses.count(isRemoved: card.flag(.removed)) }
    switch listing {
    case .table(let limit):
      if part.value.rows.rows.count < limit {
        part.value.rows.append(card, facts, record: place.record)
      }
    case .json(let limit): list(card, facts: facts, limit: limit)
    }
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    batch.add(.reading(problem))
    checker.note(problem, place)
    _ = part.value.responses.add(problem)
  }

  mutating func visitContainer(_ event: ContainerEvent, _ place: RecordPlace) {
    checker.visitContainer(event, place)
    part.value.responses.add(event)
  }

  private mutating func list(_ card: Card, facts: CountedCard, limit: Int?) {
    if let limit, part.value.rowEnds.count >= limit { return }
    builder.removeAll()
    builder.addCard(card, facts, using: &scratch)
    batch.output.append(",\n")
    batch.output.append(builder.text.view)
    if limit != nil { part.value.rowEnds.append(batch.output.count) }
  }
}

extension JSONWriter {
  /// Adds a card of a list: what it is, its flags and its size.
  mutating func addCard(_ card: Card, _ facts: CountedCard, using scratch: inout ByteBuffer) {
    object { object in
      if let id = card.text(.id) { object.add("id", .text(id)) }
      if let composite = card.compositeID(using: &scratch) {
        object.add("campaign_id", text: composite.campaign)
        if let variation = composite.variation {
          object.add("message_variation_id", text: variation)
        }
      }
      object.add("shape", card.shape.name.description)
      if let type = facts.type { object.add("type", type.name.description) }
      if let classType = card.classType { object.add("class_type", .text(classType)) }
      if let title = card.text(.title) { object.add("title", .text(title)) }
      if let created = facts.created { object.add("created", milliseconds: created) }
      if let expires = facts.expires { object.add("expires_at", milliseconds: expires) }
      object.array("flags") { array in
        for (place, flag) in CardFlag.allCases.enumerated() where facts.flags.holds(place) {
          array.add(nil, flag.rawValue)
        }
      }
      object.add("payload_size", facts.payload)
    }
  }
}
