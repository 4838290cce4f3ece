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
