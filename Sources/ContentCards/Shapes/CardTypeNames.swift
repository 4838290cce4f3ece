import CardJSON

/// What the shapes call the card types (domain.md, section 2.2).
///
/// `classic` stands for both classic types where a shape has one name for them: there the image
/// decides which one a card is.
extension CardType {
  /// The name of the type in a shape; nil where the shape has none.
  func name(in shape: Shape) -> StaticString? {
    switch shape {
    case .card: name
    case .wire, .webStorage: wireName
    case .reactNative: reactNativeName
    case .cordova: self == .control ? nil : reactNativeName
    case .capacitor: capacitorName
    case .rest: restName
    case .abk, .metadata, .web: nil
    }
  }

  private var wireName: StaticString {
    switch self {
    case .classic: "text_announcement"
    case .classicImage: "short_news"
    case .captionedImage: "captioned_image"
    case .imageOnly: "banner_image"
    case .control: "control"
    }
  }

  private var reactNativeName: StaticString {
    switch self {
    case .classic, .classicImage: "Classic"
    case .captionedImage: "Captioned"
    case .imageOnly: "ImageOnly"
    case .control: "Control"
    }
  }

  private var capacitorName: StaticString {
    switch self {
    case .classic, .classicImage: "classic"
    case .captionedImage: "captionedImage"
    case .imageOnly: "imageOnly"
    case .control: "control"
    }
  }

  private var restName: StaticString? {
    switch self {
    case .classic, .classicImage: "CLASSIC"
    case .captionedImage: "CAPTIONED_IMAGE"
    case .imageOnly: "BANNER"
    case .control: nil
    }
  }
}

/// The names by which one shape calls the card types, for reading.
struct CardTypeNames: BitwiseCopyable {
  private struct Entry: BitwiseCopyable, Sendable {
    let name: ByteView
    let type: CardType
    /// Whether the name stands for both classic types, so that the image decides.
    let dependsOnImage: Bool
  }
  private let entries: PermanentTable<Entry>
  /// How many of the entries, from the first on, are no aliases.
  private let ownCount: Int

  init(_ shape: Shape) {
    var entries: [Entry] = []
    entries.reserveCapacity(16)
    for type in CardType.allCases {
      guard let name = type.name(in: shape == .cordova ? .reactNative : shape) else { continue }
      // Android shows a `short_news` without an image as a text announcement; nothing gives a
      // `text_announcement` an image. Elsewhere one name stands for both.
      let isClassic = type == .classic && shape != .wire && shape != .webStorage
      entries.append(
        Entry(
          name: ByteView(name), type: type,
          dependsOnImage: shape != .card && (isClassic || type == .classicImage)))
    }
    ownCount = shape == .abk ? CardTypeNames.aliases(in: shape).count : entries.count
    for (name, type) in CardTypeNames.aliases(in: shape) {
      entries.append(
        Entry(name: ByteView(name), type: type, dependsOnImage: type == .classic))
    }
    self.entries = PermanentTable(entries)
  }

  /// Names that are read and never written: former ones, and what documents loosely call a type.
  private static func aliases(in shape: Shape) -> [(StaticString, CardType)] {
    switch shape {
    case .wire, .webStorage: [("classic", .classic)]
    case .reactNative, .cordova: [("Banner", .imageOnly)]
    case .abk:
      [
        ("ABKClassicContentCard", .classic), ("ABKCaptionedImageContentCard", .captionedImage),
        ("ABKBannerContentCard", .imageOnly), ("ABKContentCard", .control),
      ]
    case .card, .metadata, .capacitor, .rest, .web: []
    }
  }

  /// The type that is called `name`; nil when none is.
  ///
  /// Apps write `CLASSIC` where the SDK says `Classic`, so names that differ only in case are
  /// understood.
  func type(_ name: ByteView, hasImage: @autoclosure () -> Bool) -> CardType? {
    meaning(of: name, hasImage: hasImage())?.type
  }

  /// The type that is called `name`, and whether that is, to the letter, a name that cards of the
  /// shape are written with; nil when none is called so.
  func meaning(of name: ByteView, hasImage: @autoclosure () -> Bool) -> (
    type: CardType, isOwn: Bool
  )? {
    func type(_ entry: Entry) -> CardType {
      guard entry.dependsOnImage else { return entry.type }
      return hasImage() ? .classicImage : .classic
    }
    for index in 0..<entries.count where entries[index].name == name {
      return (type(entries[index]), index < ownCount)
    }
    for index in 0..<entries.count where entries[index].name.equalsIgnoringCase(name) {
      return (type(entries[index]), false)
    }
    return nil
  }
}
