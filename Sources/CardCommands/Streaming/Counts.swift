import CardProcessing
import CardJSON
import ContentCardKit

/// The counts of an input or a part of it.
struct Counts: Equatable {
  /// Whether any input had bytes; set only in the total.
  var hasInput = false
  /// Whether there were inputs but none could be read; set only in the total.
  var couldReadNothing = false
  /// The number of cards that were read.
  var cards = 0
  /// The number of cards in the device's feed, or nil if nothing was merged.
  var inFeed: Int?
  /// The number of distinct cards for each reason why a device has cached them or not; only after a
  /// merge.
  var standing: [FeedDecision.Action: Int] = [:]
  /// The number of cards that gave output.
  var rows = 0
  /// The number of cards whose class type is missing or not in the registry.
  var unknownClass = 0
  /// The number of cards whose class type was not selected.
  var otherClass = 0
  /// The number of cards that the server removed.
  var tombstones = 0
  /// The number of cards without an id in output of ids.
  var withoutID = 0
  /// The numbers of cards that the target shape cannot represent.
  private(set) var unrepresentable: [UnrepresentableReason: Int] = [:]
  /// The number of records that could not be read or converted.
  var problems = 0

  static func += (total: inout Counts, part: Counts) {
    total.cards += part.cards
    total.rows += part.rows
    total.unknownClass += part.unknownClass
    total.otherClass += part.otherClass
    total.tombstones += part.tombstones
    total.withoutID += part.withoutID
    total.problems += part.problems
    total.unrepresentable.merge(part.unrepresentable, uniquingKeysWith: +)
  }

  /// Counts a card that the target shape cannot represent.
  mutating func add(_ reason: UnrepresentableReason) { unrepresentable[reason, default: 0] += 1 }

  /// The numbers of cards that were read and of cards in the device's feed, as the beginning of a
  /// sentence.
  var read: String {
    let read = "\(counted(cards, "card")) read"
    guard let inFeed else { return read }
    let reasons = FeedDecision.Action.allCases.compactMap { action in
      action.absence.flatMap { words in standing[action].map { "\($0) \(words)" } }
    }
    let rest = reasons.isEmpty ? "" : " (not held: " + reasons.joined(separator: ", ") + ")"
    return "\(read), \(inFeed) held by the device\(rest)"
  }

  /// The number of cards to convert or match.
  var offered: Int { inFeed ?? cards }

  /// The numbers of cards without output, as the end of a sentence.
  var rest: String {
    let parts = [
      (unknownClass, "of no known class"), (otherClass, "of another class"),
      (tombstones, "removed by the server"), (unrepresentable.values.reduce(0, +), "omitted"),
      (problems, "bad"),
    ]
    return parts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  /// A note about the cards that `shape` cannot represent, or nil if it can represent all.
  func skippedText(_ shape: Shape) -> String? {
    guard !unrepresentable.isEmpty else { return nil }
    let words: [(UnrepresentableReason, String)] = [
      (.removed, "removed by the server"), (.control, "control"),
      (.unknownType, "of an unknown type"), (.noType, "without a type"),
    ]
    let parts = words.compactMap { reason, words in
      unrepresentable[reason].map { "\($0) \(words)" }
    }
    let count = unrepresentable.values.reduce(0, +)
    return "skipped: \(shape.name) cannot represent \(counted(count, "card")): "
      + parts.joined(separator: ", ")
  }
}
