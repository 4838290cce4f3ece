/// What one look over a card shows, so that most rules need not look at a good card themselves.
///
/// A sign is a suspicion: it may stand without a mistake, but no mistake stands without its sign. A
/// rule names the signs of its mistakes, and runs on the cards that show one of them.
public struct CardSigns: OptionSet, BitwiseCopyable, Sendable {
  /// One bit for each sign.
  public let rawValue: UInt32

  /// The signs whose bits are set.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shown by every card.
  public static let always = CardSigns(rawValue: 1 << 0)
  /// Delimiters of Liquid may stand in the card.
  public static let liquid = CardSigns(rawValue: 1 << 1)
  /// The id is no plain string, or begins with white space.
  public static let oddID = CardSigns(rawValue: 1 << 2)
  /// A text is no string.
  public static let oddText = CardSigns(rawValue: 1 << 3)
  /// A flag is neither `true` nor `false`.
  public static let oddFlag = CardSigns(rawValue: 1 << 4)
  /// Flags that may contradict each other.
  public static let flags = CardSigns(rawValue: 1 << 5)
  /// The type is not one of the shape's own names.
  public static let oddType = CardSigns(rawValue: 1 << 6)
  /// A control card.
  public static let control = CardSigns(rawValue: 1 << 7)
  /// No image.
  public static let noImage = CardSigns(rawValue: 1 << 8)
  /// Neither title nor description.
  public static let noText = CardSigns(rawValue: 1 << 9)
  /// No link.
  public static let noLink = CardSigns(rawValue: 1 << 10)
  /// A link or an image that is not plainly an address, or one of `http` or `brazeActions`.
  public static let oddLink = CardSigns(rawValue: 1 << 11)
  /// An image that is not plainly a PNG or JPEG.
  public static let oddImage = CardSigns(rawValue: 1 << 12)
  /// An aspect ratio that is not plainly above 0, or a classic card's that is not plainly 1.
  public static let oddRatio = CardSigns(rawValue: 1 << 13)
  /// No creation time.
  public static let noCreation = CardSigns(rawValue: 1 << 14)
  /// A time that is not plainly one in seconds.
  public static let oddTime = CardSigns(rawValue: 1 << 15)
  /// An expiry.
  public static let expiry = CardSigns(rawValue: 1 << 16)
  /// A key by which fields were called once, or elsewhere.
  public static let formerName = CardSigns(rawValue: 1 << 17)
  /// A key that the shape does not document, or one that stands twice.
  public static let oddKey = CardSigns(rawValue: 1 << 18)
  /// Objects or arrays in the card other than the extras.
  public static let nested = CardSigns(rawValue: 1 << 19)
  /// Extras that are no object of the card.
  public static let oddExtras = CardSigns(rawValue: 1 << 20)
  /// A key of the extras that is blank, or has capitals, white space or hyphens.
  public static let oddExtrasKey = CardSigns(rawValue: 1 << 21)
  /// A value of the extras that is no string.
  public static let oddExtra = CardSigns(rawValue: 1 << 22)
  /// A value of the extras that begins with a bracket.
  public static let bracket = CardSigns(rawValue: 1 << 23)
  /// No class type in the extras that is text.
  public static let noClassType = CardSigns(rawValue: 1 << 24)
  /// A class type with escapes, or with white space round it.
  public static let oddClassType = CardSigns(rawValue: 1 << 25)
  /// More bytes than are sent.
  public static let large = CardSigns(rawValue: 1 << 26)
  /// Two keys of the extras that may be the same.
  public static let repeatedKey = CardSigns(rawValue: 1 << 27)
  /// An SDK's own demands are asked for.
  public static let profile = CardSigns(rawValue: 1 << 28)

  /// All signs: those of a card that nobody has looked over.
  public static let all = CardSigns(rawValue: .max)
}
