@_spi(CardTool) extension CardField {
  /// What the field is, as a schema describes it.
  public var summary: String {
    switch self {
    case .id: "the card's id; impressions, clicks and dismissals are logged by it"
    case .type: "how the card looks"
    case .classType: "which object the card becomes"
    case .title: "the title"
    case .description: "the text"
    case .image: "the address of the image"
    case .imageAspectRatio: "the width of the image divided by its height"
    case .imageAlt: "what the image shows, for those who do not see it"
    case .url: "what a click opens; null or empty for nothing"
    case .opensURLInWebView: "whether the address opens in the app; servers send null too"
    case .linkText: "the text of the link"
    case .language: "the language of the card, as BCP 47 names it"
    case .created: "when the card was made, in epoch seconds"
    case .expiresAt: "when the card expires, in epoch seconds; -1 for never"
    case .viewed: "whether an impression was logged"
    case .clicked: "whether a click was logged"
    case .pinned: "whether the card stays on top"
    case .dismissible: "whether the user may dismiss the card"
    case .dismissed: "whether the user has dismissed the card"
    case .removed: "whether the server has withdrawn the card"
    case .test: "whether the card was sent as a test"
    case .extras: "the key-value pairs of the card, text to text"
    }
  }
}
