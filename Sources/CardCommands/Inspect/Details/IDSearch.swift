import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// Searches for the card that `--id` selects.
///
/// All cards are checked, because some findings about a card depend on previous ones.
struct IDProcessor: CheckingProcessor, ~Copyable {
  var batch = Batch()
  var checker: RecordChecker
  private var matches: HeldContent<IDMatches> { batch.content() }
  private let prefix: [UInt8]
  private var id = ByteBuffer()
  private var scratch = ByteBuffer()

  static func makeContent() -> BatchContent { HeldContent(IDMatches()) { $0 = IDMatches() } }

  /// Creates a processor that searches for ids with this prefix, or of this campaign.
  init(_ plan: CheckPlan, prefix: String) {
    checker = RecordChecker(plan)
    self.prefix = Array(prefix.utf8)
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    checker.visit(card, at: offset, place)
    guard let text = card.text(.id) else { return }
    id.removeAll()
    text.appendText(to: &id)
    let matches = matches
    // All bytes of the prefix if the id begins with it.
    let score = (0..<min(prefix.count, id.count)).count { prefix[$0] == id.view[$0] }
    guard score == prefix.count || isCampaign(of: card) else {
      if matches.value.nearest.wants(score) {
        matches.value.nearest.add(id.view.text, score: score)
      }
      return
    }
    let isExact = id.count == prefix.count
    matches.value.count += 1
    if isExact { matches.value.exactCount += 1 }
    matches.value.ids.add(id.view.text)
    guard matches.value.wants(isExact: isExact) else { return }
    matches.value.keep(
      IDMatches.Found(
        copy: CardCopy(card), isExact: isExact, record: place.record, offset: offset))
  }

  private mutating func isCampaign(of card: Card) -> Bool {
    guard let campaign = card.compositeID(using: &scratch)?.campaign else { return false }
    return campaign.array == prefix
  }
}

/// Combines the matches, block by block in their order.
final class IDSearch: BatchObserver {
  private let inputName: (Int) -> String
  private var stream: FindingStream

  /// The results so far.
  private(set) var matches = IDMatches()

  /// Creates a search whose findings `policy` judges.
  init(_ plan: CheckPlan, _ policy: Policy, inputName: @escaping (Int) -> String) {
    stream = FindingStream(plan, policy, name: inputName)
    self.inputName = inputName
  }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let part = (batch.content() as HeldContent<IDMatches>).value
    var found = part.found
    let record = (found?.record ?? 0) + stream.begin(origin)
    var findings: [LocatedFinding] = []
    stream.take(batch, of: origin) { finding in
      if finding.finding.record == record { findings.append(finding) }
    }
    found?.record = record
    found?.findings = findings
    let offset = found?.offset ?? 0
    switch origin {
    case .block(let task, let position):
      var locator = Locator(task, position)
      found?.place = (inputName(task.input), locator.position(of: offset))
    case .device(let origin) where found != nil:
      let card = origin(offset)
      found?.place = (inputName(card.input), card.position)
      found?.isHeld = true
    case .device: break
    }
    matches.add(part, found)
  }
}
