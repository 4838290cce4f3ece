/// The canonical fields of a card, whatever shape it was found in, in the order they are printed.
package enum CardField: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case id, type, classType, title, description, image, imageAspectRatio, imageAlt, url
  case opensURLInWebView, linkText, language, created, expiresAt
  case viewed, clicked, pinned, dismissible, dismissed, removed, test, extras

  private var words: (name: StaticString, summary: StaticString) {
    switch self {
    case .id: ("id", "the card's id; impressions, clicks and dismissals are logged by it")
    case .type: ("type", "how the card looks")
    case .classType: ("class_type", "which object the card becomes")
    case .title: ("title", "the title")
    case .description: ("description", "the text")
    case .image: ("image", "the address of the image")
    case .imageAspectRatio: ("image_aspect_ratio", "the width of the image divided by its height")
    case .imageAlt: ("image_alt", "what the image shows, for those who do not see it")
    case .url: ("url", "what a click opens; null or empty for nothing")
    case .opensURLInWebView:
      ("open_url_in_webview", "whether the address opens in the app; servers send null too")
    case .linkText: ("link_text", "the text of the link")
    case .language: ("language", "the language of the card, as BCP 47 names it")
    case .created: ("created", "when the card was made, in epoch seconds")
    case .expiresAt: ("expires_at", "when the card expires, in epoch seconds; -1 for never")
    case .viewed: ("viewed", "whether an impression was logged")
    case .clicked: ("clicked", "whether a click was logged")
    case .pinned: ("pinned", "whether the card stays on top")
    case .dismissible: ("dismissible", "whether the user may dismiss the card")
    case .dismissed: ("dismissed", "whether the user has dismissed the card")
    case .removed: ("removed", "whether the server has withdrawn the card")
    case .test: ("test", "whether the card was sent as a test")
    case .extras: ("extras", "the key-value pairs of the card, text to text")
    }
  }

  /// The name of the field in `--where`, `--sort`, `--as card` and in diagnostics.
  package var name: StaticString { words.name }

  /// What the field is, as a schema describes it.
  package var summary: String { words.summary.description }

  /// The field called `name`; nil when there is none.
  package init?(name: String) {
    let field = CardField.allCases.first { field in
      field.name.utf8CodeUnitCount == name.utf8.count && field.name.description == name
    }
    guard let field else { return nil }
    self = field
  }

  /// What sort of value a field has.
  package enum Content: Sendable {
    /// Text; an empty one counts as absent.
    case text
    /// True or false; absent counts as false.
    case boolean
    /// A number that keeps its spelling.
    case number
    /// A point in time.
    case time
    /// The key-value pairs of the campaign.
    case pairs
  }

  /// What sort of value the field has.
  package var content: Content {
    switch self {
    case .id, .type, .classType, .title, .description, .image, .imageAlt, .url, .linkText,
      .language:
      .text
    case .imageAspectRatio: .number
    case .created, .expiresAt: .time
    case .opensURLInWebView, .viewed, .clicked, .pinned, .dismissible, .dismissed, .removed,
      .test:
      .boolean
    case .extras: .pairs
    }
  }
}

/// The card types of the dashboard, in cardctl's own names.
package enum CardType: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Title and text.
  case classic
  /// Title, text and a small image.
  case classicImage
  /// A wide image with title and text below it.
  case captionedImage
  /// An image alone.
  case imageOnly
  /// The control variant of a campaign: counted, never shown.
  case control
  /// A type that no name of the card's shape stands for; it is printed as it was read.
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
}

extension CardType {
  /// The type of a card that does not state it; nil for a card that shows nothing.
  ///
  /// - Parameter mayBeControl: whether a card that shows nothing is a control card: its shape's
  ///   writers give those no type, and it does not deny being one.
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

/// A value that is worked out from a card's fields and only shown where it is named.
package enum DerivedField: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The campaign, from the card id.
  case campaignID = "campaign_id"
  /// The message variation, from the card id.
  case messageVariationID = "message_variation_id"
  /// Whether the card's time is over.
  case isExpired = "expired"
  /// The form the card was found in.
  case shape
  /// The bytes of text that count towards the 2 KB limit.
  case payloadSize = "payload_size"
  /// The file that the card was read from, as the user named it.
  case path
  /// The line of that file on which the card begins.
  case line

  /// What sort of value the field has.
  package var content: CardField.Content {
    switch self {
    case .campaignID, .messageVariationID, .shape, .path: .text
    case .isExpired: .boolean
    case .payloadSize, .line: .number
    }
  }
}
