import CardProcessing
import CardJSON
import ContentCardKit

/// The counts of an input or a part of it.
struct Counts: Equatable {
  /// Whether any input had bytes; only of the total.
  var hasInput = false
  /// Whether there were inputs, and none of them could be read; only of the total.
  var couldReadNothing = false
  /// Cards that were read.
  var cards = 0
  /// Cards that a device holds after all that was read; nil where nothing was merged.
  var held: Int?
  /// The number of different cards for each reason why a device has cached them or has not; only
  /// after a merge.
  var standing: [FeedDecision.Action: Int] = [:]
  /// Cards that gave output.
  var rows = 0
  /// Cards without a class type, or of a class that is not in the registry.
  var unknownClass = 0
  /// Cards of a class that was not asked for.
  var otherClass = 0
  /// Cards that the server withdrew.
  var tombstones = 0
  /// Cards that have no id where only ids are printed.
  var withoutID = 0
  /// Cards that the target shape cannot represent.
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

  /// Counts a card that cannot be said in the wanted shape.
  mutating func add(_ reason: UnrepresentableReason) { unrepresentable[reason, default: 0] += 1 }
}

extension Counts {
  /// The number of cards that were read, and the cards of the device's feed, as the beginning of a
  /// sentence.
  var read: String {
    let read = "\(counted(cards, "card")) read"
    guard let held else { return read }
    let reasons = FeedDecision.Action.allCases.compactMap { action -> String? in
      guard let count = standing[action], let words = action.absence else { return nil }
      return "\(count) \(words)"
    }
    let rest = reasons.isEmpty ? "" : " (not held: " + reasons.joined(separator: ", ") + ")"
    return "\(read), \(held) held by the device\(rest)"
  }

  /// The number of cards to convert or match.
  var offered: Int { held ?? cards }

  /// The counts of cards that gave no output, as the end of a sentence.
  var rest: String {
    let parts = [
      (unknownClass, "of no known class"), (otherClass, "of another class"),
      (tombstones, "removed by the server"), (unrepresentable.values.reduce(0, +), "left out"),
      (problems, "bad"),
    ]
    return parts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  /// The counts of cards that `shape` cannot represent; nil if there are none.
  func leftOutText(_ shape: Shape) -> String? {
    guard !unrepresentable.isEmpty else { return nil }
    let parts = UnrepresentableReason.allCases.compactMap { reason in
      unrepresentable[reason].map { count in
        switch reason {
        case .removed: "\(count) removed by the server"
        case .control: "\(count) control"
        case .unknownType: "\(count) of an unknown type"
        case .noType: "\(count) without a type"
        }
      }
    }
    let count = unrepresentable.values.reduce(0, +)
    return "skipped: \(shape.name) cannot represent \(counted(count, "card")): "
      + parts.joined(separator: ", ")
  }
}
