import CardProcessing
import CardJSON
import ContentCardKit

/// Finds the campaigns that sent one user more than one card, whatever the variation.
///
/// One user has the cards of one array or envelope, and of all envelopes that name the user; cards
/// in no array are treated as one user's, input by input, and so is the feed of a device.
/// Of an array or envelope that has ended only campaigns with more than one card are kept; memory
/// grows with the different ids of named users, and of cards in no array.
final class Duplicates: BatchObserver {
  private let inputName: (Int) -> String
  private var input = -1
  /// The cards of the input that are in no array.
  private var bare = CampaignGroups()
  /// Those of the array or envelope that has begun, and where that is.
  private var open = CampaignGroups()
  private var opening: CardOrigin?
  private var user: [UInt8]?
  /// Those of users that are named.
  private var users = CampaignGroups()
  /// Campaigns with more than one card, of arrays, envelopes and inputs that have ended.
  private var finished: [CampaignGroup] = []
  /// The ids of their cards.
  private var finishedIDs = TextList()
  private var campaignCount = 0
  /// The number of arrays, envelopes, and inputs with bare cards.
  private var holders = 0

  /// Cards whose id names no campaign.
  private(set) var withoutCampaign = 0
  /// All cards that were looked at.
  private(set) var cards = 0
  /// The number of duplicate ids among the cards of one user.
  private(set) var repeatedIDs = 0

  /// The cause of duplicates, in words.
  static let explanation =
    "a campaign whose users may become eligible again sends its card again, each time with a "
    + "new id; users see all of them until they expire or are dismissed"

  /// No campaigns; `inputName` gives the name of the input with a number.
  init(inputName: @escaping (Int) -> String) { self.inputName = inputName }

  func observe(_ batch: inout Batch, of origin: BatchOrigin) {
    let sendings: HeldContent<CampaignCards> = batch.content()
    guard case .block(let task, let position) = origin else {
      for event in sendings.value.events { take(event, sendings.value) }
      return
    }
    if task.input != input {
      input = task.input
      endInput()
    }
    var locator = Locator(task, position)
    take(sendings.value) { locator.position(of: $0) }
  }

  /// Takes all events of a block at once, so that the block's content is accessed once.
  private func take(_ part: borrowing CampaignCards, position: (Int) -> TextPosition) {
    let count = part.events.count
    for (number, event) in part.events.enumerated() {
      if opening == nil, number % TextNumbers.preparedAtOnce == 0 {
        let end = min(number + TextNumbers.preparedAtOnce, count)
        bare.prepare(number..<end) { part.id($0) }
      }
      if case .begin(let offset) = event {
        endArray()
        holders += 1
        opening = CardOrigin(input: input, position: position(offset))
      } else {
        take(event, part)
      }
    }
  }

  private func take(_ event: CampaignCards.Event, _ part: borrowing CampaignCards) {
    switch event {
    case .begin: break
    case .user(let name): user = part.text(name).array
    case .end: endArray()
    case .cardWithoutCampaign:
      cards += 1
      withoutCampaign += 1
    case .card(let entry):
      cards += 1
      if !entry.isElement { endArray() }
      let (campaign, id) = part.texts(of: entry)
      let owner = CampaignGroup.Owner(origin: opening, number: campaignCount)
      let isNew =
        opening == nil
        ? bare.append(id, of: campaign, created: entry.created, owner)
        : open.append(id, of: campaign, created: entry.created, owner)
      if isNew { campaignCount += 1 }
    }
  }

  /// Ends the open array or envelope; one that is cut off has no end event.
  private func endArray() {
    guard opening != nil else { return }
    if let user {
      hand(to: user)
      open.removeAll()
    } else {
      finish(&open)
    }
    (opening, user) = (nil, nil)
  }

  /// Hands what an envelope had to its user.
  private func hand(to user: [UInt8]) {
    for group in open.groups {
      let owner = CampaignGroup.Owner(user: user, number: group.owner.number)
      let campaign = ByteBuffer(group.campaign)
      for card in group.sendings {
        users.append(
          open.id(of: card, in: group), of: campaign.view, created: card.created, count: card.count,
          owner)
      }
    }
  }

  private func endInput() {
    endArray()
    if !bare.groups.isEmpty { holders += 1 }
    finish(&bare)
  }

  /// Keeps what is worth showing.
  private func finish(_ groups: inout CampaignGroups) {
    for group in groups.groups { repeatedIDs += group.repeatedIDs }
    let repeated = groups.groups.filter { $0.sendings.count > 1 }
    let keepsMost = repeated.count * 2 > groups.groups.count && repeated[0].owner.user == nil
    if keepsMost, finishedIDs.count == 0 {
      // They are not copied.
      finishedIDs = groups.takeIDs()
      finished = repeated
    } else {
      for var group in repeated {
        for place in group.sendings.indices {
          let id = groups.id(of: group.sendings[place], in: group)
          group.sendings[place].id = finishedIDs.count
          finishedIDs.append(id)
        }
        finished.append(group)
      }
    }
    groups.removeAll()
  }

  /// The groups of more than one id, the largest first, else as they were first met.
  private func endedGroups() -> [CampaignGroup] {
    endInput()
    finish(&users)
    finished.sort {
      ($1.sendings.count, $0.owner.number) < ($0.sendings.count, $1.owner.number)
    }
    return finished
  }

  /// The cards of a group by creation.
  private func sorted(_ sendings: [CampaignGroup.Sending]) -> [CampaignGroup.Sending] {
    let places = sendings.indices.sorted {
      (sendings[$0].created ?? .max, $0) < (sendings[$1].created ?? .max, $1)
    }
    return places.map { sendings[$0] }
  }

  /// The message variation that a card's id names.
  private func variation(of sending: CampaignGroup.Sending) -> String? {
    var scratch = ByteBuffer()
    return CompositeID(finishedIDs[sending.id], decodedInto: &scratch)?.variation?.text
  }
}

extension Duplicates {
  /// The groups as lines, each with its line end; at most `limit` of them.
  func text(limit: Int, now: Int64, _ style: TextStyle) -> String {
    let groups = endedGroups()
    var text = ""
    for group in groups.prefix(limit) {
      let sendings = sorted(group.sendings)
      let variations = sendings.map(variation)
      let areSame = variations.allSatisfy { $0 == variations[0] }
      let name = heading(group, variation: areSame ? .some(variations[0]) : nil, style)
      let count = ": \(group.sendings.count) cards"
      text += style.folded(name + count, from: 0, indent: 2, .heading) + "\n"
      var previous: Int64?
      for (sending, variation) in zip(sendings, variations) {
        let end = areSame ? "" : ", \(Duplicates.named(variation, style))"
        text += line(sending, end, after: previous, now: now, style)
        previous = sending.created ?? previous
      }
    }
    if groups.count > limit {
      let more = counted(groups.count - limit, "more campaign")
      text += "\(more) not shown; --limit N shows more\n"
    }
    let sent = groups.reduce(0) { $0 + $1.sendings.count }
    text +=
      groups.isEmpty
      ? "no campaign sent more than one card\n"
      : style.folded("why: \(Duplicates.explanation)", from: 0, indent: 5) + "\n"
        + "\(counted(groups.count, "campaign")) with \(sent) cards, of "
        + "\(counted(cards, "card")) in all\n"
    if repeatedIDs > 0 {
      let words =
        "\(counted(repeatedIDs, "duplicate id")): the same card twice in the input; "
        + "'filter --unique' keeps one of them"
      text += style.folded(words, from: 0, indent: 2) + "\n"
    }
    if withoutCampaign > 0 {
      text += "\(counted(withoutCampaign, "card")) without a campaign in the id\n"
    }
    return text
  }

  private func heading(_ group: CampaignGroup, variation: String??, _ style: TextStyle)
    -> String
  {
    func shown(_ bytes: [UInt8]) -> String { style.shown(String(decoding: bytes, as: UTF8.self)) }
    var text = "campaign \(shown(group.campaign))"
    if let variation { text += ", " + Duplicates.named(variation, style) }
    if let user = group.owner.user { text += ", user \(shown(user))" }
    if holders > 1, let origin = group.owner.origin {
      text += ", \(style.shown(inputName(origin.input))):\(origin.position.line)"
    }
    return text
  }

  private static func named(_ variation: String?, _ style: TextStyle) -> String {
    variation.map { "variation \(style.shown($0))" } ?? "no variation"
  }

  private func line(
    _ sending: CampaignGroup.Sending, _ end: String, after previous: Int64?, now: Int64,
    _ style: TextStyle
  ) -> String {
    var created = "created at an unknown time"
    if let time = sending.created {
      created = "created \(TimeWords.dated(time, now: now))"
      if let previous, time > previous,
        let span = TimeWords.span((time - previous).magnitude / 1000)
      {
        created += ", \(span) later"
      }
    }
    let id = style.shown(finishedIDs[sending.id].text)
    let words = created + (sending.count > 1 ? ", \(sending.count) times" : "") + end
    guard style.draws else { return "  \(id)  \(words)\n" }
    return "  " + style.folded(words, from: 2, indent: 4) + "\n    "
      + style.folded(id, from: 4, indent: 4, .name) + "\n"
  }

  /// Appends the groups as one JSON object, indented; at most `limit` of them.
  func appendJSON(limit: Int, to output: inout ByteBuffer) {
    let groups = endedGroups()
    output.jsonLine(.indented) { object in
      object.array("campaigns") { array in
        for group in groups.prefix(limit) { array.object { add(group, &$0) } }
      }
      object.add("campaigns_not_listed", max(0, groups.count - limit))
      object.add("reason", "re-eligibility")
      object.add("message", Duplicates.explanation)
      object.add("cards", cards)
      object.add("repeated_ids", repeatedIDs)
      object.add("without_campaign", withoutCampaign)
    }
  }

  private func add(_ group: CampaignGroup, _ json: inout JSONWriter) {
    json.add("campaign_id", String(decoding: group.campaign, as: UTF8.self))
    if let user = group.owner.user { json.add("user_id", String(decoding: user, as: UTF8.self)) }
    if let origin = group.owner.origin {
      json.add("path", inputName(origin.input))
      json.add("line", origin.position.line)
    }
    json.objects("cards", sorted(group.sendings)) { row, sending in
      row.add("id", finishedIDs[sending.id].text)
      if let variation = variation(of: sending) { row.add("message_variation_id", variation) }
      if let created = sending.created { row.add("created", milliseconds: created) }
      row.add("count", sending.count)
    }
  }
}
