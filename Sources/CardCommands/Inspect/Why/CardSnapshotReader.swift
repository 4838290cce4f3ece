import CardJSON
import CardProcessing
import ContentCardKit

/// Reads what a history shows of a card from the bytes of a copy.
struct CardSnapshotReader: ~Copyable {
  /// The words that name a card.
  struct Name {
    var title: String?
    var classType: String?
  }

  private var reader: CachedCardReader
  private var comparer: CardComparer
  private let writer = ShapeWriter(.card)

  /// A reader of cards that were read with these options.
  init(_ options: CardDecoder.Options) {
    reader = CachedCardReader(options)
    comparer = CardComparer(typeKey: options.typeKey)
  }

  /// The title and the class type of a card; empty for bytes that are not a card.
  mutating func name(_ bytes: [UInt8]) -> Name {
    guard let card = reader.card(bytes) else { return Name() }
    return Name(title: card.text(.title)?.string, classType: card.classType?.string)
  }

  /// The fields that differ between two copies, except for the id.
  mutating func changes(from old: [UInt8], to new: [UInt8]) -> [FieldChange] {
    guard let (oldJSON, oldShape) = json(old), let (newJSON, newShape) = json(new) else {
      return []
    }
    return ByteBuffer(oldJSON).read { old in
      ByteBuffer(newJSON).read { new in
        comparer.changes(from: old, to: new, shapes: (oldShape, newShape))
      }
    }.filter { $0.name != "\(CardField.id.name)" }
  }

  /// The card in cardctl's own form.
  private mutating func json(_ bytes: [UInt8]) -> ([UInt8], Shape)? {
    guard let card = reader.card(bytes) else { return nil }
    var json = ByteBuffer()
    writer.append(card, to: &json)
    return (json.view.array, card.shape)
  }
}
