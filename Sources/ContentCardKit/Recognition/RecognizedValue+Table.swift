import CardJSON

extension RecognizedValue {
  /// A test that recognizes a kind of value by its keys.
  struct Row: Sendable {
    let value: RecognizedValue
    let recognizes: @Sendable (ObjectKeys) -> Bool

    init(_ value: RecognizedValue, _ recognizes: @escaping @Sendable (ObjectKeys) -> Bool) {
      self.value = value
      self.recognizes = recognizes
    }
  }

  /// The tests for all values, in order of precedence.
  ///
  /// A key or a combination of keys that only Braze uses is enough. For common keys, at least half
  /// of the object's keys must also belong to the kind of value. A key whose value has the wrong
  /// type is ignored. Sources: https://www.braze.com/docs/api/endpoints/, the models of
  /// braze-flutter-sdk and braze-react-native-sdk, and https://github.com/Appboy/currents-examples.
  static let table: [Row] = excludingTable + requests + others + weakRequests

  /// Values that share keys with cards; an object with only one weak signature is tested first.
  static let excludingTable: [Row] = [
    Row(.ownOutput("a report or baseline of cardctl")) {
      $0.kind("findings") == .array
        && ($0.kind("version") == .number || $0.kind("summary") == .object)
    },
    Row(.ownOutput("an event of a journal")) {
      $0.kind("card_id") == .string && $0.kind("event") == .string
    },
    Row(.unchecked("an event of Currents"), isOfCurrents),
    Row(.otherMessage("a push")) {
      $0.hasAny([
        "ab_cd", "_ab", "ab_uri", "is_braze_internal", "appboy_image_url",
        "appboy_uninstall_tracking", "appboy_sync_geofences",
      ])
        || $0.has("payload_type") && $0.hasAny(["braze_properties", "is_silent"])
        || $0.kind("aps") == .object && $0.kind("ab") == .object
    },
    Row(.otherMessage("an in-app message")) {
      $0.has("message")
        && $0.hasAny([
          "click_action", "clickAction", "message_close", "messageClose", "dismissType",
          "dismiss_type", "slide_from", "slideFrom", "trigger_id", "triggerId",
        ])
    },
    Row(.otherMessage("a response with in-app messages")) {
      $0.objects("triggers").first?.has("trigger_condition") ?? false
    },
    Row(.otherMessage("a Banner"), isBanner),
    Row(.otherMessage("a feature flag")) {
      $0.has("id") && $0.kind("properties") == .object
        && ($0.kind("enabled") == .true || $0.kind("enabled") == .false)
    },
    Row(.otherMessage(newsFeed), isOfNewsFeed),
    Row(.unchecked("a user object")) {
      $0.hasAny([
        "braze_id", "_update_existing_only", "_merge_objects", "push_token_import", "user_alias",
      ])
        && !$0.hasAny(["type", "events", "attributes", "purchases", "campaign_id", "canvas_id"])
        && !$0.hasAny(recipientKeys)
    },
  ]

  /// Requests that a combination of keys identifies.
  private static let requests: [Row] = [
    Row(.checked(.messagesSend)) {
      // The export of a campaign also has `messages`, keyed by the ids of its variations.
      $0.object("messages").map(isMapOfMessages) ?? false
    },
    Row(.checked(.messagesSend)) { $0.kind("content_card") == .object },
    Row(.checked(.trigger)) { $0.has("campaign_id") && $0.kind("recipients") == .array },
    Row(.checked(.usersTrack)) { keys in
      trackedLists.contains { list in keys.objects(list).contains(where: namesUser) }
    },
    Row(.unchecked("a body for a Canvas")) { $0.kind("canvas_id") == .string },
    Row(.unchecked("a body for a transactional campaign")) {
      $0.has("external_send_id")
        || !$0.has("campaign_id") && $0.object("recipient").map(namesRecipient) ?? false
    },
    Row(.unchecked("a sync request")) {
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
  ]

  /// The errors of failed syncs.
  private static let failures = [
    "invalid_api_key", "sdk_authentication_failed", "blacklisted", "no_device_identifier",
  ]

  /// Keys of sync responses, each of which has at least one.
  static let syncKeys: [StaticString] = [
    "full_sync", "last_full_sync_at", "last_card_updated_at", "cards",
  ]
  /// Keys of sync responses, including failed ones.
  static let responseKeys = syncKeys + ["error"]

  /// Whether the object maps channels to messages, which for common channels have a key of Braze.
  private static func isMapOfMessages(_ keys: ObjectKeys) -> Bool {
    if channels.contains(where: { keys.kind($0) == .object }) { return true }
    return ["email", "sms", "webhook"].contains { (channel: StaticString) in
      keys.object(channel)?.hasAny([
        "app_id", "subject", "from", "body", "email_template_id", "message_variation_id", "url",
        "subscription_group_id", "attachments",
      ]) ?? false
    }
  }

  /// The channel names that only Braze uses.
  private static let channels: [StaticString] = [
    "content_card", "android_push", "apple_push", "kindle_push", "web_push", "whats_app",
    "windows_phone8_push", "windows_universal_push", "windows_push", "windows8_push",
  ]

  /// The lists of a body for `/users/track`.
  package static let trackedLists: [StaticString] = ["attributes", "events", "purchases"]

  /// Whether an object in a request identifies a user as Braze's API does.
  private static func namesUser(_ keys: ObjectKeys) -> Bool {
    keys.hasAny([
      "external_id", "external_user_id", "user_alias", "braze_id", "push_token_import",
      "push_tokens", "_update_existing_only",
    ])
  }

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
}

// Values that are recognized only so that messages can name them.
extension RecognizedValue {
  fileprivate static let others: [Row] =
    [
      Row(.unchecked("a user object")) {
        $0.has("external_id") && !$0.hasAny(trackedLists)
          && ($0.hasAny(profileKeys) || $0.hasAll(["name", "time"])
            || $0.hasAll(["product_id", "currency"]))
      },
      Row(.unchecked("a recipient of a request")) {
        $0.hasAny(["external_user_id", "user_alias", "braze_id"])
          && $0.hasAny(recipientKeys)
          && !$0.hasAny(triggerOnlyKeys)
      },
      Row(.response, isResponse),
      Row(.unchecked("a body for /catalogs"), isOfCatalog),
      Row(.unchecked("a body for /data_objects")) {
        $0.kind("attributes") == .object && $0.isOnly(["external_id", "attributes"])
          || $0.objects("records").first?.has("type_name") ?? false
      },
      Row(.unchecked("a body about users")) { keys in
        userLists.contains { keys.kind($0) == .array } && keys.areMostly(userLists)
          && !keys.has("campaign_id")
      },
      Row(.unchecked("a body for /scim")) {
        $0.object("permissions")?.hasAny(["companyPermissions", "appGroup"]) ?? false
      },
      Row(.unchecked("a body for /templates/email")) {
        $0.kind("template_name") == .string && $0.hasAll(["subject", "body"])
      },
      Row(.unchecked("a body for /content_blocks")) {
        $0.kind("name") == .string && $0.kind("content") == .string
          && ["draft", "active"].contains($0.text("state"))
      },
    ]
    + wholes.map { whole in Row(.unchecked(whole.name)) { $0.isOnly(whole.keys) } }
    + endpoints.map { row in Row(.unchecked("a body for \(row.endpoint)")) { $0.has(row.key) } }

  /// Keys of a user's profile.
  private static let profileKeys: [StaticString] = [
    "first_name", "last_name", "email", "phone", "custom_attributes", "country", "language", "dob",
    "gender", "home_city", "time_zone", "push_subscribe", "email_subscribe", "image_url",
  ]

  /// Keys that only recipients have.
  fileprivate static let recipientKeys: [StaticString] = [
    "trigger_properties", "canvas_entry_properties", "send_to_existing_only",
  ]

  /// Keys of a body for `/campaigns/trigger/send` that recipients do not have.
  private static let triggerOnlyKeys: [StaticString] = [
    "campaign_id", "recipients", "recipient", "broadcast", "audience", "schedule",
  ]

  private static let userLists: [StaticString] = [
    "user_aliases", "external_ids", "braze_ids", "email_addresses", "phone_numbers",
  ]

  /// The complete keys of bodies without a distinctive key.
  private static let wholes: [(keys: [StaticString], name: String)] = [
    (["campaign_id", "send_id"], "a body for /sends/id/create"),
    (["email"], "a body about an email address"), (["fields"], "a body for /catalogs"),
    (["selection"], "a body for /catalogs"), (["catalogs"], "a body for /catalogs"),
    (["name", "content"], "a body for /content_blocks"),
    (["asset_url", "name"], "a body for /media_library"),
    (["asset_url"], "a body for /media_library"),
    (["schemas", "userName"], "a body for /scim"), (["segment_id"], "a body for /users/export"),
    (["email", "subscription_state"], "a body for /email/status"),
    (["campaign_id", "name"], "a body for /campaigns/duplicate"),
    (["app_id", "key_id"], "a body for /app_group/sdk_authentication"),
    (["schedule_id"], "a body that deletes a schedule"),
    (["campaign_id", "schedule_id"], "a body that deletes a schedule"),
  ]

  /// Keys that only one endpoint uses.
  private static let endpoints: [(key: StaticString, endpoint: String)] = [
    ("aliases_to_identify", "/users/identify"), ("emails_to_identify", "/users/identify"),
    ("phone_numbers_to_identify", "/users/identify"), ("merge_updates", "/users/merge"),
    ("alias_updates", "/users/alias/update"),
    ("external_id_renames", "/users/external_ids/rename"),
    ("fields_to_export", "/users/export"), ("callback_endpoint", "/users/export"),
    ("subscription_group_id", "/subscription"), ("subscription_groups", "/subscription"),
    ("activity_id", "/messages/live_activity"),
    ("activity_attributes_type", "/messages/live_activity"),
    ("email_template_id", "/templates/email"), ("data_object", "/data_objects"),
    ("preference_center_page_html", "/preference_center"),
    ("rsa_public_key_str", "/app_group/sdk_authentication"),
    ("content_block_id", "/content_blocks"), ("tag_names", "/campaigns/duplicate"),
    ("cohort_id", "/partners/cohorts"), ("rel_kind", "/data_objects"),
  ]

  /// Whether the object is a list of catalogs, or of their items, which resemble cards.
  private static func isOfCatalog(_ keys: ObjectKeys) -> Bool {
    if keys.isOnly(["catalogs"]) {
      return keys.objects("catalogs").contains { $0.kind("fields") == .array }
    }
    guard keys.isOnly(["items"]), let item = keys.objects("items").first else { return false }
    return item.kind("id") == .string
      && !item.hasAny(["tp", "type", "ca", "created", "e", "extras"])
  }
}

// Values that are recognized by common keys, if most of the object's keys belong to them.
extension RecognizedValue {
  fileprivate static let weakRequests: [Row] = [
    Row(.checked(.messagesSend)) {
      $0.hasAny(["external_user_ids", "recipient_subscription_state"])
        && !$0.has("trigger_properties") && $0.kind("recipients") != .array
    },
    Row(.checked(.messagesSend)) {
      $0.has("messages") && !$0.has("campaign_id")
        && $0.hasAny(["broadcast", "segment_id", "user_aliases", "schedule", "schedule_id"])
        && $0.areMostly(sendingKeys)
    },
    Row(.checked(.messagesSend)) {
      $0.has("schedule_id") && !$0.has("campaign_id") && $0.areMostly(sendingKeys)
        || $0.has("segment_id") && $0.hasAny(["broadcast", "override_frequency_capping"])
    },
    Row(.checked(.trigger)) {
      $0.has("trigger_properties")
        || ($0.has("campaign_id") || $0.objects("recipients").contains(where: namesRecipient))
          && $0.areMostly(triggerKeys)
    },
    Row(.checked(.usersTrack)) { keys in
      trackedLists.contains { keys.object($0).map(namesUser) ?? false }
        || isOfTrackedLists(keys) && keys.areMostly(trackKeys)
        || keys.has("external_id") && trackedLists.contains { keys.has($0) }
        // A user update in a Canvas does not identify a user.
        || keys.isOnly(["attributes"]) && !keys.objects("attributes").isEmpty
    },
    Row(.checked(.usersTrack)) { keys in
      keys.areMostly(trackKeys)
        && (keys.objects("events").contains { $0.has("name") && $0.areMostly(eventKeys) }
          || keys.objects("purchases").contains { $0.hasAll(["product_id", "currency"]) })
    },
    Row(.checked(.configuration)) {
      // An object with only `classes` is a registry.
      $0.hasAny(["rules", "typeKey", "maxWarnings", "profile", "baseline", "overrides"])
        && $0.areMostly(configurationKeys)
    },
    Row(.checked(.registry)) { keys in
      guard let classes = keys.object("classes"), keys.areMostly(["classes"]) else { return false }
      return classes.isOnly([])
        || classes.members.contains { $0.hasAny(["object", "properties"]) || $0.isOnly([]) }
    },
    Row(.checked(.contentCard), isContentCard),
  ]

  /// Whether the object has at least two of the lists, one of which may be written as an object.
  private static func isOfTrackedLists(_ keys: ObjectKeys) -> Bool {
    let kinds = trackedLists.map { keys.kind($0) }
    return kinds.contains(.array) && kinds.count { $0 == .array || $0 == .object } > 1
  }

  private static func namesRecipient(_ keys: ObjectKeys) -> Bool {
    keys.hasAny(["external_user_id", "user_alias", "braze_id", "trigger_properties"])
  }

  private static let eventKeys: [StaticString] = ["name", "time", "properties", "app_id"]

  private static let sendingKeys: [StaticString] = [
    "broadcast", "external_user_ids", "user_aliases", "segment_id", "audience", "campaign_id",
    "send_id", "override_frequency_capping", "recipient_subscription_state", "messages",
    "schedule", "schedule_id", "api_key", "app_group_id",
  ]

  private static let triggerKeys: [StaticString] = [
    "campaign_id", "send_id", "trigger_properties", "broadcast", "audience", "recipients",
    "recipient", "user_aliases", "attachments", "schedule", "schedule_id", "api_key",
    "app_group_id",
  ]

  private static let trackKeys: [StaticString] = [
    "attributes", "events", "purchases", "partner", "api_key", "app_group_id",
  ]

  private static let configurationKeys: [StaticString] = [
    "classes", "typeKey", "rules", "profile", "baseline", "maxWarnings", "exclude", "overrides",
  ]

  /// Whether the object is a content card of the REST API, with keys that only the API uses, or
  /// with the API's type and keys.
  private static func isContentCard(_ keys: ObjectKeys) -> Bool {
    if keys.hasAny(["id", "tp", "idString"]) { return false }
    if keys.hasAny(distinctiveCardKeys) { return true }
    let names = ["classic", "captionedimage", "captioned", "banner", "imageonly"]
    let type = keys.text("type")?.lowercased().filter(\.isLetter)
    let isNamed = type.map(names.contains) ?? false
    return (isNamed || keys.hasAny(["time_to_live", "expire_at", "image_url"]))
      && keys.hasAny(["type", "time_to_live", "expire_at"])
      && !keys.hasAny(deliveredKeys) && keys.areMostly(cardKeys)
  }

  private static let distinctiveCardKeys: [StaticString] = [
    "expire_in_local_time", "ios_uri", "android_uri", "ios_use_webview", "android_use_webview",
    "web_uri", "uri_text",
  ]

  private static let cardKeys: [StaticString] =
    distinctiveCardKeys + [
      "type", "title", "description", "message_variation_id", "pinned", "image_url",
      "time_to_live", "expire_at", "extra",
      // Common misspellings of these keys.
      "extras", "expires_at", "expiry_at", "ttl", "image", "class_type",
    ]

  /// Keys that only delivered cards have.
  private static let deliveredKeys: [StaticString] = [
    "created", "updated", "viewed", "isControl", "openURLInWebView", "open_url_in_webview",
    "cardDescription", "imageAspectRatio",
  ]
}
