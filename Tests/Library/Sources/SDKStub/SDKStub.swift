// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The classes of an SDK in the guide's form: a base class with a subclass for each look.

open class SDKContentCard {
  public let idString: String
  public let created: Double
  public let dismissible: Bool
  public let urlString: String?
  public let extras: [AnyHashable: Any]?
  public private(set) var log: [String] = []

  public init(
    _ idString: String, created: Double = 1_795_165_200, dismissible: Bool = false,
    urlString: String? = nil, extras: [AnyHashable: Any]? = nil
  ) {
    self.idString = idString
    self.created = created
    self.dismissible = dismissible
    self.urlString = urlString
    self.extras = extras
  }

  public func logContentCardImpression() { log.append("impression") }
  public func logContentCardClicked() { log.append("click") }
  public func logContentCardDismissed() { log.append("dismissal") }
}

public final class SDKBannerContentCard: SDKContentCard {
  public var image = ""
}

public class SDKTextContentCard: SDKContentCard {
  public var title = ""
  public var cardDescription = ""
  public var image: String?
}

public final class SDKCaptionedImageContentCard: SDKTextContentCard {}
public final class SDKClassicContentCard: SDKTextContentCard {}
