// The one table of the keys that Braze documents for each object. The check and the JSON Schema are
// generated from it.
//
// Sources: https://www.braze.com/docs/api/objects_filters/ and, for the endpoints,
// https://www.braze.com/docs/api/endpoints/messaging/ and `…/user_data/post_user_track/`.
/// The entry of an object in the table.
struct RequestForm: Sendable {
  /// The name of the object in messages.
  let title: String
  /// The keys of the object.
  let keys: [RequestKey]
  /// Wrong names that people write, those of SDKs, of other endpoints and of client libraries, and
  /// the right keys.
  var corrections: KeyValuePairs<String, String> = [:]
  /// The demands of the keys on each other.
  ///
  /// `RequestCheck` checks the users of `/users/track`.
  var requirements: [RequestRequirement] = []
}

extension RequestPart {
  /// The name of the object in messages.
  var title: String { form.title }
  /// The keys of the object.
  var keys: [RequestKey] { form.keys }
  /// The right key for a wrong one; nil if `name` is not a known error.
  func correctName(for name: String) -> String? {
    form.corrections.first { $0.key == name }?.value
  }

  /// The entry of the object in the table.
  var form: RequestForm { RequestPart.forms[self] ?? RequestForm(title: rawValue, keys: []) }

  private static let forms: [RequestPart: RequestForm] = [
    .contentCard: RequestForm(
      title: "a REST content card", keys: contentCardKeys,
      corrections: [
        "extras": "extra", "e": "extra", "key_value_pairs": "extra", "expires_at": "expire_at",
        "expiry_at": "expire_at", "expiresAt": "expire_at", "expireAt": "expire_at",
        "ttl": "time_to_live", "timeToLive": "time_to_live", "image": "image_url",
        "imageUrl": "image_url", "imageURL": "image_url", "cardDescription": "description",
        "message": "description", "body": "description", "link_text": "uri_text",
        "linkText": "uri_text", "domain": "uri_text", "ios_url": "ios_uri",
        "android_url": "android_uri", "web_url": "web_uri",
      ], requirements: cardRequirements),
    .messagesSend: RequestForm(
      title: "a body for /messages/send", keys: messagesSendKeys,
      corrections: [
        "external_ids": "external_user_ids", "external_id": "external_user_ids",
        "external_user_id": "external_user_ids", "user_alias": "user_aliases",
        "message": "messages", "recipients": "external_user_ids",
      ], requirements: messagesSend.recipientRequirements),
    .messagesSchedule: RequestForm(
      title: "a body for /messages/schedule/create", keys: messagesScheduleKeys,
      corrections: [
        "external_ids": "external_user_ids", "external_id": "external_user_ids",
        "external_user_id": "external_user_ids", "user_alias": "user_aliases",
        "message": "messages",
      ], requirements: messagesSchedule.recipientRequirements),
    .messagesUpdate: RequestForm(
      title: "a body for /messages/schedule/update", keys: messagesUpdateKeys,
      corrections: ["message": "messages"]),
    .messages: RequestForm(
      title: "\"messages\"", keys: channels,
      corrections: ["content_cards": "content_card", "contentCard": "content_card"],
      requirements: [
        RequestRequirement(.anyValue, .requestKeyMissing) { _, _ in "there is no message to send" }
      ]),
    .trigger: RequestForm(
      title: "a body for /campaigns/trigger/send", keys: triggerKeys,
      corrections: triggerCorrections, requirements: trigger.recipientRequirements),
    .triggerSchedule: RequestForm(
      title: "a body for /campaigns/trigger/schedule/create",
      keys: triggerKeys + [requiredSchedule], corrections: triggerCorrections,
      requirements: triggerSchedule.recipientRequirements),
    .triggerUpdate: RequestForm(
      title: "a body for /campaigns/trigger/schedule/update",
      keys: [
        .id("campaign_id", "the API-triggered campaign", isRequired: true), scheduleID,
        requiredSchedule, apiKey,
      ]),
    .schedule: RequestForm(
      title: "a schedule",
      keys: [
        .init("time", .time, summary: "the time", isRequired: true, bounds: .requestScheduleTime),
        .boolean("in_local_time", "whether the time is each user's local time"),
        .boolean("at_optimal_time", "whether to use each user's best time of that day"),
      ], corrections: ["send_at": "time", "at": "time", "local_time": "in_local_time"]),
    .recipient: RequestForm(
      title: "a recipient", keys: recipientKeys,
      corrections: [
        "external_id": "external_user_id", "user_id": "external_user_id",
        "properties": "trigger_properties", "api_trigger_properties": "trigger_properties",
      ], requirements: userRequirements),
    .userAlias: RequestForm(
      title: "a user alias",
      keys: [
        .id("alias_name", "the alias", isRequired: true),
        .text("alias_label", "the kind of alias", isRequired: true),
      ], corrections: ["name": "alias_name", "label": "alias_label"]),
    .usersTrack: RequestForm(
      title: "a body for /users/track", keys: trackKeys,
      corrections: ["event": "events", "purchase": "purchases", "attribute": "attributes"],
      requirements: [
        RequestRequirement(.any(["attributes", "events", "purchases"]), .requestKeyMissing) {
          _, _ in "there is nothing to record"
        }
      ]),
    .event: RequestForm(
      title: "an event", keys: eventKeys, corrections: eventCorrections,
      requirements: [event.onlyOneUser]),
    .purchase: RequestForm(
      title: "a purchase", keys: purchaseKeys, corrections: eventCorrections,
      requirements: [purchase.onlyOneUser]),
    .attributes: RequestForm(
      title: "a set of attributes", keys: attributesKeys,
      corrections: ["external_user_id": "external_id"],
      requirements: importRequirements + [attributes.onlyOneUser]),
    .email: RequestForm(
      title: "an email",
      keys: [.init("attachments", .list(of: .part(.attachment)), summary: "the files of the email")]
    ),
    .attachment: RequestForm(
      title: "an attachment",
      keys: [
        .text("file_name", "the name of the file, without extension", isRequired: true),
        .text("url", "the URL of the file", isRequired: true),
        .text("basic_auth_credential", "the credential for the URL"),
      ], corrections: ["filename": "file_name", "name": "file_name", "file_url": "url"]),
  ]

  private static let triggerCorrections: KeyValuePairs = [
    "api_trigger_properties": "trigger_properties", "properties": "trigger_properties",
    "external_user_ids": "recipients", "user_aliases": "recipients", "recipient": "recipients",
  ]

  private static let eventCorrections: KeyValuePairs = [
    "external_user_id": "external_id", "user_id": "external_id", "event_name": "name",
    "event": "name", "timestamp": "time", "event_properties": "properties",
  ]

  private static let contentCardKeys: [RequestKey] = [
    .init("type", .choice(cardTypes), summary: "how the card looks", isRequired: true),
    .text("title", "the title; needed unless the type is BANNER, may be empty"),
    .text("description", "the text; needed unless the type is BANNER"),
    .id(
      "message_variation_id", "the variation that the card is counted under; needs a campaign_id"),
    .boolean("pinned", "whether the card stays on top; false by default"),
    .text("image_url", "the image; needed for CAPTIONED_IMAGE and BANNER"),
    .init(
      "time_to_live", .integer(timeToLive),
      summary: "seconds until the card expires, at most 2592000; this or expire_at"),
    .init(
      "expire_at", .time,
      summary: "when the card expires, at most 30 days ahead; this or time_to_live",
      bounds: .restExpireAtInvalid),
    .boolean(
      "expire_in_local_time", "whether expire_at is the user's local time; false by default"),
    .text("ios_uri", "what a click opens on iOS: a web address or a deep link"),
    .text("android_uri", "what a click opens on Android"),
    .text("web_uri", "what a click opens on the web"),
    .boolean("ios_use_webview", "whether iOS opens the address in the app; true by default"),
    .boolean(
      "android_use_webview", "whether Android opens the address in the app; true by default"),
    .text("uri_text", "the text of the link"),
    .init("extra", .object(.extra), summary: "the key-value pairs of the card, text to text"),
  ]

  private static let messagesSendKeys: [RequestKey] = [
    .boolean("broadcast", "whether to send to the whole segment or audience"),
    .init(
      "external_user_ids", .list(of: .id(), max: recipientLimit),
      summary: "the users by their external ids, at most 50"),
    .init(
      "user_aliases", .list(of: .part(.userAlias), max: recipientLimit),
      summary: "the users by their aliases, at most 50"),
    .id("segment_id", "the segment to send to"),
    .object("audience", "a connected audience to send to"),
    .id("campaign_id", "the API campaign that the messages are counted under"),
    .id("send_id", "the send that the messages are counted under"),
    .boolean("override_frequency_capping", "whether frequency capping is ignored"),
    .init(
      "recipient_subscription_state", .choice(["opted_in", "subscribed", "all"]),
      summary: "the subscription state of the users; subscribed by default"),
    .init("messages", .part(.messages), summary: "the messages, by channel", isRequired: true),
    appGroupID, apiKey,
  ]

  private static let apiKey: RequestKey = .text(
    "api_key", "the key of the REST API, which belongs in the header of the request")

  private static let appGroupID: RequestKey = .text(
    "app_group_id", "the workspace, in old requests")

  private static let requiredSchedule: RequestKey = .init(
    "schedule", .part(.schedule), summary: "when the message is sent", isRequired: true)

  private static let messagesScheduleKeys: [RequestKey] =
    messagesSendKeys + [
      requiredSchedule,
      .init(
        "recipients", .list(of: .part(.recipient), max: recipientLimit),
        summary: "the users to send to, at most 50"),
      .boolean("override_messaging_limits", "whether frequency capping is ignored"),
    ]

  private static let scheduleID: RequestKey = .id(
    "schedule_id", "the schedule that is changed", isRequired: true)

  private static let messagesUpdateKeys: [RequestKey] = [
    scheduleID,
    .init("schedule", .part(.schedule), summary: "when the message is sent instead"),
    .init("messages", .part(.messages), summary: "the messages that are sent instead, by channel"),
    apiKey,
  ]

  private static let channels: [RequestKey] = [
    .init("content_card", .part(.contentCard), summary: "a content card"),
    .object("android_push", "a push message for Android"),
    .object("apple_push", "a push message for Apple devices"),
    .init("email", .part(.email), summary: "an email"),
    .object("kindle_push", "a push message for Fire OS"),
    .object("web_push", "a push message for browsers"),
    .object("webhook", "a webhook"),
    .object("whats_app", "a WhatsApp message"),
    .object("sms", "a text message"),
    .object("windows_phone8_push", "a push message for Windows Phone 8"),
    .object("windows_universal_push", "a push message for Windows"),
    .object("windows_push", "a push message for Windows Phone 8, in schedules"),
    .object("windows8_push", "a push message for Windows, in schedules"),
  ]

  private static let triggerKeys: [RequestKey] = [
    .id("campaign_id", "the API-triggered campaign", isRequired: true),
    .id("send_id", "the send that the messages are counted under"),
    .init(
      "trigger_properties", .object(.triggerProperties),
      summary: "values for the campaign's Liquid, at most 50 KB"),
    .boolean("broadcast", "whether to send to the whole segment of the campaign"),
    .object("audience", "a connected audience to send to"),
    .init(
      "recipients", .list(of: .part(.recipient), max: recipientLimit),
      summary: "the users to send to, at most 50"),
    .init(
      "attachments", .list(of: .part(.attachment)),
      summary: "files for an email; not with a broadcast"),
    appGroupID, apiKey,
  ]

  private static let recipientKeys: [RequestKey] = [
    .id("external_user_id", "the user by external id"),
    .init("user_alias", .part(.userAlias), summary: "the user by an alias"),
    .id("braze_id", "the user by Braze's own id"),
    .text("email", "the user by email address; needs prioritization"),
    .init(
      "prioritization", .list(of: .text()), summary: "which of several profiles gets the message"),
    .init(
      "trigger_properties", .object(.triggerProperties),
      summary: "values for this user, in place of the request's"),
    .object("canvas_entry_properties", "values for a Canvas"),
    .object("context", "values for a Canvas"),
    .boolean("send_to_existing_only", "whether to skip unknown users; true by default"),
    .object("attributes", "attributes that are set before the message is sent"),
  ]

  private static let trackKeys: [RequestKey] = [
    .init(
      "attributes", .list(of: .part(.attributes), max: trackedLimit),
      summary: "attributes of users", bounds: .trackObjectsTooMany),
    .init(
      "events", .list(of: .part(.event), max: trackedLimit), summary: "custom events",
      bounds: .trackObjectsTooMany),
    .init(
      "purchases", .list(of: .part(.purchase), max: trackedLimit), summary: "purchases",
      bounds: .trackObjectsTooMany),
    .text("partner", "the partner that sends the request"),
    appGroupID, apiKey,
  ]

  private static let userKeys: [RequestKey] = [
    .id("external_id", "the user by external id"),
    .init("user_alias", .part(.userAlias), summary: "the user by an alias"),
    .id("braze_id", "the user by Braze's own id"),
    .text("email", "the user by email address"),
    .text("phone", "the user by phone number"),
    .boolean("_update_existing_only", "whether to skip unknown users; false by default"),
  ]

  private static let attributesKeys: [RequestKey] =
    userKeys + [
      .boolean(
        "push_token_import",
        "whether push tokens of unknown users are imported; then without external_id and braze_id"),
      .init(
        "push_tokens", .list(of: .object()), summary: "push tokens, each with app_id and token"),
    ]

  private static let eventKeys: [RequestKey] =
    userKeys + [
      .id("app_id", "the app that the event belongs to"),
      .init(
        "name", .text(max: textLimit), summary: "the name of the event, at most 255 characters",
        isRequired: true, bounds: .trackNameTooLong),
      .init(
        "time", .trackedTime, summary: "when it happened", isRequired: true,
        bounds: .trackTimeInvalid),
      .init(
        "properties", .object(.eventProperties),
        summary: "the properties of the event, at most 100 KB"),
    ]

  private static let purchaseKeys: [RequestKey] =
    userKeys + [
      .id("app_id", "the app that the purchase belongs to"),
      .init(
        "product_id", .id(max: textLimit), summary: "the product, at most 255 characters",
        isRequired: true, bounds: .trackNameTooLong),
      .text("currency", "the currency, by its ISO 4217 code", isRequired: true),
      .init(
        "price", .number, summary: "the price of one, in the currency's unit", isRequired: true),
      .init(
        "quantity", .integer(1...100), summary: "the number of products, 1 to 100; 1 by default",
        bounds: .trackQuantityInvalid),
      .init(
        "time", .trackedTime, summary: "when it happened", isRequired: true,
        bounds: .trackTimeInvalid),
      .init(
        "properties", .object(.purchaseProperties),
        summary: "the properties of the purchase, at most 100 KB"),
    ]
}
