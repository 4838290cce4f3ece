import CardJSON

/// JSON of Braze or cardctl that has no cards, and no rules; the raw values are its names.
///
/// Sources: https://www.braze.com/docs/api/endpoints/, the models of braze-flutter-sdk and
/// braze-react-native-sdk, and https://github.com/Appboy/currents-examples.
package enum OtherValue: String, Sendable {
  case report = "a report or baseline of cardctl"
  case journalEvent = "an event of a journal"
  case currents = "an event of Currents"
  case push = "a push"
  case inAppMessage = "an in-app message"
  case inAppMessages = "a response with in-app messages"
  case banner = "a Banner"
  case featureFlag = "a feature flag"
  case newsFeedCard = "a News Feed card"
  case syncRequest = "a sync request"
  case sdkRequest = "a request of an SDK"
  case response = "a REST API response"
  /// A sync response without cards.
  case syncResponse = "a sync response"

  /// Whether cardctl wrote the value.
  package var isOwn: Bool { self == .report || self == .journalEvent }

  /// The message that the value is not a card.
  package var message: String {
    switch self {
    case .syncRequest: "\(rawValue): the cards are in its response"
    case .newsFeedCard: "\(rawValue), not a content card: Braze has removed the News Feed"
    case .syncResponse: "a sync response without \"cards\""
    default: "\(rawValue), not a content card"
    }
  }

  /// Recognizes an object; nil if it is unknown.
  ///
  /// - Parameter isLookalike: whether to recognize only values that share keys with cards.
  package init?(_ value: JSONNode, isLookalike: Bool = false) {
    guard value.kind == .object,
      let other = OtherValue.lookalike(value) ?? (isLookalike ? nil : OtherValue.exchange(value))
    else { return nil }
    self = other
  }

  /// Whether a value is a sync response without cards.
  static func isSyncResponse(_ value: JSONNode) -> Bool {
    // Most values have none of these keys, so the other tests are skipped.
    value.kind == .object && value.hasAny(syncKeys + ["error"])
      && OtherValue(value) == .syncResponse
  }

  /// Whether an object that has only one weak signature of a card is another kind of value.
  static func excludesCard(_ object: JSONNode) -> Bool {
    let schema = object.member("$schema", .string)?.content
    let isSchema =
      object.text(of: "type") == "object" && object.kind(of: "properties") == .object
      || schema?.firstIndex(of: ByteView("json-schema.org/")) != nil
    return isSchema || lookalike(object) != nil
  }

  /// Keys of sync responses, each of which has at least one.
  static let syncKeys: [StaticString] = [
    "full_sync", "last_full_sync_at", "last_card_updated_at", "cards",
  ]
}

// The marks of each kind of value. A key whose value has the wrong type is ignored.
extension OtherValue {
  /// Recognizes values that share keys with cards.
  package static func lookalike(_ value: JSONNode) -> OtherValue? {
    if value.kind(of: "findings") == .array,
      value.kind(of: "version") == .number || value.kind(of: "summary") == .object
    {
      return .report
    }
    if value.kind(of: "card_id") == .string, value.kind(of: "event") == .string {
      return .journalEvent
    }
    if isOfCurrents(value) { return .currents }
    if value.hasAny(pushKeys)
      || value.has("payload_type") && value.hasAny(["braze_properties", "is_silent"])
      || value.kind(of: "aps") == .object && value.kind(of: "ab") == .object
    {
      return .push
    }
    if value.has("message"), value.hasAny(inAppKeys) { return .inAppMessage }
    if value.objects(in: "triggers").first?.has("trigger_condition") ?? false {
      return .inAppMessages
    }
    if isBanner(value) { return .banner }
    // These are everyday words, so a flag has few others.
    if value.has("id"), value.kind(of: "properties") == .object,
      value.kind(of: "enabled") == .true || value.kind(of: "enabled") == .false,
      value.hasMostly(["id", "properties", "enabled"])
    {
      return .featureFlag
    }
    return isOfNewsFeed(value) ? .newsFeedCard : nil
  }

  private static let pushKeys: [StaticString] = [
    "ab_cd", "_ab", "ab_uri", "is_braze_internal", "appboy_image_url",
    "appboy_uninstall_tracking", "appboy_sync_geofences",
  ]

  private static let inAppKeys: [StaticString] = [
    "click_action", "clickAction", "message_close", "messageClose", "dismissType",
    "dismiss_type", "slide_from", "slideFrom", "trigger_id", "triggerId",
  ]

  /// Recognizes the messages of SDKs and servers that contain cards or events.
  package static func exchange(_ value: JSONNode) -> OtherValue? {
    if value.has("last_full_sync_at") && value.hasAny(["device_id", "sdk_version", "api_key"])
      || value.hasOnly(["last_full_sync_at", "last_card_updated_at"])
    {
      return .syncRequest
    }
    if value.kind(of: "events") == .array
      && value.hasAny(["sdk_version", "device_id", "sdk_metadata"])
      || value.has("session_id") && value.kind(of: "name") == .string
        && value.kind(of: "time") == .number
    {
      return .sdkRequest
    }
    if value.hasAny(["full_sync", "last_full_sync_at", "last_card_updated_at"])
      || value.kind(of: "message") == .string && value.has("cards")
      || value.text(of: "error").map(failures.contains) ?? false
    {
      return .syncResponse
    }
    return isResponse(value) ? .response : nil
  }

  /// The errors of failed syncs.
  private static let failures = [
    "invalid_api_key", "sdk_authentication_failed", "blacklisted", "no_device_identifier",
  ]

  /// Whether the object is a Currents event in any of its formats, or a list of events.
  private static func isOfCurrents(_ value: JSONNode) -> Bool {
    if let first = value.objects(in: "events").first { return isOfCurrents(first) }
    if let type = value.text(of: "event_type") {
      if eventTypes.contains(where: type.hasPrefix) { return true }
      // Events of agents and of optimized content have types without these prefixes.
      return value.kind(of: "time") == .number
        && value.member(ByteView("user"))?.hasAny(["user_id", "external_user_id"]) ?? false
    }
    // Columns in Snowflake have upper-case names.
    if value.hasAny(["content_card_id", "CONTENT_CARD_ID"]) { return true }
    return value.kind(of: "time") == .number
      && (value.has("abort_type") || value.has("user_id") && value.hasAny(eventKeys))
  }

  /// The prefixes of the types of most events.
  private static let eventTypes = [
    "users.messages.", "users.message.", "users.behaviors.", "users.campaigns.", "users.canvas",
    "users_campaigns_", "users_canvas",
  ]

  private static let eventKeys: [StaticString] = [
    "external_user_id", "dispatch_id", "campaign_name", "message_variation_id",
    "canvas_step_id", "app_group_id",
  ]

  /// Whether the object is a Banner, or has Banners by the ids of their placements.
  private static func isBanner(_ value: JSONNode) -> Bool {
    if let banners = value.member("banners", .object) {
      return banners.objects.contains { isBanner($0.member("banner", .object) ?? $0) }
    }
    return value.hasAny(["placement_id", "placementId"])
      && value.hasAny(["html", "trackingId", "is_test_send", "isTestSend"])
  }

  /// Whether the object is a News Feed card, as stored, passed by React Native, or returned by
  /// `/feed/list` or `/feed/details`.
  private static func isOfNewsFeed(_ value: JSONNode) -> Bool {
    if value.hasAny(["tp", "dismissible", "isControl", "clicked", "pinned"]) { return false }
    return value.has("aspect_ratio")
      && value.hasAny(["domain", "updated", "viewed", "use_webview"])
      || value.has("use_webview") && value.hasAny(["categories", "updated"])
      || value.kind(of: "categories") == .array && value.hasAny(["domain", "expires_at"])
      || value.has("updated") && value.has("created")
        && value.hasAny(["cardDescription", "imageAspectRatio"])
      || value.kind(of: "tags") == .array && value.kind(of: "type") == .string
        && value.hasMostly(["id", "type", "title", "tags"])
      || value.text(of: "message") == "success" && value.has("publish_at") && value.has("end_at")
  }

  /// Whether the object is a response of the REST API.
  private static func isResponse(_ value: JSONNode) -> Bool {
    if value.hasAny(responseMarks) { return true }
    if value.kind(of: "time") == .string, value.hasAny(["conversions", "revenue"]) { return true }
    // In an export, each message has a channel.
    let messages = value.member("messages", .object)?.objects ?? value.objects(in: "messages")
    if messages.contains(where: { $0.has("channel") }) { return true }
    guard value.text(of: "message") == "success" else { return false }
    // The member `data` may contain cards.
    if let data = value.member("data", .object) { return data.hasAny(["stats", "total_stats"]) }
    if let point = value.objects(in: "data").first {
      return point.kind(of: "time") == .string && !point.has("id") || isResponse(point)
    }
    return !value.hasAny(["id", "title", "type", "content_cards"]) && value.hasMostly(responseKeys)
  }

  /// Keys that only responses have.
  private static let responseMarks: [StaticString] = [
    "dispatch_id", "attributes_processed", "events_processed", "purchases_processed",
    "scheduled_broadcasts", "conversion_behaviors", "first_sent", "first_entry",
    "unique_recipients", "conversions_by_send_time",
  ]

  /// Keys of successful responses, most of which have nothing else.
  private static let responseKeys: [StaticString] = [
    "message", "aliases_processed", "attributes", "campaigns", "canvases", "cards", "content",
    "content_block_id", "content_type", "count", "created_at", "description", "errors", "events",
    "inclusion_count", "inclusion_data", "items", "last_edited", "name", "schedule_id", "segments",
    "send_id", "tags", "users",
  ]
}
