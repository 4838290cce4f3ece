import CardJSON
import ContentCardKit

/// Looks over the extras of one card after another.
///
/// One serves one thread, and is reused for every card.
struct ExtrasReader: ~Copyable {
  private var index: KeyIndex
  /// The key that names the class type, and its number where classes read it.
  private let typeKey: ByteView
  private let typeNumber: Int?
  /// Whether a key that classes read may be one that a rule is about.
  private let hasOddNames: Bool

  /// A reader that finds the extras that `classes` read, and the class type at `typeKey`.
  init(_ classes: ClassTable, typeKey: String) {
    index = KeyIndex(classes.extraKeys)
    self.typeKey = ByteView(permanent: typeKey)
    typeNumber = classes.extraKeys.index(of: self.typeKey)
    hasOddNames = classes.extraKeys.contains { ExtrasReader.isOdd($0) }
  }

  /// What one look over the extras of a card shows.
  struct Extras {
    let facts: CardFacts
    /// The node of the class type, whatever its value is; 0 when it is not there.
    let classTypeNode: Int
    /// Where those are that classes read; good until another card is read.
    let known: KeyNodes
  }

  /// Reads the extras of a card.
  mutating func read(_ card: Card) -> Extras {
    let document = card.extrasDocument
    // Which keys were met, a bit each or for several of them: first those that classes read.
    var (metNumbers, metOthers) = (UInt64(0), UInt64(0))
    var facts: CardFacts = []
    var classTypeNode = 0
    let known = index.index(extrasOf: card) { key, value, number in
      if let number {
        if ExtrasReader.mark(number, &metNumbers) { facts.formUnion(.repeatedKey) }
        if hasOddNames { facts.formUnion(.oddExtrasKey) }
        if number == typeNumber { classTypeNode = value }
      } else {
        let bit = DuplicateKeys.bit(of: key, in: document)
        if ExtrasReader.mark(bit, &metOthers) { facts.formUnion(.repeatedKey) }
        if ExtrasReader.isOdd(document.content(key)) || document.word(key).isEscaped {
          facts.formUnion(.oddExtrasKey)
        }
        if document.text(key, equals: typeKey) { classTypeNode = value }
      }
      ExtrasReader.look(document.word(value), document.bytes, &facts)
    }
    return Extras(facts: facts, classTypeNode: classTypeNode, known: known)
  }

  /// Marks a number; true when it, or another with the same bit, was marked before.
  @inline(__always)
  private static func mark(_ number: Int, _ marks: inout UInt64) -> Bool {
    let mark: UInt64 = 1 << UInt64(truncatingIfNeeded: number & 63)
    defer { marks |= mark }
    return marks & mark != 0
  }

  @inline(__always)
  private static func isOdd(_ name: ByteView) -> Bool {
    name.count == 0 || name[0] >= 0x80 || name.holds(.oddInName)
  }

  @inline(__always)
  private static func look(_ value: TapeWord, _ bytes: ByteView, _ facts: inout CardFacts) {
    switch value.kind {
    case .string:
      guard value.extent > 1 else { return }
      let first = bytes[value.offset]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { facts.formUnion(.bracket) }
    case .object, .array: facts.formUnion([.oddExtra, .nested])
    case .number, .true, .false, .null, .end: facts.formUnion(.oddExtra)
    }
  }
}
