/// The names that people write for the API's keys: those of the SDKs, of other endpoints, and what
/// client libraries got wrong.
extension RequestPart {
  /// The right key for a wrong one; nil when `name` is no known mistake.
  func correctName(for name: String) -> String? {
    corrections.first { $0.0 == name }?.1
  }

  /// The names that are known mistakes, each with the right key.
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
