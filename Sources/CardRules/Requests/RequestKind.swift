import CardJSON
import ContentCardKit

/// What a JSON value is that holds no cards, or a card that is not sent yet.
package enum RequestKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// The `content_card` messaging object of the REST API, alone.
  case contentCard = "rest"
  /// A body for `/messages/send`, or that schedules what such a body sends.
  case messagesSend = "messages-send"
  /// A body for `/campaigns/trigger/send`, or that schedules what such a body sends.
  case trigger
  /// A body for `/users/track`.
  case usersTrack = "users-track"
  /// A registry of class types.
  case registry
  /// A `.cardctl.json`.
  case configuration
  /// A body of Braze's for which there are no rules.
  case unchecked
  /// A baseline or a report of cardctl's own, in which there is nothing to check.
  case report

  /// The name of a configuration file.
  package static let configurationName = ".cardctl.json"
}

extension RequestKind {
  /// Whether the kind is the body of a request, not only a card or a file of cardctl's.
  var isBody: Bool {
    switch self {
    case .messagesSend, .trigger, .usersTrack: true
    case .contentCard, .registry, .configuration, .unchecked, .report: false
    }
  }

  /// The kind of the value `node`; nil when it is none of them.
  ///
  /// Decided by the keys, so that a body with mistakes is still known for what it is. Cards come
  /// first: what has a card's id is never a request.
  ///
  /// - Parameter fileName: the last component of the file's path, if there is a file.
  package init?(_ document: JSONDocument, _ node: Int = 0, fileName: String? = nil) {
    if fileName == RequestKind.configurationName {
      self = .configuration
      return
    }
    guard document.kind(node) == .object else { return nil }
    let keys = RequestKeys(document, node)
    guard !keys.isCard || keys.isOfCurrents || keys.isOfJournal else { return nil }
    if let other = OtherMessage(document, node), other != .syncRequest { return nil }
    guard let kind = RequestKind.signs.first(where: { $0.holds(keys) })?.kind else { return nil }
    self = kind
  }

  /// What objects of each kind are known by; the first that holds decides.
  private static let signs: [(holds: @Sendable (RequestKeys) -> Bool, kind: RequestKind)] = [
    ({ $0.isReport }, .report),
    ({ $0.hasMessages }, .messagesSend),
    ({ $0.hasRecipients }, .trigger),
    ({ $0.hasTrackedObjects }, .usersTrack),
    ({ $0.uncheckedBody != nil }, .unchecked),
    ({ $0.isMessagesSend }, .messagesSend),
    ({ $0.isTrigger }, .trigger),
    ({ $0.isUsersTrack }, .usersTrack),
    ({ $0.isUser }, .unchecked),
    ({ $0.isConfiguration }, .configuration),
    ({ $0.kind("classes") == .object }, .registry),
    ({ $0.isContentCard }, .contentCard),
  ]
}

/// The keys of an object that may be a request.
struct RequestKeys {
  let document: JSONDocument
  let node: Int

  init(_ document: JSONDocument, _ node: Int) {
    self.document = document
    self.node = node
  }

  /// What the value of a key is; nil when there is no such key.
  func kind(_ name: StaticString, of object: Int? = nil) -> JSONKind? {
    document.member(ByteView(name), of: object ?? node).map { document.kind($0) }
  }

  /// Whether there is such a key.
  func has(_ name: StaticString) -> Bool { kind(name) != nil }

  /// Whether there is one of these keys.
  func hasAny(_ names: [StaticString]) -> Bool { names.contains { has($0) } }

  /// A list of findings, with the version of a baseline or the counts of a report.
  var isReport: Bool {
    kind("findings") == .array && (kind("version") == .number || kind("summary") == .object)
  }

  /// Whether this is a delivered card, an envelope of cards or an event.
  var isCard: Bool {
    hasAny(["tp", "id", "idString", "content_card_id", "event_type"])
      || CardsKey.allCases.contains { kind($0.name) == .array }
  }

  /// A map of messages with a channel in it.
  ///
  /// The export of a campaign has `messages` too, by the ids of its variations.
  var hasMessages: Bool {
    guard let messages = document.member("messages", .object, of: node) else { return false }
    return RequestPart.messages.keys.contains { kind($0.name, of: messages) != nil }
  }

  /// A campaign and a list of those it is sent to.
  var hasRecipients: Bool { has("campaign_id") && kind("recipients") == .array }

  /// A list of what users did or are that says which users.
  var hasTrackedObjects: Bool {
    !isOfCurrents && RequestKeys.trackedLists.contains { namesUser(in: $0) }
  }

  /// A map of messages that names its users, or one of the keys that only this endpoint has.
  var isMessagesSend: Bool {
    if kind("messages") == .object {
      return hasAny([
        "external_user_ids", "user_aliases", "segment_id", "recipient_subscription_state",
        "broadcast", "schedule_id", "schedule",
      ])
    }
    guard !has("trigger_properties"), kind("recipients") != .array else { return false }
    let isMeant = has("messages") || kind("content_card") == .object
    return hasAny([
      "external_user_ids", "recipient_subscription_state", "segment_id",
      "override_frequency_capping", "override_messaging_limits",
    ]) || has("schedule_id") && !has("campaign_id")
      || isMeant && hasAny(["broadcast", "user_aliases", "audience"])
  }

  var isTrigger: Bool {
    if kind("trigger_properties") != nil || kind("recipients") == .array { return true }
    guard has("campaign_id") else { return false }
    return hasAny([
      "broadcast", "audience", "schedule", "schedule_id", "recipient", "recipients",
      "user_aliases",
    ])
      || document.next(node) == node + (has("$schema") ? 6 : 4)
  }

  /// Arrays of events, attributes or purchases, or one of these without its array.
  var isUsersTrack: Bool {
    RequestKeys.trackedLists.contains { list in
      guard let value = document.member(ByteView(list), of: node) else { return false }
      return document.kind(value) == .array || namesUser(at: value)
    }
  }

  /// The arrays of a body for /users/track.
  static let trackedLists: [StaticString] = ["attributes", "events", "purchases"]

  /// What stands in a list of such a body or in an export of users, alone: it has an image of its
  /// own, as a card has, but no type.
  var isUser: Bool { namesUser(at: node) && !has("type") }

  /// At least half of the keys are a configuration's, and not only `classes`.
  var isConfiguration: Bool {
    var known = 0
    var all = 0
    document.forEachMember(of: node) { key, _ in
      all += 1
      let name = document.string(key)
      if ConfigurationKey(rawValue: name) != nil, name != ConfigurationKey.classes.rawValue {
        known += 1
      }
    }
    if kind("classes") != nil { all -= 1 }
    if kind("$schema") != nil { all -= 1 }
    return known > 0 && known * 2 >= all
  }

  /// A key is there that only the API has, or the type is one of the API's or nearly one, and
  /// nothing says that the card was delivered.
  var isContentCard: Bool {
    let own: [StaticString] = [
      "time_to_live", "expire_at", "expire_in_local_time", "image_url", "ios_uri", "android_uri",
      "web_uri", "ios_use_webview", "android_use_webview", "uri_text",
    ]
    if hasAny(own) { return true }
    guard let type = document.member("type", .string, of: node) else { return false }
    let name = document.string(type)
    if RequestPart.cardTypes.contains(name) { return true }
    let delivered: [StaticString] = [
      "created", "updated", "viewed", "isControl", "openURLInWebView", "open_url_in_webview",
      "cardDescription", "imageAspectRatio",
    ]
    return RestTypeUnknown.correctName(for: name) != nil && !hasAny(delivered)
  }
}
