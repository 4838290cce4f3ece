import CardJSON

/// A body of Braze's API, or of an SDK, in which no content card is: what it is, by its keys.
///
/// Such bodies lie beside those that are checked. They are recognised, so that nobody is told that
/// they are broken cards. Sources: https://www.braze.com/docs/api/endpoints/, and the requests that
/// SDKs send.
extension RequestKeys {
  /// What the body is, in words that follow "this is"; nil for one that is none of these.
  var uncheckedBody: String? {
    if isOfCurrents { return "an event of Currents" }
    if isOfJournal { return "an event of a journal" }
    if kind("canvas_id") == .string { return "a body for a Canvas" }
    if has("external_send_id") || kind("recipient") == .object && !has("campaign_id") {
      return "a body for a transactional campaign"
    }
    if isOfSDK { return "a request of an SDK" }
    if hasAny([
      "dispatch_id", "attributes_processed", "events_processed", "scheduled_broadcasts",
      "feature_flags",
    ]) {
      return "an answer of the API"
    }
    if hasAny(["schedule_type", "conversion_behaviors", "first_sent"]) || hasChannels {
      return "an answer with a campaign's details"
    }
    if areOfAnswer { return "an answer of the API" }
    if areOfCatalog { return "a body for /catalogs" }
    if areOfDataObjects { return "a body for /data_objects" }
    if let whole = RequestKeys.wholes.first(where: { isOnly($0.keys) }) { return whole.name }
    if kind("name") == .string, kind("content") == .string,
      hasAny(["state", "tags"])
    {
      return "a body for /content_blocks"
    }
    return RequestKeys.endpoints.first { has($0.key) }.map { "a body for \($0.endpoint)" }
      ?? (isListOfUsers ? "a body about users" : nil)
  }

  /// All keys of bodies that have no others.
  private static let wholes: [(keys: [StaticString], name: String)] = [
    (["campaign_id", "send_id"], "a body for /sends/id/create"),
    (["email", "subscription_state"], "a body for /email/status"),
    (["email"], "a body about an email address"), (["fields"], "a body for /catalogs"),
    (["name", "content"], "a body for /content_blocks"),
    (["campaign_id", "name"], "a body for /campaigns/duplicate"),
    (["app_id", "key_id"], "a body for /app_group/sdk_authentication"),
    (["last_full_sync_at", "last_card_updated_at"], "a request of an SDK"),
    (["schedule_id"], "a body that deletes a schedule"),
    (["campaign_id", "schedule_id"], "a body that deletes a schedule"),
  ]

  /// Keys that only one endpoint has.
  private static let endpoints: [(key: StaticString, endpoint: String)] = [
    ("aliases_to_identify", "/users/identify"), ("emails_to_identify", "/users/identify"),
    ("phone_numbers_to_identify", "/users/identify"), ("merge_updates", "/users/merge"),
    ("alias_updates", "/users/alias/update"),
    ("external_id_renames", "/users/external_ids/rename"),
    ("fields_to_export", "/users/export"), ("callback_endpoint", "/users/export"),
    ("subscription_group_id", "/subscription"), ("subscription_groups", "/subscription"),
    ("activity_id", "/messages/live_activity"), ("selection", "/catalogs"),
    ("template_name", "/templates/email"), ("email_template_id", "/templates/email"),
    ("activity_attributes_type", "/messages/live_activity"), ("catalogs", "/catalogs"),
    ("asset_url", "/media_library"), ("preference_center_page_html", "/preference_center"),
    ("rsa_public_key_str", "/app_group/sdk_authentication"), ("userName", "/scim"),
    ("content_block_id", "/content_blocks"), ("tag_names", "/campaigns/duplicate"),
    ("cohort_id", "/partners/cohorts"), ("rel_kind", "/data_objects"),
    ("data_object", "/data_objects"),
  ]
}

extension RequestKeys {
  /// Whether the object has these keys and no others.
  func isOnly(_ names: [StaticString]) -> Bool {
    var count = 0
    document.forEachMember(of: node) { _, _ in count += 1 }
    return count == names.count && names.allSatisfy(has)
  }

  /// A message alone or with errors, or one of success without a key of an answer to a sync.
  var areOfAnswer: Bool {
    guard let message = document.member("message", .string, of: node) else { return false }
    guard document.text(message, equals: ByteView("success")) else {
      return isOnly(["message"]) || kind("errors") == .array
    }
    var isOfSync = false
    var name = ByteBuffer()
    document.forEachMember(of: node) { key, _ in
      name.removeAll()
      name.append(lowercased: document.content(key))
      let words = [ByteView("card"), ByteView("sync")]
      if words.contains(where: { name.view.firstIndex(of: $0) != nil }) { isOfSync = true }
    }
    return !isOfSync && (!has("data") || areOfSeries)
  }

  /// What an SDK asks for cards or tells of events: a device or a version beside the app's key; or
  /// one of these events, as the Event User Log lists them.
  var isOfSDK: Bool {
    let isSync = hasAny(["last_full_sync_at", "last_card_updated_at"])
    let isData = kind("events") == .array
    return (isSync || isData) && hasAny(["sdk_version", "device_id", "sdk_metadata"])
      || has("session_id") && kind("name") == .string && kind("time") == .number
  }

  /// An event that Currents streams, in any of its forms, or a list of them.
  ///
  /// Source: https://github.com/Appboy/currents-examples.
  var isOfCurrents: Bool {
    if let events = document.member("events", .array, of: node) {
      return document.kind(events + 1) == .object && RequestKeys(document, events + 1).isOfCurrents
    }
    guard kind("time") == .number else { return false }
    return hasAny(["content_card_id", "abort_type"])
      || document.member(ByteView("event_type"), of: node).map(document.string)?
        .hasPrefix("users.") ?? false
  }

  /// An event of cardctl's own journal.
  var isOfJournal: Bool { kind("card_id") == .string && kind("event") == .string }

  /// What the API counted, day by day, or of a Canvas.
  var areOfSeries: Bool {
    guard let data = document.member(ByteView("data"), of: node) else { return false }
    switch document.kind(data) {
    case .object: return kind("stats", of: data) != nil || kind("total_stats", of: data) != nil
    case .array:
      let first = data + 1
      return document.kind(first) == .object && kind("time", of: first) == .string
        && kind("id", of: first) == nil
    default: return false
    }
  }

  /// Items of a catalog: each has an id as a card has, and nothing says that it is one.
  var areOfCatalog: Bool {
    guard isOnly(["items"]), let items = document.member("items", .array, of: node),
      document.kind(items + 1) == .object
    else { return false }
    let item = RequestKeys(document, items + 1)
    return item.kind("id") == .string
      && !item.hasAny(["tp", "type", "ca", "created", "e", "extras"])
  }

  /// A data object, with an id as a user has, or several with their types.
  var areOfDataObjects: Bool {
    guard let records = document.member(ByteView("records"), of: node) else {
      return kind("attributes") == .object && isOnly(["external_id", "attributes"])
    }
    return document.kind(records) == .array && document.kind(records + 1) == .object
      && kind("type_name", of: records + 1) != nil
  }

  /// Whether the messages are those of an export: each has its channel, and none is for a channel.
  var hasChannels: Bool {
    guard let messages = document.member(ByteView("messages"), of: node),
      !RequestPart.messages.keys.contains(where: { kind($0.name, of: messages) != nil })
    else { return false }
    var hasChannels = false
    func look(at message: Int) {
      if document.member(ByteView("channel"), of: message) != nil { hasChannels = true }
    }
    document.forEachElement(of: messages, look)
    if document.kind(messages) == .object {
      document.forEachMember(of: messages) { _, message in look(at: message) }
    }
    return hasChannels
  }

  /// Lists of users, and nothing that is sent to them.
  var isListOfUsers: Bool {
    let lists: [StaticString] = [
      "user_aliases", "external_ids", "braze_ids", "email_addresses", "phone_numbers",
    ]
    guard lists.contains(where: { kind($0) == .array }) else { return false }
    return !hasAny([
      "messages", "message", "broadcast", "segment_id", "audience", "external_user_ids",
      "content_card", "trigger_properties", "campaign_id",
    ])
  }
}
