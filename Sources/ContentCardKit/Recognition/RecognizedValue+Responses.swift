import CardJSON

// Recognizing responses of the REST API.
extension RecognizedValue {
  /// Whether the object is a response of the REST API, or a data point of one.
  ///
  /// Source: the examples at https://www.braze.com/docs/api/endpoints/.
  static func isResponse(_ keys: ObjectKeys) -> Bool {
    if keys.hasAny(responseMarks) || responseLists.contains(where: { $0.isIn(keys) }) {
      return true
    }
    if keys.kind("time") == .string, keys.hasAny(["conversions", "revenue"]) { return true }
    // In an export, each message has a channel.
    let messages = keys.object("messages")?.members ?? keys.objects("messages")
    if messages.contains(where: { $0.has("channel") }) { return true }
    guard let message = keys.text("message") else {
      return keys.isOnly(["error"]) && keys.kind("error") == .string
    }
    return message == "success" ? isSuccess(keys) : isFailure(keys)
  }

  /// Whether an object with the message "success" is a response, and not a wrapper of cards.
  private static func isSuccess(_ keys: ObjectKeys) -> Bool {
    // If it is a wrapper, `data` may contain cards.
    guard keys.has("data") else { return !keys.hasAny(["id", "title", "type", "content_cards"]) }
    if let data = keys.object("data") { return data.hasAny(["stats", "total_stats"]) }
    guard let point = keys.objects("data").first else { return false }
    return point.kind("time") == .string && !point.has("id") || isResponse(point)
  }

  /// Whether an object with another message is a response.
  private static func isFailure(_ keys: ObjectKeys) -> Bool {
    keys.isOnly(["message"]) || keys.isOnly(["message", "retry_after"])
      || keys.kind("errors") == .array && keys.isOnly(["message", "errors"])
  }

  /// Keys that only responses have.
  private static let responseMarks: [StaticString] = [
    "dispatch_id", "attributes_processed", "events_processed", "purchases_processed",
    "scheduled_broadcasts", "feature_flags", "conversion_behaviors", "first_sent", "first_entry",
    "unique_recipients", "conversions_by_send_time", "preference_centers",
    "preference_center_url", "new_assets",
  ]

  /// A list in responses whose elements have a key that only Braze uses.
  private struct ResponseList {
    let list: StaticString
    let key: StaticString

    init(_ list: StaticString, of key: StaticString) { (self.list, self.key) = (list, key) }

    func isIn(_ keys: ObjectKeys) -> Bool { keys.objects(list).first?.has(key) ?? false }
  }

  private static let responseLists = [
    ResponseList("attributes", of: "data_type"),
    ResponseList("events", of: "included_in_analytics_report"),
    ResponseList("campaigns", of: "is_api_campaign"),
    ResponseList("segments", of: "analytics_tracking_enabled"),
    ResponseList("templates", of: "email_template_id"),
    ResponseList("content_blocks", of: "content_block_id"),
    ResponseList("users", of: "braze_id"), ResponseList("locales", of: "locale_key"),
    ResponseList("translations", of: "translation_map"),
    ResponseList("keys", of: "rsa_public_key"),
  ]
}
