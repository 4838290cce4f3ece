import CardArguments
import CardJSON
import EventJournal

/// A key that `cardctl log summary` counts events by.
enum SummaryGrouping: String, OptionChoice {
  case card, classType = "class_type", campaign, user, day

  var summary: String {
    switch self {
    case .card: "a row for each card id"
    case .classType: "a row for each class type, ignoring case"
    case .campaign: "a row for each campaign, as recorded or as in the card's id"
    case .user: "a row for each user"
    case .day: "a row for each day, in the zone of --tz"
    }
  }

  /// The heading of the names in text.
  var heading: String { self == .classType ? "class type" : rawValue }

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

/// Builds the key of an event's row: its name in each grouping.
struct RowKeys: ~Copyable {
  private let groupings: [SummaryGrouping]
  /// The zone of days; nil for UTC.
  private let zone: ZoneOffsets?
  private var key = ByteBuffer()
  private var text = ByteBuffer()
  private var campaigns = EventCampaign()

  /// The byte after every name except the last one, which does not occur in UTF-8.
  private static let separator: UInt8 = 0xFF

  init(_ groupings: [SummaryGrouping], _ zone: ZoneOffsets?) {
    (self.groupings, self.zone) = (groupings, zone)
  }

  /// The key of the event on `line`, valid until the next call.
  mutating func key(of line: JournalLine) -> ByteView {
    key.removeAll()
    for index in groupings.indices {
      if index > 0 { key.append(RowKeys.separator) }
      appendName(groupings[index], of: line)
    }
    return key.view
  }

  /// A name of a key; nil if the event does not have it.
  static func name(_ index: Int, in key: ByteView) -> ByteView? {
    var start = 0
    for _ in 0..<index {
      start = (key.firstIndex(of: separator, from: start, to: key.count) ?? key.count - 1) + 1
    }
    let end = key.firstIndex(of: separator, from: start, to: key.count) ?? key.count
    return end > start ? key.slice(start..<end) : nil
  }

  /// Whether a key comes before another: name by name, an absent one first.
  static func precedes(_ one: ByteView, _ other: ByteView) -> Bool {
    var place = 0
    while place < min(one.count, other.count), one[place] == other[place] { place += 1 }
    let left = place < one.count ? one[place] : separator
    let right = place < other.count ? other[place] : separator
    // The end of a name comes before every byte.
    return right != separator && (left == separator || left < right)
  }

  /// Appends a name; nothing if it is absent.
  private mutating func appendName(_ grouping: SummaryGrouping, of line: JournalLine) {
    switch grouping {
    case .card: line.appendText(.cardID, to: &key)
    case .user: line.appendText(.userID, to: &key)
    case .campaign: if let campaign = campaigns.campaign(of: line) { key.append(campaign) }
    case .classType:
      text.removeAll()
      line.appendText(.classType, to: &text)
      key.append(lowercased: text.view)
    case .day:
      let end = key.count + RowKeys.dateLength
      let local = line.time + (zone?.offset(at: line.time) ?? 0)
      if ISO8601.append(local, to: &key, withMilliseconds: false) { key.truncate(to: end) }
    }
  }

  /// The length of a date such as 2026-11-21.
  private static let dateLength = 10
}
