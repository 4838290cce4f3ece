import CardJSON
import CardProcessing
import CardRules
import ContentCardKit

/// A card that the overview lists, in a table or on a page.
struct ListedCard {
  let facts: CountedCard
  /// The number of the record in its block, from 1, and its offset in the input.
  let record: Int
  let offset: Int
  /// The id, the class type and the title, truncated to `textLimit`; empty if absent.
  let id: String
  let classType: String
  let title: String
  /// The card as JSON for the page.
  let json: [UInt8]
  /// The location of the card, on a page.
  var location: CardLocation?
  /// The highest severity of the findings in the card, and on a page the findings.
  var worst: Severity?
  var findings: [LocatedFinding] = []

  /// The maximum number of characters of a cell, more than fit on a line of a terminal.
  private static let textLimit = 1000

  /// Creates the entry of a card.
  init(_ card: Card, _ facts: CountedCard, record: Int, offset: Int, json: [UInt8]) {
    (self.facts, self.record, self.offset, self.json) = (facts, record, offset, json)
    func beginning(_ text: JSONString?) -> String {
      text?.string.cut(toScalars: ListedCard.textLimit) ?? ""
    }
    id = beginning(card.text(.id))
    classType = beginning(card.classType)
    title = beginning(card.heading)
  }
}

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
    cardWriter = ShapeWriter(.card, times: CardTimeFormat(.date, in: zone))
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
