import CardProcessing
import CardJSON
import ContentCardKit

/// A copy of a card's canonical fields, for comparing two cards.
struct CardSnapshot: Equatable, CustomStringConvertible {
  /// The text of each field that is present; times are milliseconds, extras compact JSON.
  private(set) var fields: [CardField: String] = [:]

  init(_ card: Card) {
    for field in CardField.allCases {
      switch card.value(field) {
      case .absent: break
      case .time(let time): fields[field] = String(time.milliseconds)
      case .text(let text): fields[field] = text.string
      case .number(let spelling): fields[field] = spelling.text
      case .boolean(let flag): fields[field] = String(flag)
      case .nested(let json):
        var compact = ByteBuffer()
        JSONText.appendCompact(json, to: &compact)
        fields[field] = compact.view.text
      }
    }
  }

  /// The card `json`.
  static func read(_ json: String, _ options: CardDecoder.Options = .init()) throws -> CardSnapshot
  {
    try CardProbe.read(json, options: options) { CardSnapshot($0) }
  }

  subscript(field: CardField) -> String? { fields[field] }

  /// The names of the fields in which the other card differs.
  func differences(from other: CardSnapshot) -> CardFields {
    CardField.allCases.reduce(into: CardFields()) { found, field in
      if fields[field] != other.fields[field] { found.insert(CardFields(field)) }
    }
  }

  var description: String {
    CardField.allCases.compactMap { field in fields[field].map { "\(field)=\($0)" } }
      .joined(separator: " ")
  }
}
