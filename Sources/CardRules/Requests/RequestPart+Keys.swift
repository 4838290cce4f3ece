// The one table of the keys that Braze documents for each object. The check and the JSON Schema are
// generated from it.
//
// Sources: https://www.braze.com/docs/api/objects_filters/ and, for the endpoints,
// https://www.braze.com/docs/api/endpoints/messaging/ and `…/user_data/post_user_track/`.
extension RequestPart {
  /// The entry of the object in the table.
  var form: RequestForm { RequestPart.forms[self] ?? RequestForm(title: rawValue, keys: []) }

  private static let forms: [RequestPart: RequestForm] = [
    .contentCard: RequestForm(
      title: "a REST content card", keys: contentCardKeys,
      misnomers: [
        "extra": ["extras", "e", "key_value_pairs"],
        "expire_at": ["expires_at", "expiry_at", "expiresAt", "expireAt"],
        "time_to_live": ["ttl", "timeToLive"], "image_url": ["image", "imageUrl", "imageURL"],
        "description": ["cardDescription", "message", "body"],
        "uri_text": ["link_text", "linkText", "domain"], "ios_uri": ["ios_url"],
        "android_uri": ["android_url"], "web_uri": ["web_url"],
      ], advice: contentCardAdvice, requirements: cardRequirements),
    .messagesSend: RequestForm(
      title: "a body for /messages/send", keys: messagesSendKeys,
      misnomers: messagesMisnomers, advice: messagesAdvice,
      requirements: messagesRequirements(["external_user_ids", "user_aliases"])),
    .messagesSchedule: RequestForm(
      title: "a body for /messages/schedule/create", keys: messagesScheduleKeys,
      misnomers: messagesMisnomers, advice: messagesAdvice,
      requirements: messagesRequirements(["external_user_ids", "user_aliases", "recipients"])),
    .messagesUpdate: RequestForm(
      title: "a body for /messages/schedule/update",
      keys: [
        scheduleID,
        RequestKey("schedule", "when the message is sent instead", of: .part(.schedule)),
        .init("messages", "the messages that are sent instead, by channel", of: .part(.messages)),
        apiKey,
      ], misnomers: ["messages": ["message"]]),
    .messages: RequestForm(
      title: "\"messages\"", keys: channels,
      misnomers: ["content_card": ["content_cards", "contentCard"]],
      advice: ["alert": "it belongs in \"apple_push\""], requirements: [someMessage]),
    .trigger: RequestForm(
      title: "a body for /campaigns/trigger/send", keys: triggerKeys,
      misnomers: triggerMisnomers, advice: triggerAdvice, requirements: triggerRequirements),
    .triggerSchedule: RequestForm(
      title: "a body for /campaigns/trigger/schedule/create", keys: triggerKeys + [scheduleKey],
      misnomers: triggerMisnomers, advice: triggerAdvice, requirements: triggerRequirements),
    .triggerUpdate: RequestForm(
      title: "a body for /campaigns/trigger/schedule/update",
      keys: [
        .id("campaign_id", "the API-triggered campaign").required, scheduleID, scheduleKey, apiKey,
      ]),
    .schedule: RequestForm(
      title: "a schedule",
      keys: [
        .init("time", "the time", of: .time()).required.bounds(.requestScheduleTime),
        .boolean("in_local_time", "whether the time is each user's local time"),
        .boolean("at_optimal_time", "whether to use each user's best time of that day"),
      ], misnomers: ["time": ["send_at", "at"], "in_local_time": ["local_time"]]),
    .recipient: RequestForm(
      title: "a recipient", keys: recipientKeys,
      misnomers: [
        "external_user_id": ["external_id", "user_id"],
        "trigger_properties": ["properties", "api_trigger_properties"],
      ], requirements: recipientRequirements),
    .userAlias: RequestForm(
      title: "a user alias",
      keys: [
        .id("alias_name", "the alias").required,
        .text("alias_label", "the kind of alias").required,
      ], misnomers: ["alias_name": ["name"], "alias_label": ["label"]]),
    .usersTrack: RequestForm(
      title: "a body for /users/track", keys: trackKeys,
      misnomers: ["events": ["event"], "purchases": ["purchase"], "attributes": ["attribute"]],
      advice: trackAdvice, requirements: [someRecord]),
    .event: RequestForm(
      title: "an event",
      keys: trackedKeys(
        of: "event",
        [
          .init("name", "the name of the event, at most 255 characters", of: .text(max: textLimit))
            .required.bounds(.trackNameTooLong)
        ]), misnomers: eventMisnomers, requirements: [oneTrackedUser]),
    .purchase: RequestForm(
      title: "a purchase", keys: trackedKeys(of: "purchase", purchaseKeys),
      misnomers: eventMisnomers, requirements: [oneTrackedUser]),
    .attributes: RequestForm(
      title: "a set of attributes", keys: userKeys + importKeys,
      misnomers: ["external_id": ["external_user_id"]],
      requirements: importRequirements + [oneTrackedUser]),
    .email: RequestForm(
      title: "an email",
      keys: [.init("attachments", "the files of the email", of: .list(of: .part(.attachment)))]),
    .attachment: RequestForm(
      title: "an attachment",
      keys: [
        .text("file_name", "the name of the file, without extension").required,
        .text("url", "the URL of the file").required,
        .text("basic_auth_credential", "the credential for the URL"),
      ], misnomers: ["file_name": ["filename", "name"], "url": ["file_url"]]),
  ]

  private static let messagesMisnomers: KeyValuePairs = [
    "external_user_ids": ["external_ids", "external_id", "external_user_id"],
    "user_aliases": ["user_alias"], "messages": ["message"], "external_user_ids": ["recipients"],
  ]

  private static let triggerMisnomers: KeyValuePairs = [
    "trigger_properties": ["api_trigger_properties", "properties"],
    "recipients": ["external_user_ids", "user_aliases", "recipient"],
  ]

  private static let eventMisnomers: KeyValuePairs = [
    "external_id": ["external_user_id", "user_id"], "name": ["event_name", "event"],
    "time": ["timestamp"], "properties": ["event_properties"],
  ]
}

// Advice about keys that belong elsewhere.
extension RequestPart {
  private static let contentCardAdvice = [
    "alert": "it belongs in \"apple_push\"", "class_type": "put it into \"extra\"",
    "url": linkAdvice, "uri": linkAdvice, "link": linkAdvice, "deeplink": linkAdvice,
    "dismissible": "the API has no such switch", "dismissable": "the API has no such switch",
  ]

  private static let linkAdvice = "a click opens \"ios_uri\", \"android_uri\", \"web_uri\""

  private static let messagesAdvice = [
    "alert": "it belongs in \"apple_push\"",
    "override_messaging_limits": "here it is \"override_frequency_capping\"",
  ].merging(channels.map { ("\($0.name)", "put it into \"messages\"") }) { first, _ in first }

  private static let triggerAdvice = [
    "canvas_entry_properties": "a campaign has \"trigger_properties\"",
    "context": "a campaign has \"trigger_properties\"",
  ]

  private static let trackAdvice = Dictionary(
    uniqueKeysWithValues: ["external_id", "braze_id", "user_alias"].map {
      ($0, "it belongs in each attribute, event and purchase")
    })
}

// Keys.
extension RequestPart {
  private static let contentCardKeys: [RequestKey] = [
    .init("type", "how the card looks", of: .choice(cardTypes)).required,
    .text("title", "the title; needed unless the type is BANNER, may be empty"),
    .text("description", "the text; needed unless the type is BANNER"),
    .id(
      "message_variation_id", "the variation that the card is counted under; needs a campaign_id"),
    .boolean("pinned", "whether the card stays on top; false by default"),
    .text("image_url", "the image; needed for CAPTIONED_IMAGE and BANNER"),
    .init(
      "time_to_live", "seconds until the card expires, at most 2592000; this or expire_at",
      of: .integer(timeToLive)),
    .init(
      "expire_at", "when the card expires, at most 30 days ahead; this or time_to_live", of: .time()
    ).bounds(.restExpireAtInvalid),
    .boolean(
      "expire_in_local_time", "whether expire_at is the user's local time; false by default"),
    .text("ios_uri", "what a click opens on iOS: a web address or a deep link"),
    .text("android_uri", "what a click opens on Android"),
    .text("web_uri", "what a click opens on the web"),
    .boolean("ios_use_webview", "whether iOS opens the address in the app; true by default"),
    .boolean(
      "android_use_webview", "whether Android opens the address in the app; true by default"),
    .text("uri_text", "the text of the link"),
    .init("extra", "the key-value pairs of the card, text to text", of: .object("extra")),
  ]

  private static let messagesSendKeys: [RequestKey] = [
    .boolean("broadcast", "whether to send to the whole segment or audience"),
    .init(
      "external_user_ids", "the users by their external ids, at most 50",
      of: .list(of: .id(), max: recipientLimit)),
    .init(
      "user_aliases", "the users by their aliases, at most 50",
      of: .list(of: .part(.userAlias), max: recipientLimit)),
    .id("segment_id", "the segment to send to"),
    .object("audience", "a connected audience to send to"),
    .id("campaign_id", "the API campaign that the messages are counted under"),
    sendID,
    .boolean("override_frequency_capping", "whether frequency capping is ignored"),
    .init(
      "recipient_subscription_state",
      "the subscription state of the users; subscribed by default",
      of: .choice(["opted_in", "subscribed", "all"])),
    .init("messages", "the messages, by channel", of: .part(.messages)).required,
    appGroupID, apiKey,
  ]

  private static let apiKey: RequestKey = .text(
    "api_key", "the key of the REST API, which belongs in the header of the request")
  private static let appGroupID: RequestKey = .text(
    "app_group_id", "the workspace, in old requests")
  private static let sendID: RequestKey = .id(
    "send_id", "the send that the messages are counted under")
  private static let scheduleID = RequestKey.id("schedule_id", "the schedule that is changed")
    .required
  private static let scheduleKey =
    RequestKey("schedule", "when the message is sent", of: .part(.schedule)).required
  private static let recipients = RequestKey(
    "recipients", "the users to send to, at most 50",
    of: .list(of: .part(.recipient), max: recipientLimit))

  private static let messagesScheduleKeys =
    messagesSendKeys + [
      scheduleKey, recipients,
      .boolean("override_messaging_limits", "whether frequency capping is ignored"),
    ]

  private static let channels: [RequestKey] = [
    .init("content_card", "a content card", of: .part(.contentCard)),
    .object("android_push", "a push message for Android"),
    .object("apple_push", "a push message for Apple devices"),
    .init("email", "an email", of: .part(.email)),
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
    .id("campaign_id", "the API-triggered campaign").required,
    sendID,
    .init(
      "trigger_properties", "values for the campaign's Liquid, at most 50 KB",
      of: .object("trigger_properties")),
    .boolean("broadcast", "whether to send to the whole segment of the campaign"),
    .object("audience", "a connected audience to send to"),
    recipients,
    .init(
      "attachments", "files for an email; not with a broadcast", of: .list(of: .part(.attachment))),
    appGroupID, apiKey,
  ]

  private static let recipientKeys: [RequestKey] = [
    .id("external_user_id", "the user by external id"),
    .init("user_alias", "the user by an alias", of: .part(.userAlias)),
    .id("braze_id", "the user by Braze's own id"),
    .text("email", "the user by email address; needs prioritization"),
    .init("prioritization", "which of several profiles gets the message", of: .list(of: .text())),
    .init(
      "trigger_properties", "values for this user, in place of the request's",
      of: .object("trigger_properties")),
    .object("canvas_entry_properties", "values for a Canvas"),
    .object("context", "values for a Canvas"),
    .boolean("send_to_existing_only", "whether to skip unknown users; true by default"),
    .object("attributes", "attributes that are set before the message is sent"),
  ]

  private static let trackKeys: [RequestKey] = [
    list(of: .attributes, "attributes", "attributes of users"),
    list(of: .event, "events", "custom events"), list(of: .purchase, "purchases", "purchases"),
    .text("partner", "the partner that sends the request"),
    appGroupID, apiKey,
  ]

  private static func list(
    of part: RequestPart, _ name: StaticString, _ summary: String
  ) -> RequestKey {
    RequestKey(name, summary, of: .list(of: .part(part), max: trackedLimit))
      .bounds(.trackObjectsTooMany)
  }

  private static let userKeys: [RequestKey] = [
    .id("external_id", "the user by external id"),
    .init("user_alias", "the user by an alias", of: .part(.userAlias)),
    .id("braze_id", "the user by Braze's own id"),
    .text("email", "the user by email address"),
    .text("phone", "the user by phone number"),
    .boolean("_update_existing_only", "whether to skip unknown users; false by default"),
  ]

  private static let importKeys: [RequestKey] = [
    .boolean(
      "push_token_import",
      "whether push tokens of unknown users are imported; then without external_id and braze_id"),
    .init("push_tokens", "push tokens, each with app_id and token", of: .list(of: .object())),
  ]

  private static let purchaseKeys: [RequestKey] = [
    .init("product_id", "the product, at most 255 characters", of: .id(max: textLimit))
      .required.bounds(.trackNameTooLong),
    .text("currency", "the currency, by its ISO 4217 code").required,
    .init("price", "the price of one, in the currency's unit", of: .number).required,
    .init("quantity", "the number of products, 1 to 100; 1 by default", of: .integer(1...100))
      .bounds(.trackQuantityInvalid),
  ]

  /// The keys of an event or a purchase, around its own.
  private static func trackedKeys(of noun: String, _ own: [RequestKey]) -> [RequestKey] {
    userKeys + [.id("app_id", "the app that the \(noun) belongs to")] + own + [
      .init("time", "when it happened", of: .time(isTracked: true))
        .required.bounds(.trackTimeInvalid),
      .init(
        "properties", "the properties of the \(noun), at most 100 KB",
        of: .object("\(noun)_properties")),
    ]
  }
}
