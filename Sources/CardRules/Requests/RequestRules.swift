import CardProcessing
import CardJSON

// The rules for all requests.
extension Rule {
  static let requestKeyMissing = Rule(
    id: "request/key-missing", severity: .error, source: PublicPage.api,
    summary: "require the keys that the API requires, with values",
    reason: "The API refuses the request, or the object in it, and nothing is sent or recorded.",
    bad: #"⟦{"recipients":[{"external_user_id":"example-user-1"}]}⟧"#,
    good:
      #"{"campaign_id":"example-campaign","recipients":[{"external_user_id":"example-user-1"}]}"#)

  static let requestKeyMisnamed = Rule(
    id: "request/key-misnamed", severity: .error, source: PublicPage.contentCardObject,
    traits: .fixed,
    summary: "require the API's names of keys, not those of an SDK or another endpoint",
    reason: "The API ignores unknown keys: a card whose key-value pairs are under \"extras\" "
      + "arrives without them, has no class type, and the app cannot show it.",
    bad: .restCard(#"⟦"extras"⟧:{"class_type":"group"}"#), right: #""extra""#)

  static let requestKeyUnknown = Rule(
    id: "request/key-unknown", severity: .warning, source: PublicPage.api,
    summary: "disallow keys that the API does not document",
    reason: "The API silently ignores unknown keys, so the value has no effect.",
    bad: .restCard(#"⟦"pined"⟧:true"#), right: #""pinned""#)

  static let requestValueType = Rule(
    id: "request/value-type", severity: .error, source: PublicPage.api, traits: .fixed,
    exceptions: [.warning: "for ids that are numbers, which the API accepts"],
    summary: "require the types that the API documents",
    reason: "The API refuses a value of another type, such as \"true\" for true, or treats it as "
      + "absent.",
    bad: .restCard(#""pinned":⟦"true"⟧"#), right: "true")

  static let requestValueEmpty = Rule(
    id: "request/value-empty", severity: .warning, source: PublicPage.api,
    summary: "disallow empty ids and states",
    reason: "The API refuses an empty id, or treats it as absent and counts the message nowhere. "
      + "Omit the key instead.",
    bad: .campaign(#""send_id":⟦""⟧,"recipients":[{"external_user_id":"example-user-1"}]"#),
    good: .campaign(#""recipients":[{"external_user_id":"example-user-1"}]"#))

  static let requestNotChecked = Rule(
    id: "request/not-checked", severity: .info, source: PublicPage.api,
    summary: "a body is for an endpoint that sends content cards or records events",
    reason: "Braze's API has many other endpoints, without content cards. cardctl recognizes their "
      + "bodies, so that they are not treated as broken cards, and skips them.",
    bad: #"⟦{"canvas_id":"c","recipients":[{"external_user_id":"example-user-1"}]}⟧"#,
    good: .campaign(#""recipients":[{"external_user_id":"example-user-1"}]"#))

  static let requestAPIKey = Rule(
    id: "request/api-key", severity: .warning, source: PublicPage.api,
    summary: "require the key of the REST API in the header of a request, not in its body",
    reason: "The key is a secret: a reader of the file can send messages to all users. Braze "
      + "expects it in the header \"Authorization\", and will refuse bodies that contain it.",
    bad: #"{⟦"api_key"⟧:"example-key","campaign_id":"c","broadcast":true}"#,
    good: .campaign(#""broadcast":true"#))

  static let requestUserUnnamed = Rule(
    id: "request/user-unnamed", severity: .error, source: PublicPage.recipientObject,
    summary: "require a user in a recipient, event, purchase or set of attributes",
    reason: "The API refuses an object without a user. An unnamed recipient gets no card, and an "
      + "event without a user is lost.",
    bad: .campaign(#""recipients":[⟦{"trigger_properties":{"name":"Ada"}}⟧]"#),
    right: #"{"external_user_id":"example-user-1"}"#)

  static let requestUserNamedTwice = Rule(
    id: "request/user-named-twice", severity: .error, source: PublicPage.recipientObject,
    summary: "disallow two names of a user in a recipient, event, purchase or set of attributes",
    reason: "The API refuses an object that names a user twice, because the two may differ.",
    bad: .recipient(#"⟦"user_alias"⟧:{"alias_name":"example","alias_label":"device"}"#),
    good: .recipient(#""send_to_existing_only":true"#))

  static let requestRecipientsMissing = Rule(
    id: "request/recipients-missing", severity: .warning, source: PublicPage.triggerSend,
    summary: "require recipients or \"broadcast\": true in a request to send",
    reason: "Without recipients the API refuses the request unless \"broadcast\" is true, so that "
      + "a message is not sent to all users by accident.",
    bad: #"⟦{"campaign_id":"example-campaign","trigger_properties":{"name":"Ada"}}⟧"#,
    good: #"{"campaign_id":"example-campaign","broadcast":true}"#)

  static let requestRecipientsTooMany = Rule(
    id: "request/recipients-too-many", severity: .error, source: PublicPage.triggerSend,
    summary: "disallow more than 50 users in a request to send",
    reason: "The API refuses the whole request, so no user gets the message.",
    bad: .campaign(#""recipients":[\#(recipients(50)),⟦{"external_user_id":"example"}⟧]"#),
    good: .campaign(#""recipients":[\#(recipients(50))]"#))

  static let requestRecipientRepeated = Rule(
    id: "request/recipient-repeated", severity: .warning, source: PublicPage.recipientObject,
    summary: "disallow duplicate users in a request",
    reason: "Braze sends one message to a user who is named twice, with the properties of one of "
      + "the entries.",
    bad: .campaign(#""recipients":[{"external_user_id":"u"},{"external_user_id":⟦"u"⟧}]"#),
    right: #""v""#)

  static let requestBroadcastWithRecipients = Rule(
    id: "request/broadcast-with-recipients", severity: .error, source: PublicPage.triggerSend,
    summary: "disallow recipients together with \"broadcast\": true",
    reason: "The API refuses such a request. Without the recipients, the whole segment would get "
      + "the message.",
    bad: .campaign(#""broadcast":⟦true⟧,"recipients":[{"external_user_id":"u"}]"#),
    good: .campaign(#""recipients":[{"external_user_id":"example-user-1"}]"#))

  static let requestVariationUnpaired = Rule(
    id: "request/variation-unpaired", severity: .warning, source: PublicPage.errors,
    exceptions: [.info: "for a variation without a campaign"],
    summary: "require \"campaign_id\" and \"message_variation_id\" together",
    reason: "Braze documents that it refuses a request with a campaign whose message names no "
      + "variation of it (400, Message Variant Unspecified). A variation without a campaign has no "
      + "effect.",
    bad: #"""
      {"external_user_ids":["example-user-1"],"campaign_id":⟦"example-campaign"⟧,
      "messages":{"content_card":{"type":"CLASSIC","title":"Hi","description":"There",
      "time_to_live":3600}}}
      """#,
    good: #"""
      {"external_user_ids":["example-user-1"],"campaign_id":"example-campaign",
      "messages":{"content_card":{"type":"CLASSIC","title":"Hi","description":"There",
      "message_variation_id":"example-variation","time_to_live":3600}}}
      """#)

  static let requestClassTypeLiquid = Rule(
    id: "request/class-type-liquid", severity: .error, source: PublicPage.guide,
    summary: "disallow Liquid in the class type of a request",
    reason: "The class type decides the object of a card, and its extras are written for that "
      + "object. A class type that is rendered per user can be empty or misspelled, or not match "
      + "the extras.",
    bad: .recipient(#""trigger_properties":{"class_type":⟦"{{custom_attribute.${kind}}}"⟧}"#),
    right: #""home_tile","name":"{{${first_name}}}""#)

  static let requestScheduleTime = Rule(
    id: "request/schedule-time", severity: .error, source: PublicPage.scheduleObject,
    exceptions: [.info: "for a time zone that is not used"],
    summary: "require an ISO 8601 time in schedules",
    reason: "The API refuses a schedule whose time it cannot read, and nothing is sent. With "
      + "\"in_local_time\" or \"at_optimal_time\" Braze asks for a time without a time zone.",
    bad: .campaign(#""schedule_id":"s","schedule":{"time":⟦"tomorrow at noon"⟧}"#),
    right: #""2026-11-21T10:00:00Z""#)

  static let requestSchedulePast = Rule(
    id: "request/schedule-past", severity: .warning, source: PublicPage.scheduleObject,
    traits: .clock, summary: "disallow schedules in the past",
    reason: "The API refuses a schedule whose time has passed, and nothing is sent.",
    bad: .campaign(
      #""schedule_id":"s","schedule":{"time":⟦"2026-11-20T10:00:00Z"⟧}"#, .noonOfAnExample),
    right: #""2026-11-22T10:00:00Z""#)

  static let requestAttachmentName = Rule(
    id: "request/attachment-name", severity: .warning, source: PublicPage.triggerSend,
    summary: "disallow extensions in the names of attachments",
    reason: "Braze adds the extension of the file behind the URL: with one in the name users get a "
      + "file such as ticket.pdf.pdf.",
    bad: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}],
      "attachments":[{"file_name":⟦"ticket.pdf"⟧,"url":"https://example.com/ticket.pdf"}]}
      """#,
    right: #""ticket""#)

  static let triggerPropertiesTooLarge = Rule(
    id: "trigger/properties-too-large", severity: .error, source: PublicPage.triggerProperties,
    summary: "disallow more than 50 KB of \"trigger_properties\"",
    reason: "The API refuses the request, so no user gets the message.",
    bad: .campaign(#""broadcast":true,"trigger_properties":⟦{"text":"\#(letters(50 * 1024))"}⟧"#),
    good: .campaign(#""broadcast":true,"trigger_properties":{"text":"short"}"#))

  static let triggerNewUserIncomplete = Rule(
    id: "trigger/new-user-incomplete", severity: .error, source: PublicPage.recipientObject,
    exceptions: [.warning: "for true together with an alias"],
    summary: "require \"attributes\" and an external id with \"send_to_existing_only\": false",
    reason: "Braze creates a user only from attributes, and never for an alias. The API refuses "
      + "such a recipient.",
    bad: .recipient(#""send_to_existing_only":⟦false⟧"#),
    right: #"false,"attributes":{"first_name":"Ada"}"#)

  static let triggerPrioritizationMissing = Rule(
    id: "trigger/prioritization-missing", severity: .error, source: PublicPage.recipientObject,
    summary: "require \"prioritization\" in a recipient that is named by \"email\"",
    reason: "Several profiles may have the email address. The API refuses a recipient without "
      + "\"prioritization\".",
    bad: .campaign(#""recipients":[{"email":⟦"ada@example.com"⟧}]"#),
    right: #""ada@example.com","prioritization":["identified","most_recently_updated"]"#)

  static let triggerAttachmentsBroadcast = Rule(
    id: "trigger/attachments-broadcast", severity: .error, source: PublicPage.triggerSend,
    summary: "disallow \"attachments\" together with \"broadcast\": true",
    reason: "The API accepts attachments only for named recipients, and refuses the request.",
    bad: #"""
      {"campaign_id":"c","broadcast":true,
      ⟦"attachments"⟧:[{"file_name":"a","url":"https://example.com/a.pdf"}]}
      """#,
    good: #"""
      {"campaign_id":"c","recipients":[{"external_user_id":"example-user-1"}],
      "attachments":[{"file_name":"a","url":"https://example.com/a.pdf"}]}
      """#)
}
