import CardProcessing
import CardJSON
import CardRules
import ContentCardKit

/// Looks for the card that `--id` means, and checks all cards on the way, because some findings
/// about one card come from those before it.
struct IDProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  private var matches: HeldContent<IDMatches> { batch.content() }
  var checker: RecordChecker
  private var reader: CardDetailsReader
  private let prefix: [UInt8]
  private var id = ByteBuffer()
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent {
    HeldContent(IDMatches()) { $0 = IDMatches() }
  }

  /// A processor that looks for ids that begin with `prefix`.
  init(_ plan: CheckPlan, prefix: String) {
    checker = RecordChecker(plan)
    reader = CardDetailsReader(plan.classes)
    self.prefix = Array(prefix.utf8)
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
    guard let text = card.text(.id) else { return }
    id.removeAll()
    text.appendText(to: &id)
    let score = score()
    guard score == prefix.count || isCampaign(of: card) else {
      if matches.value.wants(score) {
        matches.value.add(IDMatches.Near(id: id.view.text, score: score))
      }
      return
    }
    let isExact = id.count == prefix.count
    matches.value.count += 1
    if isExact { matches.value.exactCount += 1 }
    matches.value.ids.add(id.view.text)
    let isFirst = matches.value.first == nil
    guard isFirst || isExact && matches.value.exact == nil else { return }
    let found = IDMatches.Found(
      details: reader.details(of: card), record: place.record, offset: offset)
    if isFirst { matches.value.first = found }
    if isExact { matches.value.exact = found }
  }

  /// Whether what is looked for is the campaign that the id names.
  private mutating func isCampaign(of card: Card) -> Bool {
    guard let campaign = card.compositeID(using: &scratch)?.campaign else { return false }
    return campaign.array == prefix
  }

  /// The number of bytes that the id has in common with the prefix at the same offsets: all of them
  /// if the id begins with it.
  private func score() -> Int {
    (0..<min(prefix.count, id.count)).count { prefix[$0] == id.view[$0] }
  }
}

/// Puts what was found together, block by block in their order.
final class IDSearch: BatchObserver {
  private let inputName: (Int) -> String
  private var stream: FindingStream

  /// The results so far.
  private(set) var matches = IDMatches()

  /// A search whose findings `policy` judges.
  init(_ plan: CheckPlan, _ policy: Policy, inputName: @escaping (Int) -> String) {
    stream = FindingStream(plan, policy, name: inputName)
    self.inputName = inputName
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    var found = (batch.content() as HeldContent<IDMatches>).value
    found.count(from: stream.begin(origin))
    stream.take(batch, of: origin) { found.add($0) }
    switch origin {
    case .block(let task, let position):
      var locator = Locator(task, position)
      found.setPlaces { match in
        CardDetails.Location(
          input: inputName(task.input), position: locator.position(of: match.offset),
          record: match.record)
      }
    case .device(let origin):
      found.setPlaces { match in
        let origin = origin(match.offset)
        return CardDetails.Location(
          input: inputName(origin.input), position: origin.position, record: nil)
      }
    }
    matches.add(found)
  }

  /// The selected card; nil unless exactly one card matches.
  var card: IDMatches.Found? {
    if let exact = matches.exact { return exact }
    return matches.ids.strings.count == 1 && !matches.ids.hasMore ? matches.first : nil
  }

  /// The number of cards with the id of the selected one.
  var sameID: Int { matches.exact == nil ? matches.count : matches.exactCount }
}
