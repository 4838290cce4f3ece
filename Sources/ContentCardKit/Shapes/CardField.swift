/// The canonical fields of a card in any shape, in output order.
package enum CardField: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case id, type, classType, title, description, image, imageAspectRatio, imageAlt, url
  case opensURLInWebView, linkText, language, created, expiresAt
  case viewed, clicked, pinned, dismissible, dismissed, removed, test, extras

  @inline(__always)
  private var row: (name: StaticString, content: Content, summary: StaticString) {
    switch self {
    case .id:
      ("id", .text, "the card's id, which identifies it in impressions, clicks and dismissals")
    case .type: ("type", .text, "the layout of the card")
    case .classType: ("class_type", .text, "the class type, which determines the card's object")
    case .title: ("title", .text, "the title")
    case .description: ("description", .text, "the text")
    case .image: ("image", .text, "the URL of the image")
    case .imageAspectRatio:
      ("image_aspect_ratio", .number, "the width of the image divided by its height")
    case .imageAlt: ("image_alt", .text, "alternative text for the image")
    case .url: ("url", .text, "the URL that a click opens; null or empty for none")
    case .opensURLInWebView:
      (
        "open_url_in_webview", .boolean,
        "whether the URL opens in a web view; servers also send null"
      )
    case .linkText: ("link_text", .text, "the text of the link")
    case .language: ("language", .text, "the language of the card, as a BCP 47 tag")
    case .created: ("created", .time, "the creation time, in epoch seconds")
    case .expiresAt: ("expires_at", .time, "the expiry time, in epoch seconds; -1 for never")
    case .viewed: ("viewed", .boolean, "whether an impression was logged")
    case .clicked: ("clicked", .boolean, "whether a click was logged")
    case .pinned: ("pinned", .boolean, "whether the card is pinned to the top")
    case .dismissible: ("dismissible", .boolean, "whether the user can dismiss the card")
    case .dismissed: ("dismissed", .boolean, "whether the user has dismissed the card")
    case .removed: ("removed", .boolean, "whether the server has removed the card")
    case .test: ("test", .boolean, "whether the card was sent as a test")
    case .extras: ("extras", .pairs, "the key-value pairs of the card, text to text")
    }
  }

  /// The name of the field in `--where`, `--sort`, `--as card` and messages.
  package var name: StaticString { row.name }

  /// The description of the field in schemas.
  package var summary: String { row.summary.description }

  /// Creates the field with this name; fails for an unknown name.
  package init?(name: String) {
    let field = CardField.allCases.first { $0.name.description.utf8.elementsEqual(name.utf8) }
    guard let field else { return nil }
    self = field
  }

  /// The type of a field's values.
  package enum Content: Sendable {
    /// Text; an empty string is the same as absent.
    case text
    /// A Boolean; absent is the same as false.
    case boolean
    /// A number, kept as written.
    case number
    /// A point in time.
    case time
    /// The key-value pairs of the campaign.
    case pairs
  }

  /// The start of the name of an extra.
  package static let extrasPrefix = "extras."

  /// The type of the field's values.
  package var content: Content { row.content }
}

/// The card types in Braze's dashboard, with cardctl's names.
package enum CardType: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Title and text.
  case classic
  /// Title, text and a small image.
  case classicImage
  /// A wide image with title and text below it.
  case captionedImage
  /// An image without text.
  case imageOnly
  /// A control card, which is logged but never shown.
  case control
  /// A type whose name is unknown in the card's shape; the name is printed as written.
  case unknown

  /// The canonical name.
  package var name: StaticString {
    switch self {
    case .classic: "classic"
    case .classicImage: "classic_image"
    case .captionedImage: "captioned_image"
    case .imageOnly: "image_only"
    case .control: "control"
    case .unknown: "unknown"
    }
  }

  /// Derives the type of a card that does not state one; fails if the card has no content and is
  /// not a control card (`mayBeControl`), whose type some SDKs omit.
  package init?(hasImage: Bool, hasText: Bool, mayBeControl: Bool, hasAspectRatio: Bool) {
    switch (hasImage, hasText) {
    case (true, true): self = hasAspectRatio ? .captionedImage : .classicImage
    case (true, false): self = .imageOnly
    case (false, true): self = .classic
    case (false, false) where mayBeControl: self = .control
    case (false, false): return nil
    }
  }
}

/// A value derived from a card, which is output only on request.
package enum DerivedField: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The campaign in the card id.
  case campaignID = "campaign_id"
  /// The message variation in the card id.
  case messageVariationID = "message_variation_id"
  /// Whether the card has expired.
  case isExpired = "expired"
  /// The shape of the card.
  case shape
  /// The number of bytes of text that count toward the limit of 2 KB.
  case payloadSize = "payload_size"
  /// The path of the card's file as the user typed it.
  case path
  /// The line where the card begins.
  case line

  /// The type of the field's values.
  package var content: CardField.Content {
    switch self {
    case .campaignID, .messageVariationID, .shape, .path: .text
    case .isExpired: .boolean
    case .payloadSize, .line: .number
    }
  }
}
