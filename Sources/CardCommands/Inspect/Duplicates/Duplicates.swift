import CardJSON
import CardProcessing
import ContentCardKit

/// Finds the campaigns that sent one user more than one card, regardless of variations.
///
/// The cards of an array or envelope belong to one user, as do those of all envelopes that name the
/// same user. The cards of an input that are outside arrays, and the feed of a device, are treated
/// as one user's. At the end of an array or envelope without a user, only campaigns with more than
/// one card are kept. Memory grows with the distinct ids of named users and of cards outside
/// arrays.
final class Duplicates: RunObserver {
  private let inputName: (Int) -> String
  private var input = -1
  /// The cards of the input outside arrays.
  private var bare = CampaignScope()
  /// The cards of the current array or envelope, its location, and the user that it names.
  private var open = CampaignScope()
  private var opening: CardOrigin?
  private var user: String?
  /// The cards of named users, by the UTF-8 of the name.
  private var users: [[UInt8]: CampaignScope] = [:]
  /// The campaigns of arrays, envelopes and inputs that have ended.
  private var groups: [CampaignGroup] = []
  /// The number of arrays, envelopes, and inputs with bare cards.
  private var containerCount = 0
  private var cards = 0
  private var withoutCampaign = 0
  private var repeatedIDs = 0

  /// An explanation of why such cards occur.
  static let explanation =
    "a campaign whose users may become eligible again sends its card again, each time with a "
    + "new id; users see all of them until they expire or are dismissed"

  /// Creates an empty search; `inputName` returns the name of the input with a number.
  init(inputName: @escaping (Int) -> String) { self.inputName = inputName }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    if case .block(let task, _) = origin, task.input != input {
      endInput()
      input = task.input
    }
    take((batch.content() as HeldContent<CampaignCards>).value, place: origin.places)
  }

  /// Adds all events of a block in one call, so that the content of the batch is accessed once.
  private func take(_ part: borrowing CampaignCards, place: (Int) -> CardOrigin) {
    for event in part.events {
      switch event {
      case .begin(let offset):
        endArray()
        containerCount += 1
        opening = place(offset)
      case .user(let name): user = name
      case .end: endArray()
      case .cardWithoutCampaign:
        cards += 1
        withoutCampaign += 1
      case .card(var card, let id, let isElement):
        if !isElement { endArray() }
        card.number = cards
        cards += 1
        let id = part.ids.view.slice(id)
        if opening == nil { bare.add(card, id) } else { open.add(card, id) }
      }
    }
  }

  /// Ends the current array or envelope, which may lack an end event if it was cut off.
  private func endArray() {
    guard let opening else { return }
    if let user {
      let scope = users[Array(user.utf8), default: CampaignScope()]
      scope.add(open)
      users[Array(user.utf8)] = scope
    } else {
      finish(open, opening)
    }
    (self.opening, user, open) = (nil, nil, CampaignScope())
  }

  private func endInput() {
    endArray()
    if !bare.cards.isEmpty { containerCount += 1 }
    finish(bare, nil)
    bare = CampaignScope()
  }

  private func finish(_ scope: CampaignScope, _ origin: CardOrigin?, of user: String? = nil) {
    repeatedIDs += scope.repeatedIDs
    groups += scope.groups(of: user, from: origin)
  }

  /// Returns all groups, largest first and then by order of first occurrence.
  private func endedGroups() -> [CampaignGroup] {
    endInput()
    for (user, scope) in users { finish(scope, nil, of: String(decoding: user, as: UTF8.self)) }
    users.removeAll()
    return groups.sorted { ($1.cards.count, $0.first.number) < ($0.cards.count, $1.first.number) }
  }

  // MARK: The output

  /// Returns at most `limit` groups as text, with a summary.
  func text(limit: Int, now: Int64, _ style: TextStyle) -> String {
    let groups = endedGroups()
    var text = groups.prefix(limit).reduce("") { $0 + self.text(of: $1, now: now, style) }
    if groups.count > limit {
      let more = counted(groups.count - limit, "more campaign")
      text += "\(more) not shown; --limit N shows more\n"
    }
    if groups.isEmpty {
      text += "no campaign sent more than one card\n"
    } else {
      text += style.line("why: \(Duplicates.explanation)", indent: 5)
      let sent = groups.reduce(0) { $0 + $1.cards.count }
      let all = counted(cards, "card")
      text += "\(counted(groups.count, "campaign")) with \(sent) cards, of \(all) in all\n"
    }
    if repeatedIDs > 0 {
      let repeats = counted(repeatedIDs, "duplicate id")
      let hint = "the same card twice in the input; 'filter --unique' keeps one of them"
      text += style.line("\(repeats): \(hint)", indent: 2)
    }
    if withoutCampaign > 0 {
      text += "\(counted(withoutCampaign, "card")) without a campaign in the id\n"
    }
    return text
  }

  private func text(of group: CampaignGroup, now: Int64, _ style: TextStyle) -> String {
    func named(_ variation: String?) -> String {
      variation.map { ", variation \($0)" } ?? ", no variation"
    }
    let (campaign, variations) = group.names
    let areSame = variations.allSatisfy { $0 == variations[0] }
    var heading = "campaign \(campaign)\(areSame ? named(variations[0]) : "")"
    if let user = group.user { heading += ", user \(user)" }
    if containerCount > 1, let origin = group.origin {
      heading += ", \(inputName(origin.input)):\(origin.position.line)"
    }
    var text = style.line("\(heading): \(group.cards.count) cards", indent: 2, .heading)
    var previous: Int64?
    for ((id, card), variation) in zip(group.cards, variations) {
      let created = Duplicates.words(card.created, after: previous, now: now)
      previous = card.created ?? previous
      let times = card.count > 1 ? ", \(card.count) times" : ""
      let words = created + times + (areSame ? "" : named(variation))
      text +=
        style.draws
        ? style.line(words, after: 2, indent: 4) + style.line(id, after: 4, indent: 4, .name)
        : style.line("\(id)  \(words)", after: 2, indent: 4)
    }
    return text
  }

  private static func words(_ created: Int64?, after previous: Int64?, now: Int64) -> String {
    guard let created else { return "created at an unknown time" }
    let words = "created \(TimeWords.dated(created, now: now))"
    guard let previous, created > previous,
      let span = TimeWords.span((created - previous).magnitude / 1000)
    else { return words }
    return "\(words), \(span) later"
  }

  /// Adds at most `limit` groups as members of a JSON object.
  func add(limit: Int, to json: inout JSONWriter) {
    let groups = endedGroups()
    json.objects("campaigns", groups.prefix(limit)) { row, group in
      let (campaign, variations) = group.names
      row.add("campaign_id", campaign)
      if let user = group.user { row.add("user_id", user) }
      if let origin = group.origin {
        row.add("path", inputName(origin.input))
        row.add("line", origin.position.line)
      }
      row.objects("cards", zip(group.cards, variations)) { row, item in
        let ((id, card), variation) = item
        row.add("id", id)
        if let variation { row.add("message_variation_id", variation) }
        if let created = card.created { row.add("created", milliseconds: created) }
        row.add("count", card.count)
      }
    }
    json.add("campaigns_not_listed", max(0, groups.count - limit))
    json.add("reason", "re-eligibility")
    json.add("message", Duplicates.explanation)
    json.add("cards", cards)
    json.add("repeated_ids", repeatedIDs)
    json.add("without_campaign", withoutCampaign)
  }
}

extension CampaignGroup {
  /// The campaign, and the variation of each card, decoded from the ids.
  fileprivate var names: (campaign: String, variations: [String?]) {
    var campaign = ""
    var scratch = ByteBuffer()
    let variations = cards.map { id, _ in
      ByteBuffer(id.utf8).read { id in
        let composite = CompositeID(id, decodedInto: &scratch)
        campaign = composite?.campaign.text ?? ""
        return composite?.variation?.text
      }
    }
    return (campaign, variations)
  }
}
