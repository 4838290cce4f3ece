import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// Writes cards as JSON objects for the script of the page: facts about each, and the card as
/// `convert --as card` prints it.
struct PageCardWriter: ~Copyable {
  private var writer: ObjectWriter
  private let cardWriter: ShapeWriter
  private var scratch = ByteBuffer()
  private var object = ByteBuffer()

  /// Creates a writer that converts cards to objects of these classes, with times in `zone`.
  init(_ classes: ClassTable, in zone: Zone) {
    writer = ObjectWriter(classes)
    cardWriter = ShapeWriter(.card, times: .iso8601(in: zone))
  }

  /// Returns the JSON of a card with these facts.
  mutating func json(_ card: Card, _ facts: CountedCard) -> [UInt8] {
    var json = JSONWriter()
    json.begin("{")
    json.array("flags") { flags in
      for flag in facts.flags.all where flag != .active && flag != .shown {
        flags.add(nil, flag.name)
      }
    }
    let absence = PageCardWriter.absences.first { facts.flags.contains($0.flag) }
    if let absence { json.add("absence", "Not shown: \(absence.words).") }
    if let ratio = card.number(.imageAspectRatio).flatMap(JSONNumber.thousandths), ratio > 0 {
      // The width of the image if its height is 1000, limited to what a phone can show.
      json.add("ratio", Int(min(max(ratio, 250), 6000)))
    }
    json.add("size", facts.payload)
    json.object("derived") { derived in
      for field in [
        FieldPath.derived(.shape), .derived(.campaignID), .derived(.messageVariationID),
      ] {
        guard case .text(let text) = card.value(at: field, now: 0, using: &scratch) else {
          continue
        }
        derived.key(field.name)
        derived.add(nil, .text(text))
      }
    }
    object.removeAll()
    let (name, failure) = writer.object(of: card, to: &object)
    if let failure { json.add("reason", failure) }
    if let name {
      json.object("object") { row in
        row.add("name", name)
        row.add("value", json: object.view)
      }
    }
    json.add("card") { cardWriter.append(card, to: &$0) }
    json.end("}")
    return json.text.view.array
  }

  /// The reason why users do not see a card with a flag; the first flag that the card has is used.
  private static let absences: [(flag: CardFlag, words: String)] = [
    (.removed, FeedDecision.Action.removed.absence), (.control, CardVerdict.controlWords),
    (.dismissed, FeedDecision.Action.dismissed.absence),
    (.expired, FeedDecision.Action.expired.absence),
  ]
}
