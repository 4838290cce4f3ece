import CardArguments
import CardJSON
import EventJournal

/// A property by which `cardctl log summary` groups events.
enum SummaryGrouping: String, OptionChoice {
  case card = "card: a row for each card id"
  case classType = "class_type: a row for each class type, ignoring case"
  case campaign = "campaign: a row for each campaign, as recorded or as in the card's id"
  case user = "user: a row for each user"
  case day = "day: a row for each day, in the zone of --tz"

  /// The heading of the names in text.
  var heading: String { self == .classType ? "class type" : argument }

  /// The key of the names in JSON and CSV.
  var key: StaticString {
    switch self {
    case .card: "card_id"
    case .classType: "class_type"
    case .campaign: "campaign_id"
    case .user: "user_id"
    case .day: "day"
    }
  }
}

/// Builds the keys of rows, which consist of a name for each grouping.
struct RowKeys: ~Copyable {
  let groupings: [SummaryGrouping]
  /// The zone of days.
  let zone: Zone
  private(set) var key = ByteBuffer()
  private(set) var text = ByteBuffer()
  private(set) var campaigns = EventCampaign()

  /// Returns the key of the event on `line`, valid until the next call.
  mutating func key(of line: JournalLine) -> ByteView {
    if groupings.count == 1, groupings[0] == .card {
      return line.text(.cardID, decodedInto: &text)
    }
    key.removeAll()
    for index in groupings.indices {
      if index > 0 { key.append(ByteView.nameSeparator) }
      appendName(groupings[index], of: line)
    }
    return key.view
  }

  /// Appends the name of the event in a grouping; nothing if it is absent.
  private mutating func appendName(_ grouping: SummaryGrouping, of line: JournalLine) {
    switch grouping {
    case .card: line.appendText(.cardID, to: &key)
    case .user: line.appendText(.userID, to: &key)
    case .campaign: if let campaign = campaigns.campaign(of: line) { key.append(campaign) }
    case .classType: key.append(lowercased: line.text(.classType, decodedInto: &text))
    case .day:
      ISO8601.appendDate(of: line.time + zone.offset(at: line.time), to: &key)
    }
  }
}
