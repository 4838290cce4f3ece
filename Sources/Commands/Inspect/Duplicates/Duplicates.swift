import CardJSON
import ContentCards

/// Groups the cards of the inputs by campaign and variation.
///
/// Memory grows with the number of different ids: each is kept once.
final class Duplicates: BatchObserver {
  /// One card of a group.
  struct Sending {
    let id: [UInt8]
    /// Epoch milliseconds; nil when the card does not say.
    let created: Int64?
    /// How many cards have the id.
    var count = 1
  }

  /// The cards of one campaign and variation, in the order in which their ids were first met.
  struct Group {
    let campaign: [UInt8]
    let variation: [UInt8]?
    var sendings: [Sending] = []
  }

  /// The campaigns and variations, whose numbers are those of the groups.
  private var keys = TextNumbers()
  private var all: [Group] = []
  private var ids = TextNumbers()
  /// Where the card with the id of this number is.
  private var members: [(group: Int, sending: Int)] = []
  private var key = ByteBuffer()
  /// Cards whose id names no campaign.
  private(set) var withoutCampaign = 0
  /// All cards that were looked at.
  private(set) var cards = 0

  /// What is wrong, in words.
  static let explanation =
    "a campaign whose users may become eligible again sends its card anew, each time with an id of "
    + "its own; users see all of them until they expire or are dismissed"

  func see(_ task: BlockTask, at position: TextPosition) {
    take(task.batch.inspected.sendings)
  }

  func see(_ batch: inout Batch, origin: (Int) -> CardOrigin) { take(batch.inspected.sendings) }

  private func take(_ part: borrowing CampaignCards) {
    cards += part.entries.count + part.withoutCampaign
    withoutCampaign += part.withoutCampaign
    for entry in part.entries {
      let texts = part.texts(of: entry)
      let id = ids.number(of: texts.id)
      if id < members.count {
        let member = members[id]
        all[member.group].sendings[member.sending].count += 1
        continue
      }
      key.removeAll()
      part.appendKey(of: entry, to: &key)
      let place = keys.number(of: key.view)
      if place == all.count {
        all.append(Group(campaign: texts.campaign.array, variation: texts.variation?.array))
      }
      members.append((place, all[place].sendings.count))
      all[place].sendings.append(Sending(id: texts.id.array, created: entry.created))
    }
  }

  /// The groups of more than one id, the largest first, else as they were first met; the cards of
  /// each by creation.
  var groups: [Group] {
    let found = all.filter { $0.sendings.count > 1 }
    let order = found.indices.sorted {
      let (left, right) = (found[$0].sendings.count, found[$1].sendings.count)
      return left == right ? $0 < $1 : left > right
    }
    return order.map { index in
      var group = found[index]
      let places = group.sendings.indices.sorted {
        let (left, right) = (group.sendings[$0].created, group.sendings[$1].created)
        return left == right ? $0 < $1 : (left ?? .max) < (right ?? .max)
      }
      group.sendings = places.map { group.sendings[$0] }
      return group
    }
  }

  /// How many cards have an id that was there before.
  var repeatedIDs: Int {
    all.reduce(0) { $0 + $1.sendings.reduce(0) { $0 + $1.count - 1 } }
  }
}

extension Duplicates {
  /// The groups as lines, each with its line end; at most `limit` of them.
  func text(limit: Int, now: Int64, _ style: InspectStyle) -> String {
    let groups = groups
    var text = ""
    for group in groups.prefix(limit) {
      let campaign = String(decoding: group.campaign, as: UTF8.self)
      let variation = group.variation.map { String(decoding: $0, as: UTF8.self) }
      let name =
        "campaign \(style.shown(campaign)), "
        + (variation.map { "variation \(style.shown($0))" } ?? "no variation")
      text += style.paint(name, .heading) + ": \(group.sendings.count) cards\n"
      var previous: Int64?
      for sending in group.sendings {
        text += "  " + line(sending, after: previous, now: now, style) + "\n"
        previous = sending.created ?? previous
      }
    }
    if groups.count > limit {
      text +=
        "\(ReportSummary.count(groups.count - limit, "more campaign")) not shown; "
        + "--limit N shows more\n"
    }
    let sent = groups.reduce(0) { $0 + $1.sendings.count }
    text +=
      groups.isEmpty
      ? "no campaign sent more than one card\n"
      : "why: \(Duplicates.explanation)\n"
        + "\(ReportSummary.count(groups.count, "campaign")) with \(sent) cards, of "
        + "\(ReportSummary.count(cards, "card")) in all\n"
    if repeatedIDs > 0 {
      text +=
        "\(ReportSummary.count(repeatedIDs, "card")) with an id that was there before: the "
        + "same card twice in the input, which filter --unique leaves out\n"
    }
    if withoutCampaign > 0 {
      text += "\(ReportSummary.count(withoutCampaign, "card")) with an id that names no campaign\n"
    }
    return text
  }

  private func line(
    _ sending: Sending, after previous: Int64?, now: Int64, _ style: InspectStyle
  ) -> String {
    var created = "created at an unknown time"
    if let time = sending.created {
      var date = ByteBuffer()
      _ = CardTime(milliseconds: time).appendISO8601(to: &date)
      created = "created \(date.view.text), \(TimeWords.relative(time, now: now))"
      if let previous, time > previous,
        let span = TimeWords.span((time - previous).magnitude / 1000)
      {
        created += ", \(span) behind the one before"
      }
    }
    let id = style.paint(style.shown(String(decoding: sending.id, as: UTF8.self)), .name)
    return id + "  " + created + (sending.count > 1 ? ", \(sending.count) times" : "")
  }

  /// Appends the groups as one JSON object, indented; at most `limit` of them.
  func appendJSON(limit: Int, to output: inout ByteBuffer) {
    let groups = groups
    var json = JSONBuilder()
    json.object { object in
      object.array("campaigns") { array in
        for group in groups.prefix(limit) { array.object { Duplicates.add(group, &$0) } }
      }
      object.add("campaigns_not_listed", max(0, groups.count - limit))
      object.add("reason", "re-eligibility")
      object.add("message", Duplicates.explanation)
      object.add("cards", cards)
      object.add("repeated_ids", repeatedIDs)
      object.add("without_campaign", withoutCampaign)
    }
    JSONIndent.append(json.text.view, to: &output)
  }

  private static func add(_ group: Group, _ json: inout JSONBuilder) {
    json.add("campaign_id", String(decoding: group.campaign, as: UTF8.self))
    if let variation = group.variation {
      json.add("message_variation_id", String(decoding: variation, as: UTF8.self))
    }
    json.array("cards") { array in
      for sending in group.sendings {
        array.object { row in
          row.add("id", String(decoding: sending.id, as: UTF8.self))
          if let created = sending.created { row.add("created", milliseconds: created) }
          row.add("count", sending.count)
        }
      }
    }
  }
}
