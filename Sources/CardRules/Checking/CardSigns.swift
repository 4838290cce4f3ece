/// What one look over a card shows, so that most rules need not look at a good card themselves.
///
/// A sign is a suspicion: it may stand without a mistake, but no mistake stands without its sign. A
/// rule names the signs of its mistakes, and runs on the cards that show one of them.
package struct CardSigns: OptionSet, BitwiseCopyable, Sendable {
  /// One bit for each sign.
  package let rawValue: UInt32

  /// The signs whose bits are set.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shown by every card.
  package static let always = CardSigns(rawValue: 1 << 0)
  /// Delimiters of Liquid may stand in the card.
  package static let liquid = CardSigns(rawValue: 1 << 1)
  /// The id is no plain string, or begins with white space.
  package static let oddID = CardSigns(rawValue: 1 << 2)
  /// A text is no string.
  package static let oddText = CardSigns(rawValue: 1 << 3)
  /// A flag is neither `true` nor `false`.
  package static let oddFlag = CardSigns(rawValue: 1 << 4)
  /// Flags that may contradict each other.
  package static let flags = CardSigns(rawValue: 1 << 5)
  /// The type is not one of the shape's own names.
  package static let oddType = CardSigns(rawValue: 1 << 6)
  /// A control card.
  package static let control = CardSigns(rawValue: 1 << 7)
  /// No image.
  package static let noImage = CardSigns(rawValue: 1 << 8)
  /// Neither title nor description.
  package static let noText = CardSigns(rawValue: 1 << 9)
  /// No link.
  package static let noLink = CardSigns(rawValue: 1 << 10)
  /// A link or an image that is not plainly an address, or one of `http` or `brazeActions`.
  package static let oddLink = CardSigns(rawValue: 1 << 11)
  /// An image that is not plainly a PNG or JPEG.
  package static let oddImage = CardSigns(rawValue: 1 << 12)
  /// An aspect ratio that is not plainly above 0, or a classic card's that is not plainly 1.
  package static let oddRatio = CardSigns(rawValue: 1 << 13)
  /// No creation time.
  package static let noCreation = CardSigns(rawValue: 1 << 14)
  /// A time that is not plainly one in seconds.
  package static let oddTime = CardSigns(rawValue: 1 << 15)
  /// An expiry.
  package static let expiry = CardSigns(rawValue: 1 << 16)
  /// A key by which fields were called once, or elsewhere.
  package static let formerName = CardSigns(rawValue: 1 << 17)
  /// A key that the shape does not document, or one that stands twice.
  package static let oddKey = CardSigns(rawValue: 1 << 18)
  /// Objects or arrays in the card other than the extras.
  package static let nested = CardSigns(rawValue: 1 << 19)
  /// Extras that are no object of the card.
  package static let oddExtras = CardSigns(rawValue: 1 << 20)
  /// A key of the extras that is blank, or has capitals, white space or hyphens.
  package static let oddExtrasKey = CardSigns(rawValue: 1 << 21)
  /// A value of the extras that is no string.
  package static let oddExtra = CardSigns(rawValue: 1 << 22)
  /// A value of the extras that begins with a bracket.
  package static let bracket = CardSigns(rawValue: 1 << 23)
  /// No class type in the extras that is text.
  package static let noClassType = CardSigns(rawValue: 1 << 24)
  /// A class type with escapes, or with white space round it.
  package static let oddClassType = CardSigns(rawValue: 1 << 25)
  /// More bytes than are sent.
  package static let large = CardSigns(rawValue: 1 << 26)
  /// Two keys of the extras that may be the same.
  package static let repeatedKey = CardSigns(rawValue: 1 << 27)
  /// An SDK's own demands are asked for.
  package static let profile = CardSigns(rawValue: 1 << 28)

  /// All signs: those of a card that nobody has looked over.
  package static let all = CardSigns(rawValue: .max)
}
