// The table of all documented objects and keys. Both the checks and the JSON Schema use it.
//
// Sources: https://www.braze.com/docs/api/objects_filters/ and, for the endpoints,
// https://www.braze.com/docs/api/endpoints/messaging/ and `…/user_data/post_user_track/`.
extension RequestPart {
  /// All objects.
  static let all: [RequestPart] = [
    contentCard, messagesSend, messagesSchedule, messagesUpdate, messages, trigger, triggerSchedule,
    triggerUpdate, schedule, recipient, userAlias, usersTrack, event, purchase, attributes, email,
    sms, applePush, androidPush, attachment,
  ]

  /// The messaging object of a content card.
  static let contentCard = RequestPart(
    name: "content_card", title: "a REST content card",
    keys: [
      .init("type", "how the card looks", of: .choice(cardTypes)).required,
      .text("title", "the title; needed unless the type is BANNER, may be empty"),
      .text("description", "the text; needed unless the type is BANNER"),
      .id(
        "message_variation_id", "the variation that the card is counted under; needs a campaign_id"
      ).distinctive,
      .boolean("pinned", "whether the card stays on top; false by default"),
      .text("image_url", "the image; needed for CAPTIONED_IMAGE and BANNER"),
      .init(
        "time_to_live", "seconds until the card expires, at most 2592000; this or expire_at",
        of: .integer(timeToLive)
      ).mark,
      .init(
        "expire_at", "when the card expires, at most 30 days ahead; this or time_to_live",
        of: .time(), bounds: .restExpireAtInvalid
      ).mark,
      .boolean(
        "expire_in_local_time", "whether expire_at is the user's local time; false by default"
      ).distinctive,
      .text("ios_uri", "the URL or deep link that a click opens on iOS").distinctive,
      .text("android_uri", "the URL or deep link that a click opens on Android").distinctive,
      .text("web_uri", "the URL that a click opens on the web").mark,
      .boolean("ios_use_webview", "whether iOS opens the URL in the app; true by default")
        .distinctive,
      .boolean(
        "android_use_webview", "whether Android opens the URL in the app; true by default"
      ).distinctive,
      .text("uri_text", "the text of the link").mark,
      .init("extra", "the key-value pairs of the card, text to text", of: .object("extra")),
    ],
    misnomers: [
      "extra": ["extras", "e", "key_value_pairs"],
      "expire_at": ["expires_at", "expiry_at", "expiresAt", "expireAt"],
      "time_to_live": ["ttl", "timeToLive"], "image_url": ["image", "imageUrl", "imageURL"],
      "description": ["cardDescription", "message", "body"],
      "uri_text": ["link_text", "linkText", "domain"], "ios_uri": ["ios_url"],
      "android_uri": ["android_url"], "web_uri": ["web_url"],
    ],
    misplaced: ["class_type": ("extra", "class_type")],
    advice: [
      "alert": "it belongs in \"apple_push\"",
      "url": linkAdvice, "uri": linkAdvice, "link": linkAdvice, "deeplink": linkAdvice,
      "dismissible": "the API has no such key", "dismissable": "the API has no such key",
    ], requirements: cardRequirements,
    checks: [{ $0.checkType(&$1) }, { $0.checkExpiry(&$1) }, { $0.checkLiquid(&$1) }])

  private static let linkAdvice = "a click opens \"ios_uri\", \"android_uri\", \"web_uri\""

  /// A body for `/messages/send`.
  static let messagesSend = messages(
    "messages_send", "a body for /messages/send", [],
    to: ["external_user_ids", "user_aliases"])
  /// A body for `/messages/schedule/create`.
  static let messagesSchedule = messages(
    "messages_schedule", "a body for /messages/schedule/create",
    [
      scheduleKey, recipients,
      .boolean("override_messaging_limits", "whether frequency capping is ignored"),
    ], to: ["external_user_ids", "user_aliases", "recipients"])

  private static func messages(
    _ name: String, _ title: String, _ more: [RequestKey], to users: [StaticString]
  ) -> RequestPart {
    RequestPart(
      name: name, title: title, isBody: true,
      keys: [
        .boolean("broadcast", "whether to send to the whole segment or audience").mark,
        .init(
          "external_user_ids", "the users by their external ids, at most 50",
          of: .list(of: .id(), max: recipientLimit)
        ).distinctive,
        .init(
          "user_aliases", "the users by their aliases, at most 50",
          of: .list(of: .part(.userAlias), max: recipientLimit)
        ).mark,
        .id("segment_id", "the segment to send to").mark,
        .object("audience", "a connected audience to send to"),
        .id("campaign_id", "the API campaign that the messages are counted under"),
        sendID,
        .boolean("override_frequency_capping", "whether frequency capping is ignored")
          .distinctive,
        .init(
          "recipient_subscription_state",
          "the subscription state of the users; subscribed by default",
          of: .choice(["opted_in", "subscribed", "all"])
        ).distinctive,
        .init("messages", "the messages, by channel", of: .part(.messages)).required,
        appGroupID, apiKey,
      ] + more,
      misnomers: [
        "external_user_ids": ["external_ids", "external_id", "external_user_id", "recipients"],
        "user_aliases": ["user_alias"], "messages": ["message"],
        "override_frequency_capping": ["override_messaging_limits"],
      ],
      misplaced: timesOfSchedule.merging(
        messages.keys.map { ("\($0.name)", ("messages", $0.name)) }
      ) { first, _ in first },
      advice: ["alert": "it belongs in \"apple_push\""], requirements: messagesRequirements(users),
      checks: [{ $0.checkVariation(&$1) }, { $0.checkRecipients(&$1) }])
  }

  /// A body for `/messages/schedule/update`.
  static let messagesUpdate = RequestPart(
    name: "messages_update", title: "a body for /messages/schedule/update", isBody: true,
    keys: [
      scheduleID, .init("schedule", "when the message is sent instead", of: .part(.schedule)),
      .init("messages", "the messages that are sent instead, by channel", of: .part(.messages)),
      apiKey,
    ], misnomers: ["messages": ["message"]])

  /// The messages of a `/messages` body, by channel.
  static let messages = RequestPart(
    name: "messages", title: "\"messages\"",
    keys: [
      .init("content_card", "a content card", of: .part(.contentCard)).distinctive,
      .init("android_push", "a push message for Android", of: .part(.androidPush)).distinctive,
      .init("apple_push", "a push message for Apple devices", of: .part(.applePush)).distinctive,
      .init("email", "an email", of: .part(.email)),
      .object("kindle_push", "a push message for Fire OS").distinctive,
      .object("web_push", "a push message for browsers").mark,
      .object("webhook", "a webhook"),
      .object("whats_app", "a WhatsApp message").mark,
      .init("sms", "a text message", of: .part(.sms)),
      .object("windows_phone8_push", "a push message for Windows Phone 8").distinctive,
      .object("windows_universal_push", "a push message for Windows").distinctive,
      .object("windows_push", "a push message for Windows Phone 8, in schedules").distinctive,
      .object("windows8_push", "a push message for Windows, in schedules").distinctive,
    ], misnomers: ["content_card": ["content_cards", "contentCard"]],
    advice: ["alert": "it belongs in \"apple_push\""], requirements: [someMessage])

  /// A body for `/campaigns/trigger/send`.
  static let trigger = trigger("trigger", "a body for /campaigns/trigger/send")
  /// A body for `/campaigns/trigger/schedule/create`.
  static let triggerSchedule = trigger(
    "trigger_schedule", "a body for /campaigns/trigger/schedule/create", [scheduleKey])

  private static func trigger(
    _ name: String, _ title: String, _ more: [RequestKey] = []
  ) -> RequestPart {
    RequestPart(
      name: name, title: title, isBody: true,
      keys: [
        .id("campaign_id", "the API-triggered campaign").required.mark, sendID,
        .init(
          "trigger_properties", "values for the campaign's Liquid, at most 50 KB",
          of: .object("trigger_properties")
        ).decisive,
        .boolean("broadcast", "whether to send to the whole segment of the campaign").mark,
        .object("audience", "a connected audience to send to"), recipients.mark,
        .init(
          "attachments", "files for an email; not with a broadcast",
          of: .list(of: .part(.attachment))),
        appGroupID, apiKey,
      ] + more,
      misnomers: [
        "trigger_properties": ["api_trigger_properties", "properties"],
        "recipients": ["external_user_ids", "user_aliases", "recipient"],
      ],
      misplaced: timesOfSchedule,
      advice: [
        "canvas_entry_properties": "a campaign has \"trigger_properties\"",
        "context": "a campaign has \"trigger_properties\"",
      ], requirements: triggerRequirements,
      checks: [
        { $0.checkRecipients(&$1) }, { $0.checkTriggerProperties(&$1) },
        { $0.checkCampaign(&$1) },
      ])
  }

  /// A body for `/campaigns/trigger/schedule/update`.
  static let triggerUpdate = RequestPart(
    name: "trigger_update", title: "a body for /campaigns/trigger/schedule/update", isBody: true,
    keys: [
      .id("campaign_id", "the API-triggered campaign").required.mark, scheduleID,
      .init("schedule", "when the campaign is sent instead", of: .part(.schedule)), apiKey,
    ])

  /// A body that enters users into a Canvas; only its recipients are checked.
  static let canvas = RequestPart(
    name: "canvas", title: "a body for a Canvas", isBody: true, isOpen: true,
    keys: [
      .id("canvas_id", "the Canvas").required.mark,
      .object("canvas_entry_properties", "values for the Canvas").distinctive,
      .object("context", "values for the Canvas"),
      .boolean("broadcast", "whether to enter the whole segment of the Canvas").mark,
      recipients.mark,
    ], misnomers: ["recipients": ["recipient"]], checks: [{ $0.checkCanvas(&$1) }])
  /// A body that sends a transactional campaign; only its recipient is checked.
  static let transactional = RequestPart(
    name: "transactional", title: "a body for a transactional campaign", isBody: true,
    isOpen: true,
    keys: [
      .id("external_send_id", "the id that makes a repeated request harmless").distinctive,
      .init("recipient", "the user to send to", of: .part(.recipient)).required.mark,
    ])

  /// The scheduled time of a message.
  static let schedule = RequestPart(
    name: "schedule", title: "a schedule",
    keys: [
      .init("time", "the time", of: .time(), bounds: .requestScheduleTime).required,
      .boolean("in_local_time", "whether the time is each user's local time").mark,
      .boolean("at_optimal_time", "whether to use each user's best time of that day").mark,
    ], misnomers: ["time": ["send_at", "at"], "in_local_time": ["local_time"]],
    checks: [{ $0.checkSchedule(&$1) }])

  /// One recipient in a body.
  static let recipient = RequestPart(
    name: "recipient", title: "a recipient",
    keys: [
      .id("external_user_id", "the user by external id").distinctive,
      .init("user_alias", "the user by an alias", of: .part(.userAlias)).distinctive,
      .id("braze_id", "the user by Braze's own id").distinctive,
      .text("email", "the user by email address; needs prioritization"),
      .init(
        "prioritization", "which of several profiles gets the message", of: .list(of: .text())),
      .init(
        "trigger_properties", "values for this user, in place of the request's",
        of: .object("trigger_properties")
      ).distinctive,
      .object("canvas_entry_properties", "values for a Canvas").distinctive,
      .object("context", "values for a Canvas"),
      .boolean("send_to_existing_only", "whether to skip unknown users; true by default")
        .distinctive,
      .object("attributes", "attributes that are set before the message is sent"),
    ],
    misnomers: [
      "external_user_id": ["external_id", "user_id"],
      "trigger_properties": ["properties", "api_trigger_properties"],
    ], requirements: recipientRequirements, checks: [{ $0.checkTriggerProperties(&$1) }])

  /// A user alias.
  static let userAlias = RequestPart(
    name: "user_alias", title: "a user alias",
    keys: [
      .id("alias_name", "the alias").required.distinctive,
      .text("alias_label", "the kind of alias").required.distinctive,
    ], misnomers: ["alias_name": ["name"], "alias_label": ["label"]])

  /// A body for `/users/track`.
  static let usersTrack = RequestPart(
    name: "users_track", title: "a body for /users/track", isBody: true,
    keys: [
      list(of: .attributes, "attributes", "attributes of users"),
      list(of: .event, "events", "custom events"), list(of: .purchase, "purchases", "purchases"),
      .text("partner", "the partner that sends the request"), appGroupID, apiKey,
    ], misnomers: ["events": ["event"], "purchases": ["purchase"], "attributes": ["attribute"]],
    advice: Dictionary(
      uniqueKeysWithValues: trackedUsers.map {
        ("\($0)", "it belongs in each attribute, event and purchase")
      }), requirements: [someRecord], checks: [{ $0.checkTotal(&$1) }])

  private static func list(
    of part: RequestPart, _ name: StaticString, _ summary: String
  ) -> RequestKey {
    RequestKey(
      name, summary, of: .list(of: .part(part), max: trackedLimit), bounds: .trackObjectsTooMany)
  }

  /// One custom event in a `/users/track` body.
  static let event = tracked(
    "event", "an event",
    [
      .init(
        "name", "the name of the event, at most 255 characters", of: .text(max: textLimit),
        bounds: .trackNameTooLong
      ).required
    ])
  /// One purchase in a `/users/track` body.
  static let purchase = tracked(
    "purchase", "a purchase",
    [
      .init(
        "product_id", "the product, at most 255 characters", of: .id(max: textLimit),
        bounds: .trackNameTooLong
      ).required,
      .text("currency", "the currency, by its ISO 4217 code").required,
      .init("price", "the price of one, in the currency's unit", of: .number).required,
      .init(
        "quantity", "the number of products, 1 to 100; 1 by default", of: .integer(1...100),
        bounds: .trackQuantityInvalid),
    ])

  /// Creates an event or a purchase: its own keys between the shared ones.
  private static func tracked(_ name: String, _ title: String, _ own: [RequestKey]) -> RequestPart {
    // A purchase has no name.
    let misnomers: KeyValuePairs<String, [String]> =
      name == "event"
      ? [
        "external_id": userMisnomers, "name": ["event_name", "event"], "time": ["timestamp"],
        "properties": ["event_properties"],
      ]
      : [
        "external_id": userMisnomers, "time": ["timestamp"], "properties": ["event_properties"],
      ]
    return RequestPart(
      name: name, title: title,
      keys: userKeys + [.id("app_id", "the app that the \(name) belongs to")] + own + [
        .init(
          "time", "when it happened", of: .time(isTracked: true), bounds: .trackTimeInvalid
        ).required,
        .init(
          "properties", "the properties of the \(name), at most 100 KB",
          of: .object("\(name)_properties")),
      ],
      misnomers: misnomers, marks: ["external_user_id"], requirements: [oneTrackedUser],
      checks: [{ $0.checkUser(&$1) }, { $0.checkEvent(&$1) }])
  }

  private static let userMisnomers = ["external_user_id", "user_id"]

  /// The attributes of one user in a `/users/track` body.
  static let attributes = RequestPart(
    name: "attributes", title: "a set of attributes", isOpen: true,
    keys: userKeys + [
      .boolean(
        "push_token_import",
        "whether push tokens of unknown users are imported; then without external_id and braze_id"
      ).distinctive,
      .init("push_tokens", "push tokens, each with app_id and token", of: .list(of: .object()))
        .mark,
    ], misnomers: ["external_id": ["external_user_id"]], marks: ["external_user_id"],
    requirements: importRequirements + [oneTrackedUser], checks: [{ $0.checkUser(&$1) }])
}

// Keys and limits that several objects share.
extension RequestPart {
  private static let apiKey = RequestKey.text(
    "api_key", "the key of the REST API, which belongs in the header of the request")
  private static let appGroupID = RequestKey.text("app_group_id", "the workspace, in old requests")
    .mark
  private static let sendID = RequestKey.id(
    "send_id", "the send that the messages are counted under"
  ).mark
  private static let scheduleID = RequestKey.id("schedule_id", "the schedule that is changed")
    .required.mark
  private static let scheduleKey =
    RequestKey("schedule", "when the message is sent", of: .part(.schedule)).required
  /// Keys of a schedule that are written next to it, as in the first versions of the API.
  private static let timesOfSchedule: [String: (holder: StaticString, key: StaticString)] = [
    "send_at": ("schedule", "time"), "in_local_time": ("schedule", "in_local_time"),
    "deliver_in_local_timezone": ("schedule", "in_local_time"),
    "at_optimal_time": ("schedule", "at_optimal_time"),
  ]
  private static let recipients = RequestKey(
    "recipients", "the users to send to, at most 50",
    of: .list(of: .part(.recipient), max: recipientLimit))

  private static let userKeys: [RequestKey] = [
    .id("external_id", "the user by external id").distinctive,
    .init("user_alias", "the user by an alias", of: .part(.userAlias)).distinctive,
    .id("braze_id", "the user by Braze's own id").distinctive,
    .text("email", "the user by email address").distinctive,
    .text("phone", "the user by phone number").distinctive,
    .boolean("_update_existing_only", "whether to skip unknown users; false by default")
      .distinctive,
  ]

  /// The lists of a body for `/users/track`.
  static let trackedLists: [StaticString] = ["attributes", "events", "purchases"]
  /// The types of REST content cards.
  static let cardTypes = ["CLASSIC", "CAPTIONED_IMAGE", "BANNER"]
  /// The maximum number of recipients per request.
  static let recipientLimit = 50
  /// The maximum number of objects of each kind in a `/users/track` body.
  static let trackedLimit = 75
  /// The maximum length of a name or text in `/users/track`, in characters.
  static let textLimit = 255
  /// The allowed TTL of a REST content card, in seconds.
  static let timeToLive: ClosedRange<Int64> = 1...2_592_000
}
