/// What one look over a card shows, so that most rules need not look at a good card themselves.
///
/// A fact is a suspicion: it may hold without a mistake, but no mistake stands without it. The first
/// guard of a rule asks for the facts of its mistakes.
package struct CardFacts: OptionSet, BitwiseCopyable, Sendable {
  /// One bit for each fact.
  package let rawValue: UInt32

  /// The facts whose bits are set.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The id is no plain string, or begins with white space.
  package static let oddID = CardFacts(rawValue: 1 << 0)
  /// A text is no string.
  package static let oddText = CardFacts(rawValue: 1 << 1)
  /// A flag is neither `true` nor `false`.
  package static let oddFlag = CardFacts(rawValue: 1 << 2)
  /// Flags that may contradict each other.
  package static let flags = CardFacts(rawValue: 1 << 3)
  /// The type is not one of the shape's own names.
  package static let oddType = CardFacts(rawValue: 1 << 4)
  /// No link.
  package static let noLink = CardFacts(rawValue: 1 << 5)
  /// A link or an image that is not plainly an address, or one of `http` or `brazeActions`.
  package static let oddLink = CardFacts(rawValue: 1 << 6)
  /// An image that is not plainly a PNG or JPEG.
  package static let oddImage = CardFacts(rawValue: 1 << 7)
  /// An aspect ratio that is not plainly above 0, or a classic card's that is not plainly 1.
  package static let oddRatio = CardFacts(rawValue: 1 << 8)
  /// A time that is not plainly one in seconds.
  package static let oddTime = CardFacts(rawValue: 1 << 9)
  /// A key by which fields were called once, or elsewhere.
  package static let formerName = CardFacts(rawValue: 1 << 10)
  /// A key that the shape does not document, or one that stands twice.
  package static let oddKey = CardFacts(rawValue: 1 << 11)
  /// Objects or arrays in the card other than the extras.
  package static let nested = CardFacts(rawValue: 1 << 12)
  /// Extras that are no object of the card.
  package static let oddExtras = CardFacts(rawValue: 1 << 13)
  /// A key of the extras that is blank, or has capitals, white space or hyphens.
  package static let oddExtrasKey = CardFacts(rawValue: 1 << 14)
  /// A value of the extras that is no string.
  package static let oddExtra = CardFacts(rawValue: 1 << 15)
  /// A value of the extras that begins with a bracket.
  package static let bracket = CardFacts(rawValue: 1 << 16)
  /// No class type in the extras that is text.
  package static let noClassType = CardFacts(rawValue: 1 << 17)
  /// A class type with escapes, or with white space round it.
  package static let oddClassType = CardFacts(rawValue: 1 << 18)
  /// Two keys of the extras that may be the same.
  package static let repeatedKey = CardFacts(rawValue: 1 << 19)
  /// No image.
  package static let noImage = CardFacts(rawValue: 1 << 20)
  /// Neither title nor description.
  package static let noText = CardFacts(rawValue: 1 << 21)
  /// No creation time.
  package static let noCreation = CardFacts(rawValue: 1 << 22)
  /// More bytes than are sent.
  package static let large = CardFacts(rawValue: 1 << 23)

  /// All facts, for a card whose facts were not looked for.
  package static let all = CardFacts(rawValue: .max)
}
