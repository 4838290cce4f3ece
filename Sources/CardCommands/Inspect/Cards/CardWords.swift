import CardJSON
import CardProcessing
import ContentCardKit

extension Card {
  /// The reason why the card becomes no object, in words, with the nearest of the known class types.
  func words(for reason: SkipReason, suggesting known: [String] = []) -> String {
    switch reason {
    case .tombstone: return "the server removed it"
    case .noClass: return "it has no class type"
    case .unknownClass:
      let name = classType?.string ?? ""
      let hint = NearestName.hint(for: name, among: known)
      return "the class type \"\(name)\" is not in the registry\(hint)"
    case .notSelected: return "its class type is not selected"
    }
  }
}

extension ObjectWriter {
  /// Appends the object of a card; returns its name, or the reason why the card becomes none.
  mutating func object(of card: Card, to json: inout ByteBuffer) -> (
    name: String?, failure: String?
  ) {
    switch convert(card, to: &json) {
    case .converted(let index): (reader.classes.registry.classes[index].object, nil)
    case .skipped(let reason): (nil, card.words(for: reason))
    case .failed(let failure): (nil, failure.description)
    }
  }
}

extension JSONWriter {
  /// Adds a card as `convert --as card` prints it.
  mutating func addCard(_ key: StaticString, _ card: Card) {
    add(key) { ShapeWriter(.card).append(card, to: &$0) }
  }
}

/// The parts of a card's id, which it has without any card.
struct IDWords {
  /// The campaign.
  let campaign: String
  private let id: String
  private let variation: String?

  /// Decodes an id; nil if it does not contain a campaign.
  init?(_ id: String) {
    var scratch = ByteBuffer()
    let parts = ByteBuffer(id.utf8).read { text -> (String, String?)? in
      guard let composite = CompositeID(text, decodedInto: &scratch) else { return nil }
      return (composite.campaign.text, composite.variation?.text)
    }
    guard let parts, !parts.0.isEmpty else { return nil }
    (self.id, campaign, variation) = (id, parts.0, parts.1)
  }

  /// The parts in words.
  var words: String { "campaign \(campaign)" + (variation.map { ", variation \($0)" } ?? "") }

  /// The view of the parts.
  func view(_ style: TextStyle) -> View {
    var view = View()
    view.add { json in
      json.add("id", id)
      json.add("campaign_id", campaign)
      if let variation { json.add("message_variation_id", variation) }
    }
    view.ending = style.leading(words) + "\n"
    return view
  }
}

/// The ids that have the most bytes in common with a text at the same offsets.
struct NearIDs {
  private static let limit = 3

  /// The ids, best first.
  private(set) var entries: [(id: String, score: Int)] = []

  /// Whether an id with this score would be kept.
  func wants(_ score: Int) -> Bool {
    entries.count < NearIDs.limit || score > entries[entries.count - 1].score
  }

  /// Adds an id that does not begin with the text.
  mutating func add(_ id: String, score: Int) {
    guard wants(score), !entries.contains(where: { id.hasBytes(of: $0.id) }) else { return }
    // Insert after ids with the same score to keep the input order.
    let index = entries.firstIndex { $0.score < score } ?? entries.count
    entries.insert((id, score), at: index)
    if entries.count > NearIDs.limit { entries.removeLast() }
  }

  /// Returns the ids that have at least half of the bytes of a text of this length.
  func similar(toLength length: Int) -> [String] {
    entries.filter { $0.score * 2 >= length && $0.score > 0 }.map(\.id)
  }
}

extension String {
  /// Whether two strings have the same bytes, unlike `==`, which compares canonical equivalence.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// Describes times in words.
enum TimeWords {
  /// Describes `time` relative to `now`: `3 h ago`, `in 12 d`, `now`.
  ///
  /// The difference is rounded down to whole seconds, minutes, hours (up to two days), days (up to
  /// two years) or years. Both times are in epoch milliseconds.
  static func relative(_ time: Int64, now: Int64) -> String {
    let (distance, overflow) = time.subtractingReportingOverflow(now)
    guard !overflow else { return time < now ? "long ago" : "far in the future" }
    let amount = span(distance.magnitude / 1000)
    guard let amount else { return "now" }
    return distance < 0 ? "\(amount) ago" : "in \(amount)"
  }

  /// Describes `time` as a date and relative to `now`; without the date outside the years 1 to
  /// 9999.
  static func dated(_ time: Int64, now: Int64, in zone: Zone = .utc) -> String {
    (ISO8601.text(time, in: zone).map { $0 + ", " } ?? "") + relative(time, now: now)
  }

  /// Describes a number of seconds in its largest whole unit; nil for 0.
  static func span(_ seconds: UInt64) -> String? {
    switch seconds {
    case 0: nil
    case 1..<60: "\(seconds) s"
    case 60..<3600: "\(seconds / 60) min"
    case 3600..<172_800: "\(seconds / 3600) h"
    case 172_800..<2 * meanYear: "\(seconds / 86_400) d"
    default: "\(seconds / meanYear) y"
    }
  }

  /// The mean Gregorian year of 365.2425 days, in seconds.
  private static let meanYear: UInt64 = 31_556_952
}
