/// The one table of what Braze documents for each object: rules and schema are made from it.
///
/// Sources: https://www.braze.com/docs/api/objects_filters/ and, for the endpoints,
/// https://www.braze.com/docs/api/endpoints/messaging/ and `…/user_data/post_user_track/`.
extension RequestPart {
  /// The keys that the object may have.
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
    RequestKey("type", .choice(cardTypes), "how the card looks", isRequired: true),
    RequestKey("title", .text, "the title; needed unless the type is BANNER, may be empty"),
    RequestKey("description", .text, "the text; needed unless the type is BANNER"),
    RequestKey(
      "message_variation_id", .text,
      "the variation that the card is counted under; needs a campaign_id"),
    RequestKey("pinned", .boolean, "whether the card stays on top; false by default"),
    RequestKey("image_url", .text, "the image; needed for CAPTIONED_IMAGE and BANNER"),
    RequestKey(
      "time_to_live", .integer,
      "seconds until the card expires, at most 2592000; this or expire_at"),
    RequestKey(
      "expire_at", .time, "when the card expires, at most 30 days ahead; this or time_to_live"),
    RequestKey(
      "expire_in_local_time", .boolean,
      "whether expire_at is the user's local time; false by default"),
    RequestKey("ios_uri", .text, "what a click opens on iOS: a web address or a deep link"),
    RequestKey("android_uri", .text, "what a click opens on Android"),
    RequestKey("web_uri", .text, "what a click opens on the web"),
    RequestKey(
      "ios_use_webview", .boolean, "whether iOS opens the address in the app; true by default"),
    RequestKey(
      "android_use_webview", .boolean,
      "whether Android opens the address in the app; true by default"),
    RequestKey("uri_text", .text, "the text of the link"),
    RequestKey("extra", .object, "the key-value pairs of the card, text to text"),
  ]

  private static let messagesSendKeys = [
    RequestKey("broadcast", .boolean, "whether the whole segment or audience is meant"),
    RequestKey("external_user_ids", .texts, "the users by their external ids, at most 50"),
    RequestKey("user_aliases", .parts(.userAlias), "the users by their aliases, at most 50"),
    RequestKey("segment_id", .text, "the segment to send to"),
    RequestKey("audience", .object, "a connected audience to send to"),
    RequestKey("campaign_id", .text, "the API campaign that the messages are counted under"),
    RequestKey("send_id", .text, "the send that the messages are counted under"),
    RequestKey(
      "override_frequency_capping", .boolean, "whether frequency capping is ignored"),
    RequestKey(
      "recipient_subscription_state", .choice(["opted_in", "subscribed", "all"]),
      "which users are meant, by their subscription; subscribed by default"),
    RequestKey("messages", .part(.messages), "the messages, by channel", isRequired: true),
    appGroupID, apiKey,
  ]

  private static let apiKey = RequestKey(
    "api_key", .text, "the key of the REST API, which belongs into the header of the request")

  private static let appGroupID = RequestKey(
    "app_group_id", .text, "the workspace, in requests of former times")

  private static let requiredSchedule = RequestKey(
    "schedule", .part(.schedule), "when the message is sent", isRequired: true)

  private static let messagesScheduleKeys =
    messagesSendKeys + [
      requiredSchedule,
      RequestKey("recipients", .parts(.recipient), "the users to send to, at most 50"),
      RequestKey("override_messaging_limits", .boolean, "whether frequency capping is ignored"),
    ]

  private static let scheduleID = RequestKey(
    "schedule_id", .text, "the schedule that is changed", isRequired: true)

  private static let messagesUpdateKeys = [
    scheduleID,
    RequestKey("schedule", .part(.schedule), "when the message is sent instead"),
    RequestKey("messages", .part(.messages), "the messages that are sent instead, by channel"),
    apiKey,
  ]

  private static let triggerUpdateKeys = [
    RequestKey("campaign_id", .text, "the API-triggered campaign", isRequired: true),
    scheduleID, requiredSchedule, apiKey,
  ]

  private static let scheduleKeys = [
    RequestKey("time", .time, "when", isRequired: true),
    RequestKey("in_local_time", .boolean, "whether the time is each user's local time"),
    RequestKey("at_optimal_time", .boolean, "whether each user's best time of that day is taken"),
  ]

  private static let channels = [
    RequestKey("content_card", .part(.contentCard), "a content card"),
    RequestKey("android_push", .object, "a push message for Android"),
    RequestKey("apple_push", .object, "a push message for Apple devices"),
    RequestKey("email", .part(.email), "an e-mail"),
    RequestKey("kindle_push", .object, "a push message for Fire OS"),
    RequestKey("web_push", .object, "a push message for browsers"),
    RequestKey("webhook", .object, "a webhook"),
    RequestKey("whats_app", .object, "a WhatsApp message"),
    RequestKey("sms", .object, "a text message"),
    RequestKey("windows_phone8_push", .object, "a push message for Windows Phone 8"),
    RequestKey("windows_universal_push", .object, "a push message for Windows"),
    RequestKey("windows_push", .object, "a push message for Windows Phone 8, in schedules"),
    RequestKey("windows8_push", .object, "a push message for Windows, in schedules"),
  ]

  private static let triggerKeys = [
    RequestKey("campaign_id", .text, "the API-triggered campaign", isRequired: true),
    RequestKey("send_id", .text, "the send that the messages are counted under"),
    RequestKey(
      "trigger_properties", .object, "values for the campaign's Liquid, at most 50 KB"),
    RequestKey("broadcast", .boolean, "whether the campaign's whole segment is meant"),
    RequestKey("audience", .object, "a connected audience to send to"),
    RequestKey("recipients", .parts(.recipient), "the users to send to, at most 50"),
    RequestKey("attachments", .parts(.attachment), "files for an e-mail; not with a broadcast"),
    appGroupID, apiKey,
  ]

  private static let recipientKeys = [
    RequestKey("external_user_id", .text, "the user by external id"),
    RequestKey("user_alias", .part(.userAlias), "the user by an alias"),
    RequestKey("braze_id", .text, "the user by Braze's own id"),
    RequestKey("email", .text, "the user by e-mail address; needs prioritization"),
    RequestKey("prioritization", .texts, "which of several profiles is meant"),
    RequestKey(
      "trigger_properties", .object, "values for this user, in place of the request's"),
    RequestKey("canvas_entry_properties", .object, "values for a Canvas"),
    RequestKey("context", .object, "values for a Canvas"),
    RequestKey(
      "send_to_existing_only", .boolean, "whether unknown users are left out; true by default"),
    RequestKey("attributes", .object, "attributes that are set before the message is sent"),
  ]

  private static let emailKeys = [
    RequestKey("attachments", .parts(.attachment), "the files of the e-mail")
  ]

  private static let attachmentKeys = [
    RequestKey("file_name", .text, "the name of the file, without extension", isRequired: true),
    RequestKey("url", .text, "where Braze gets the file", isRequired: true),
    RequestKey("basic_auth_credential", .text, "the credential for the URL"),
  ]

  private static let aliasKeys = [
    RequestKey("alias_name", .text, "the alias", isRequired: true),
    RequestKey("alias_label", .text, "what sort of alias it is", isRequired: true),
  ]

  private static let trackKeys = [
    RequestKey("attributes", .parts(.attributes), "attributes of users"),
    RequestKey("events", .parts(.event), "custom events"),
    RequestKey("purchases", .parts(.purchase), "purchases"),
    RequestKey("partner", .text, "the partner that sends the request"),
    appGroupID, apiKey,
  ]

  private static let userKeys = [
    RequestKey("external_id", .text, "the user by external id"),
    RequestKey("user_alias", .part(.userAlias), "the user by an alias"),
    RequestKey("braze_id", .text, "the user by Braze's own id"),
    RequestKey("email", .text, "the user by e-mail address"),
    RequestKey("phone", .text, "the user by phone number"),
    RequestKey(
      "_update_existing_only", .boolean, "whether unknown users are left out; false by default"),
  ]

  private static let attributesKeys =
    userKeys + [
      RequestKey(
        "push_token_import", .boolean,
        "whether push tokens of unknown users are imported; then without external_id and braze_id"),
      RequestKey("push_tokens", .objects, "push tokens, each with app_id and token"),
    ]

  private static let eventKeys =
    userKeys + [
      RequestKey("app_id", .text, "the app that the event belongs to"),
      RequestKey("name", .text, "the name of the event, at most 255 characters", isRequired: true),
      RequestKey("time", .time, "when it happened", isRequired: true),
      RequestKey("properties", .object, "the properties of the event, at most 100 KB"),
    ]

  private static let purchaseKeys =
    userKeys + [
      RequestKey("app_id", .text, "the app that the purchase belongs to"),
      RequestKey("product_id", .text, "what was bought, at most 255 characters", isRequired: true),
      RequestKey("currency", .text, "the currency, by its ISO 4217 code", isRequired: true),
      RequestKey("price", .number, "the price of one, in the currency's unit", isRequired: true),
      RequestKey("quantity", .integer, "how many were bought, 1 to 100; 1 by default"),
      RequestKey("time", .time, "when it happened", isRequired: true),
      RequestKey("properties", .object, "the properties of the purchase, at most 100 KB"),
    ]
}
