// The one table of the keys that Braze documents for each object. The check and the JSON Schema are
// generated from it.
//
// Sources: https://www.braze.com/docs/api/objects_filters/ and, for the endpoints,
// https://www.braze.com/docs/api/endpoints/messaging/ and `…/user_data/post_user_track/`.
extension RequestPart {
  /// The keys of the object.
  var keys: [RequestKey] {
    switch self {
    case .contentCard: RequestPart.contentCardKeys
    case .messagesSend: RequestPart.messagesSendKeys
    case .messagesSchedule: RequestPart.messagesScheduleKeys
    case .messagesUpdate: RequestPart.messagesUpdateKeys
    case .messages: RequestPart.channels
    case .trigger: RequestPart.triggerKeys
    case .triggerSchedule: RequestPart.triggerKeys + [RequestPart.requiredSchedule]
    case .triggerUpdate: RequestPart.triggerUpdateKeys
    case .schedule: RequestPart.scheduleKeys
    case .recipient: RequestPart.recipientKeys
    case .userAlias: RequestPart.aliasKeys
    case .usersTrack: RequestPart.trackKeys
    case .event: RequestPart.eventKeys
    case .purchase: RequestPart.purchaseKeys
    case .attributes: RequestPart.attributesKeys
    case .email: RequestPart.emailKeys
    case .attachment: RequestPart.attachmentKeys
    }
  }

  private static let contentCardKeys = [
    RequestKey("type", .choice(cardTypes), summary: "how the card looks", isRequired: true),
    RequestKey(
      "title", .text(), summary: "the title; needed unless the type is BANNER, may be empty"),
    RequestKey("description", .text(), summary: "the text; needed unless the type is BANNER"),
    RequestKey(
      "message_variation_id", .id(),
      summary: "the variation that the card is counted under; needs a campaign_id"),
    RequestKey("pinned", .boolean, summary: "whether the card stays on top; false by default"),
    RequestKey("image_url", .text(), summary: "the image; needed for CAPTIONED_IMAGE and BANNER"),
    RequestKey(
      "time_to_live", .integer(timeToLive),
      summary: "seconds until the card expires, at most 2592000; this or expire_at"),
    RequestKey(
      "expire_at", .time,
      summary: "when the card expires, at most 30 days ahead; this or time_to_live",
      bounds: .restExpireAtInvalid),
    RequestKey(
      "expire_in_local_time", .boolean,
      summary: "whether expire_at is the user's local time; false by default"),
    RequestKey(
      "ios_uri", .text(), summary: "what a click opens on iOS: a web address or a deep link"),
    RequestKey("android_uri", .text(), summary: "what a click opens on Android"),
    RequestKey("web_uri", .text(), summary: "what a click opens on the web"),
    RequestKey(
      "ios_use_webview", .boolean,
      summary: "whether iOS opens the address in the app; true by default"),
    RequestKey(
      "android_use_webview", .boolean,
      summary: "whether Android opens the address in the app; true by default"),
    RequestKey("uri_text", .text(), summary: "the text of the link"),
    RequestKey("extra", .object(.extra), summary: "the key-value pairs of the card, text to text"),
  ]

  private static let messagesSendKeys = [
    RequestKey("broadcast", .boolean, summary: "whether to send to the whole segment or audience"),
    RequestKey(
      "external_user_ids", .list(of: .id(), max: recipientLimit),
      summary: "the users by their external ids, at most 50"),
    RequestKey(
      "user_aliases", .list(of: .part(.userAlias), max: recipientLimit),
      summary: "the users by their aliases, at most 50"),
    RequestKey("segment_id", .id(), summary: "the segment to send to"),
    RequestKey("audience", .object(), summary: "a connected audience to send to"),
    RequestKey(
      "campaign_id", .id(), summary: "the API campaign that the messages are counted under"),
    RequestKey("send_id", .id(), summary: "the send that the messages are counted under"),
    RequestKey(
      "override_frequency_capping", .boolean, summary: "whether frequency capping is ignored"),
    RequestKey(
      "recipient_subscription_state", .choice(["opted_in", "subscribed", "all"]),
      summary: "the subscription state of the users; subscribed by default"),
    RequestKey("messages", .part(.messages), summary: "the messages, by channel", isRequired: true),
    appGroupID, apiKey,
  ]

  private static let apiKey = RequestKey(
    "api_key", .text(),
    summary: "the key of the REST API, which belongs in the header of the request")

  private static let appGroupID = RequestKey(
    "app_group_id", .text(), summary: "the workspace, in old requests")

  private static let requiredSchedule = RequestKey(
    "schedule", .part(.schedule), summary: "when the message is sent", isRequired: true)

  private static let messagesScheduleKeys =
    messagesSendKeys + [
      requiredSchedule,
      RequestKey(
        "recipients", .list(of: .part(.recipient), max: recipientLimit),
        summary: "the users to send to, at most 50"),
      RequestKey(
        "override_messaging_limits", .boolean, summary: "whether frequency capping is ignored"),
    ]

  private static let scheduleID = RequestKey(
    "schedule_id", .id(), summary: "the schedule that is changed", isRequired: true)

  private static let messagesUpdateKeys = [
    scheduleID,
    RequestKey("schedule", .part(.schedule), summary: "when the message is sent instead"),
    RequestKey(
      "messages", .part(.messages), summary: "the messages that are sent instead, by channel"),
    apiKey,
  ]

  private static let triggerUpdateKeys = [
    RequestKey("campaign_id", .id(), summary: "the API-triggered campaign", isRequired: true),
    scheduleID, requiredSchedule, apiKey,
  ]

  private static let scheduleKeys = [
    RequestKey("time", .time, summary: "the time", isRequired: true, bounds: .requestScheduleTime),
    RequestKey("in_local_time", .boolean, summary: "whether the time is each user's local time"),
    RequestKey(
      "at_optimal_time", .boolean, summary: "whether to use each user's best time of that day"),
  ]

  private static let channels = [
    RequestKey("content_card", .part(.contentCard), summary: "a content card"),
    RequestKey("android_push", .object(), summary: "a push message for Android"),
    RequestKey("apple_push", .object(), summary: "a push message for Apple devices"),
    RequestKey("email", .part(.email), summary: "an email"),
    RequestKey("kindle_push", .object(), summary: "a push message for Fire OS"),
    RequestKey("web_push", .object(), summary: "a push message for browsers"),
    RequestKey("webhook", .object(), summary: "a webhook"),
    RequestKey("whats_app", .object(), summary: "a WhatsApp message"),
    RequestKey("sms", .object(), summary: "a text message"),
    RequestKey("windows_phone8_push", .object(), summary: "a push message for Windows Phone 8"),
    RequestKey("windows_universal_push", .object(), summary: "a push message for Windows"),
    RequestKey(
      "windows_push", .object(), summary: "a push message for Windows Phone 8, in schedules"),
    RequestKey("windows8_push", .object(), summary: "a push message for Windows, in schedules"),
  ]

  private static let triggerKeys = [
    RequestKey("campaign_id", .id(), summary: "the API-triggered campaign", isRequired: true),
    RequestKey("send_id", .id(), summary: "the send that the messages are counted under"),
    RequestKey(
      "trigger_properties", .object(.triggerProperties),
      summary: "values for the campaign's Liquid, at most 50 KB"),
    RequestKey(
      "broadcast", .boolean, summary: "whether to send to the whole segment of the campaign"),
    RequestKey("audience", .object(), summary: "a connected audience to send to"),
    RequestKey(
      "recipients", .list(of: .part(.recipient), max: recipientLimit),
      summary: "the users to send to, at most 50"),
    RequestKey(
      "attachments", .list(of: .part(.attachment)),
      summary: "files for an email; not with a broadcast"),
    appGroupID, apiKey,
  ]

  private static let recipientKeys = [
    RequestKey("external_user_id", .id(), summary: "the user by external id"),
    RequestKey("user_alias", .part(.userAlias), summary: "the user by an alias"),
    RequestKey("braze_id", .id(), summary: "the user by Braze's own id"),
    RequestKey("email", .text(), summary: "the user by email address; needs prioritization"),
    RequestKey(
      "prioritization", .list(of: .text()), summary: "which of several profiles gets the message"),
    RequestKey(
      "trigger_properties", .object(.triggerProperties),
      summary: "values for this user, in place of the request's"),
    RequestKey("canvas_entry_properties", .object(), summary: "values for a Canvas"),
    RequestKey("context", .object(), summary: "values for a Canvas"),
    RequestKey(
      "send_to_existing_only", .boolean, summary: "whether to skip unknown users; true by default"),
    RequestKey(
      "attributes", .object(), summary: "attributes that are set before the message is sent"),
  ]

  private static let emailKeys = [
    RequestKey("attachments", .list(of: .part(.attachment)), summary: "the files of the email")
  ]

  private static let attachmentKeys = [
    RequestKey(
      "file_name", .text(), summary: "the name of the file, without extension", isRequired: true),
    RequestKey("url", .text(), summary: "the URL of the file", isRequired: true),
    RequestKey("basic_auth_credential", .text(), summary: "the credential for the URL"),
  ]

  private static let aliasKeys = [
    RequestKey("alias_name", .id(), summary: "the alias", isRequired: true),
    RequestKey("alias_label", .text(), summary: "the kind of alias", isRequired: true),
  ]

  private static let trackedMessage =
    "/users/track takes \(trackedLimit) (/users/track/bulk 1000 in all), and this is the first "
    + "beyond them"

  private static let trackKeys = [
    RequestKey(
      "attributes", .list(of: .part(.attributes), max: trackedLimit),
      summary: "attributes of users", bounds: .trackObjectsTooMany, limit: trackedMessage),
    RequestKey(
      "events", .list(of: .part(.event), max: trackedLimit), summary: "custom events",
      bounds: .trackObjectsTooMany, limit: trackedMessage),
    RequestKey(
      "purchases", .list(of: .part(.purchase), max: trackedLimit), summary: "purchases",
      bounds: .trackObjectsTooMany, limit: trackedMessage),
    RequestKey("partner", .text(), summary: "the partner that sends the request"),
    appGroupID, apiKey,
  ]

  private static let userKeys = [
    RequestKey("external_id", .id(), summary: "the user by external id"),
    RequestKey("user_alias", .part(.userAlias), summary: "the user by an alias"),
    RequestKey("braze_id", .id(), summary: "the user by Braze's own id"),
    RequestKey("email", .text(), summary: "the user by email address"),
    RequestKey("phone", .text(), summary: "the user by phone number"),
    RequestKey(
      "_update_existing_only", .boolean, summary: "whether to skip unknown users; false by default"),
  ]

  private static let attributesKeys =
    userKeys + [
      RequestKey(
        "push_token_import", .boolean,
        summary:
          "whether push tokens of unknown users are imported; then without external_id and braze_id"
      ),
      RequestKey(
        "push_tokens", .list(of: .object()), summary: "push tokens, each with app_id and token"),
    ]

  private static let eventKeys =
    userKeys + [
      RequestKey("app_id", .id(), summary: "the app that the event belongs to"),
      RequestKey(
        "name", .text(max: textLimit), summary: "the name of the event, at most 255 characters",
        isRequired: true, bounds: .trackNameTooLong),
      RequestKey(
        "time", .trackedTime, summary: "when it happened", isRequired: true,
        bounds: .trackTimeInvalid),
      RequestKey(
        "properties", .object(.eventProperties),
        summary: "the properties of the event, at most 100 KB"),
    ]

  private static let purchaseKeys =
    userKeys + [
      RequestKey("app_id", .id(), summary: "the app that the purchase belongs to"),
      RequestKey(
        "product_id", .id(max: textLimit), summary: "the product, at most 255 characters",
        isRequired: true, bounds: .trackNameTooLong),
      RequestKey(
        "currency", .text(), summary: "the currency, by its ISO 4217 code", isRequired: true),
      RequestKey(
        "price", .number, summary: "the price of one, in the currency's unit", isRequired: true),
      RequestKey(
        "quantity", .integer(1...100), summary: "the number of products, 1 to 100; 1 by default",
        bounds: .trackQuantityInvalid),
      RequestKey(
        "time", .trackedTime, summary: "when it happened", isRequired: true,
        bounds: .trackTimeInvalid),
      RequestKey(
        "properties", .object(.purchaseProperties),
        summary: "the properties of the purchase, at most 100 KB"),
    ]
}

// Wrong names that people write: those of SDKs, of other endpoints, and of client libraries.
extension RequestPart {
  /// The right key for a wrong one; nil if `name` is not a known error.
  func correctName(for name: String) -> String? {
    corrections.first { $0.0 == name }?.1
  }

  /// Wrong names and the right keys.
  var corrections: [(String, String)] {
    switch self {
    case .contentCard: RequestPart.cardCorrections
    case .messagesSend:
      RequestPart.messagesCorrections + [("recipients", "external_user_ids")]
    case .messagesSchedule: RequestPart.messagesCorrections
    case .messagesUpdate: [("message", "messages")]
    case .triggerUpdate: []
    case .schedule:
      [("send_at", "time"), ("at", "time"), ("local_time", "in_local_time")]
    case .messages:
      [("content_cards", "content_card"), ("contentCard", "content_card")]
    case .trigger, .triggerSchedule:
      [
        ("api_trigger_properties", "trigger_properties"), ("properties", "trigger_properties"),
        ("external_user_ids", "recipients"), ("user_aliases", "recipients"),
        ("recipient", "recipients"),
      ]
    case .recipient:
      [
        ("external_id", "external_user_id"), ("user_id", "external_user_id"),
        ("properties", "trigger_properties"), ("api_trigger_properties", "trigger_properties"),
      ]
    case .event, .purchase:
      [
        ("external_user_id", "external_id"), ("user_id", "external_id"), ("event_name", "name"),
        ("event", "name"), ("timestamp", "time"), ("event_properties", "properties"),
      ]
    case .userAlias: [("name", "alias_name"), ("label", "alias_label")]
    case .attributes: [("external_user_id", "external_id")]
    case .email: []
    case .attachment: [("filename", "file_name"), ("name", "file_name"), ("file_url", "url")]
    case .usersTrack: [("event", "events"), ("purchase", "purchases"), ("attribute", "attributes")]
    }
  }

  private static let messagesCorrections = [
    ("external_ids", "external_user_ids"), ("external_id", "external_user_ids"),
    ("external_user_id", "external_user_ids"), ("user_alias", "user_aliases"),
    ("message", "messages"),
  ]

  private static let cardCorrections = [
    ("extras", "extra"), ("e", "extra"), ("key_value_pairs", "extra"),
    ("expires_at", "expire_at"), ("expiry_at", "expire_at"), ("expiresAt", "expire_at"),
    ("expireAt", "expire_at"), ("ttl", "time_to_live"), ("timeToLive", "time_to_live"),
    ("image", "image_url"), ("imageUrl", "image_url"), ("imageURL", "image_url"),
    ("cardDescription", "description"), ("message", "description"), ("body", "description"),
    ("link_text", "uri_text"), ("linkText", "uri_text"), ("domain", "uri_text"),
    ("ios_url", "ios_uri"), ("android_url", "android_uri"), ("web_url", "web_uri"),
  ]
}
