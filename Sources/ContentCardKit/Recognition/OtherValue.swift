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
    guard value.kind == .object else { return nil }
    let keys = ObjectKeys(value)
    let rows = isLookalike ? OtherValue.lookalikes : OtherValue.all
    guard let row = rows.first(where: { $0.recognizes(keys) }) else { return nil }
    self = row.value
  }

  /// Whether a value is a sync response without cards.
  static func isSyncResponse(_ value: JSONNode) -> Bool {
    // Most values have none of these keys, so the other tests are skipped.
    value.kind == .object && ObjectKeys(value).hasAny(syncKeys + ["error"])
      && OtherValue(value) == .syncResponse
  }

  /// Whether an object that has only one weak signature of a card is another kind of value.
  static func excludesCard(_ object: JSONNode) -> Bool {
    let keys = ObjectKeys(object)
    let schema = object.member("$schema", .string)?.content
    let isSchema =
      keys.text("type") == "object" && keys.kind("properties") == .object
      || schema?.firstIndex(of: ByteView("json-schema.org/")) != nil
    return isSchema || OtherValue(object, isLookalike: true) != nil
  }

  /// Keys of sync responses, each of which has at least one.
  static let syncKeys: [StaticString] = [
    "full_sync", "last_full_sync_at", "last_card_updated_at", "cards",
  ]
}

// The tests by which values are recognized.
extension OtherValue {
  /// A test that recognizes a kind of value by its keys.
  private struct Row: Sendable {
    let value: OtherValue
    let recognizes: @Sendable (ObjectKeys) -> Bool

    init(_ value: OtherValue, _ recognizes: @escaping @Sendable (ObjectKeys) -> Bool) {
      (self.value, self.recognizes) = (value, recognizes)
    }
  }

  /// Values that share keys with cards, in order of precedence.
  ///
  /// A key whose value has the wrong type is ignored.
  private static let lookalikes: [Row] = [
    Row(.report) {
      $0.kind("findings") == .array
        && ($0.kind("version") == .number || $0.kind("summary") == .object)
    },
    Row(.journalEvent) { $0.kind("card_id") == .string && $0.kind("event") == .string },
    Row(.currents, isOfCurrents),
    Row(.push) {
      $0.hasAny([
        "ab_cd", "_ab", "ab_uri", "is_braze_internal", "appboy_image_url",
        "appboy_uninstall_tracking", "appboy_sync_geofences",
      ])
        || $0.has("payload_type") && $0.hasAny(["braze_properties", "is_silent"])
        || $0.kind("aps") == .object && $0.kind("ab") == .object
    },
    Row(.inAppMessage) {
      $0.has("message")
        && $0.hasAny([
          "click_action", "clickAction", "message_close", "messageClose", "dismissType",
          "dismiss_type", "slide_from", "slideFrom", "trigger_id", "triggerId",
        ])
    },
    Row(.inAppMessages) { $0.objects("triggers").first?.has("trigger_condition") ?? false },
    Row(.banner, isBanner),
    Row(.featureFlag) {
      // These are everyday words, so a flag has few others.
      $0.has("id") && $0.kind("properties") == .object
        && ($0.kind("enabled") == .true || $0.kind("enabled") == .false)
        && $0.areMostly(["id", "properties", "enabled"])
    },
    Row(.newsFeedCard, isOfNewsFeed),
  ]

  /// The messages of SDKs and servers that contain cards or events.
  private static let exchanges: [Row] = [
    Row(.syncRequest) {
      $0.has("last_full_sync_at") && $0.hasAny(["device_id", "sdk_version", "api_key"])
        || $0.isOnly(["last_full_sync_at", "last_card_updated_at"])
    },
    Row(.sdkRequest) {
      $0.kind("events") == .array && $0.hasAny(["sdk_version", "device_id", "sdk_metadata"])
        || $0.has("session_id") && $0.kind("name") == .string && $0.kind("time") == .number
    },
    Row(.syncResponse) {
      $0.hasAny(["full_sync", "last_full_sync_at", "last_card_updated_at"])
        || $0.kind("message") == .string && $0.has("cards")
        || $0.text("error").map(failures.contains) ?? false
    },
    Row(.response, isResponse),
  ]

  private static let all = lookalikes + exchanges

  /// The errors of failed syncs.
  private static let failures = [
    "invalid_api_key", "sdk_authentication_failed", "blacklisted", "no_device_identifier",
  ]

  /// Whether the object is a Currents event in any of its formats, or a list of events.
  private static func isOfCurrents(_ keys: ObjectKeys) -> Bool {
    if let first = keys.objects("events").first { return isOfCurrents(first) }
    if let type = keys.text("event_type") {
      if eventTypes.contains(where: type.hasPrefix) { return true }
      // Events of agents and of optimized content have types without these prefixes.
      return keys.kind("time") == .number
        && keys.object("user")?.hasAny(["user_id", "external_user_id"]) ?? false
    }
    // Columns in Snowflake have upper-case names.
    if keys.hasAny(["content_card_id", "CONTENT_CARD_ID"]) { return true }
    guard keys.kind("time") == .number else { return false }
    return keys.has("abort_type")
      || keys.has("user_id")
        && keys.hasAny([
          "external_user_id", "dispatch_id", "campaign_name", "message_variation_id",
          "canvas_step_id", "app_group_id",
        ])
  }

  /// The prefixes of the types of most events.
  private static let eventTypes = [
    "users.messages.", "users.message.", "users.behaviors.", "users.campaigns.", "users.canvas",
    "users_campaigns_", "users_canvas",
  ]

  /// Whether the object is a Banner, or has Banners by the ids of their placements.
  private static func isBanner(_ keys: ObjectKeys) -> Bool {
    if let banners = keys.object("banners") {
      return banners.members.contains { isBanner($0.object("banner") ?? $0) }
    }
    return keys.hasAny(["placement_id", "placementId"])
      && keys.hasAny(["html", "trackingId", "is_test_send", "isTestSend"])
  }

  /// Whether the object is a News Feed card, as stored, passed by React Native, or returned by
  /// `/feed/list` or `/feed/details`.
  private static func isOfNewsFeed(_ keys: ObjectKeys) -> Bool {
    if keys.hasAny(["tp", "dismissible", "isControl", "clicked", "pinned"]) { return false }
    return keys.hasAll(["aspect_ratio", "domain"])
      || keys.has("use_webview") && keys.hasAny(["categories", "updated", "aspect_ratio"])
      || keys.has("aspect_ratio") && keys.hasAny(["updated", "viewed"])
      || keys.kind("categories") == .array && keys.hasAny(["domain", "expires_at"])
      || keys.hasAll(["updated", "created"])
        && keys.hasAny(["cardDescription", "imageAspectRatio"])
      || keys.kind("tags") == .array && keys.kind("type") == .string
        && keys.areMostly(["id", "type", "title", "tags"])
      || keys.text("message") == "success" && keys.hasAll(["publish_at", "end_at"])
  }

  /// Whether the object is a response of the REST API, or a data point of one.
  private static func isResponse(_ keys: ObjectKeys) -> Bool {
    if keys.hasAny(responseMarks) { return true }
    if keys.kind("time") == .string, keys.hasAny(["conversions", "revenue"]) { return true }
    // In an export, each message has a channel.
    let messages = keys.object("messages")?.members ?? keys.objects("messages")
    if messages.contains(where: { $0.has("channel") }) { return true }
    guard keys.text("message") == "success" else { return false }
    // The member `data` may contain cards.
    if let data = keys.object("data") { return data.hasAny(["stats", "total_stats"]) }
    if let point = keys.objects("data").first {
      return point.kind("time") == .string && !point.has("id") || isResponse(point)
    }
    return !keys.hasAny(["id", "title", "type", "content_cards"])
      && keys.areMostly(responseKeys + ["message"])
  }

  /// Keys that only responses have.
  private static let responseMarks: [StaticString] = [
    "dispatch_id", "attributes_processed", "events_processed", "purchases_processed",
    "scheduled_broadcasts", "conversion_behaviors", "first_sent", "first_entry",
    "unique_recipients", "conversions_by_send_time",
  ]

  /// Keys of successful responses.
  private static let responseKeys: [StaticString] = [
    "aliases_processed", "attributes", "campaigns", "canvases", "cards", "catalogs", "content",
    "content_block_id", "content_blocks", "content_type", "count", "created_at", "description",
    "email_template_id", "emails", "errors", "events", "feature_flags", "inclusion_count",
    "inclusion_data", "items", "last_edited", "name", "products", "schedule_id", "segments",
    "send_id", "steps", "tags", "templates", "text_description", "users", "variants",
  ]
}
