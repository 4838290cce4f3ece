@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// The counts of an input or a part of it.
struct Counts: Equatable {
  /// Whether any input had bytes; only of the total.
  var hasInput = false
  /// Cards that were read.
  var cards = 0
  /// Cards that a device holds after all that was read; nil where nothing was merged.
  var held: Int?
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
  /// Cards that cannot be said in the shape they were to be written in, by `Unsayable.allCases`.
  private(set) var unsayable = [Int](repeating: 0, count: Unsayable.allCases.count)
  /// What could not be read or converted.
  var problems = 0

  static func += (total: inout Counts, part: Counts) {
    total.cards += part.cards
    total.rows += part.rows
    total.unknownClass += part.unknownClass
    total.otherClass += part.otherClass
    total.tombstones += part.tombstones
    total.withoutID += part.withoutID
    total.problems += part.problems
    for index in part.unsayable.indices { total.unsayable[index] += part.unsayable[index] }
  }

  /// Counts a card that cannot be said in the wanted shape.
  mutating func add(_ reason: Unsayable) {
    for (index, known) in Unsayable.allCases.enumerated() where known == reason {
      unsayable[index] += 1
    }
  }
}

extension Counts {
  /// How many cards were read, as the beginning of a sentence.
  var read: String {
    let read = "\(counted(cards, "card")) read"
    return held.map { "\(read), \($0) held by the device" } ?? read
  }

  /// How many cards there were to convert or match.
  var offered: Int { held ?? cards }

  /// What became of the cards that gave no output, as the end of a sentence.
  var rest: String {
    let parts = [
      (unknownClass, "of no known class"), (otherClass, "of another class"),
      (tombstones, "removed by the server"), (unsayable.reduce(0, +), "left out"),
      (problems, "bad"),
    ]
    return parts.filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
  }

  /// The cards that were left out because `shape` cannot say them; nil without any.
  func leftOutText(_ shape: Shape) -> String? {
    let parts = zip(Unsayable.allCases, unsayable).filter { $0.1 > 0 }.map { reason, count in
      switch reason {
      case .removed: "\(count) removed by the server"
      case .control: "\(count) control"
      case .unknownType: "\(count) of an unknown type"
      }
    }
    guard !parts.isEmpty else { return nil }
    let count = unsayable.reduce(0, +)
    return "\(counted(count, "card")) left out, which \(shape.name) cannot say: "
      + parts.joined(separator: ", ")
  }
}
