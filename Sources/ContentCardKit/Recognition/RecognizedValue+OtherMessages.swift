import CardJSON

// Recognizing messages that are not content cards.
extension RecognizedValue {
  /// Whether the object is a Banner, or has Banners by the ids of their placements.
  static func isBanner(_ keys: ObjectKeys) -> Bool {
    if let banners = keys.object("banners") {
      return banners.members.contains { isBanner($0.object("banner") ?? $0) }
    }
    return keys.hasAny(["placement_id", "placementId"])
      && keys.hasAny(["html", "trackingId", "is_test_send", "isTestSend"])
  }

  /// Whether the object is a News Feed card, as stored, passed by React Native, or returned by
  /// `/feed/list` or `/feed/details`.
  static func isOfNewsFeed(_ keys: ObjectKeys) -> Bool {
    if keys.hasAny(["tp", "dismissible", "isControl", "clicked", "pinned"]) { return false }
    return keys.hasAll(["aspect_ratio", "domain"])
      || keys.has("use_webview") && keys.hasAny(["categories", "updated", "aspect_ratio"])
      || keys.has("aspect_ratio") && keys.hasAny(["updated", "viewed"])
      || keys.kind("categories") == .array && keys.hasAny(["domain", "expires_at"])
      || keys.hasAll(["updated", "created"])
        && keys.hasAny(["cardDescription", "imageAspectRatio"])
      || keys.kind("tags") == .array && keys.kind("type") == .string && keys.areMostly(listedKeys)
      || keys.text("message") == "success" && keys.hasAll(["publish_at", "end_at"])
  }

  /// The keys of a card in the response of `/feed/list`.
  private static let listedKeys: [StaticString] = ["id", "type", "title", "tags"]
}
