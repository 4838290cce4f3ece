import CardJSON

/// The numbers of the keys by which shapes are told apart; a byte each, since all of them are copied
/// for every card.
struct DetectionKeys: Sendable {
  let id, tp, cr, ca, ea, r: UInt8
  let classType, created, opensURL, type: UInt8
  let idString, viewed, clicked, isTest, openUrlInWebView: UInt8
  let openURLInWebView, cardDescription: UInt8
  let updated, imageUrl, linkText, description: UInt8
  let useWebview, categories, aspectRatio, domain: UInt8
  let message, messages, fullSync, lastFullSync, lastCardUpdated: UInt8

  init(_ numbers: inout KeyNumbers) {
    func key(_ name: String) -> UInt8 { UInt8(numbers.number(of: name)) }
    (id, tp) = (key("id"), key("tp"))
    (cr, ca) = (key("cr"), key("ca"))
    (ea, r) = (key("ea"), key("r"))
    (classType, created) = (key("class_type"), key("created"))
    (opensURL, type) = (key("open_url_in_webview"), key("type"))
    (idString, viewed) = (key("idString"), key("viewed"))
    (clicked, isTest) = (key("clicked"), key("isTest"))
    openUrlInWebView = key("openUrlInWebView")
    openURLInWebView = key("openURLInWebView")
    cardDescription = key("cardDescription")
    updated = key("updated")
    (imageUrl, linkText) = (key("imageUrl"), key("linkText"))
    description = key("description")
    (useWebview, categories) = (key("use_webview"), key("categories"))
    (aspectRatio, domain) = (key("aspect_ratio"), key("domain"))
    (message, fullSync) = (key("message"), key("full_sync"))
    messages = key("messages")
    lastFullSync = key("last_full_sync_at")
    lastCardUpdated = key("last_card_updated_at")
  }
}

extension DetectionKeys {
  /// The first shape that fits, in the order of `Shape.allCases`; nil when none does.
  func shape(of nodes: KeyNodes, in document: JSONDocument) -> Shape? {
    func has(_ key: UInt8) -> Bool { nodes[Int(key)] != 0 }
    func isString(_ key: UInt8) -> Bool {
      has(key) && document.kind(nodes[Int(key)]) == .string
    }
    func isText(_ key: UInt8, among names: PermanentTable<ByteView>) -> Bool {
      guard isString(key) else { return false }
      for index in 0..<names.count where document.text(nodes[Int(key)], equals: names[index]) {
        return true
      }
      return false
    }

    if has(tp) { return has(cr) || isString(ca) || isString(ea) ? .webStorage : .wire }
    let isOwn = has(opensURL) || has(classType) && (has(id) || has(type) || has(created))
    if isOwn && !has(idString) { return .card }
    if has(id) && (has(ca) || has(r)) { return .wire }
    if has(idString) {
      let isABK = has(viewed) || has(clicked) || has(isTest) || has(openUrlInWebView)
      return isABK ? .abk : .metadata
    }
    if has(isTest) { return .cordova }
    if has(openURLInWebView) || has(cardDescription) { return .reactNative }
    if has(updated), document.kind(nodes[Int(updated)]) == .number,
      isText(type, among: DetectionKeys.capacitorTypes)
    {
      return .capacitor
    }
    if !has(id), isText(type, among: DetectionKeys.restTypes) { return .rest }
    let isWeb = has(imageUrl) || has(linkText) || has(updated) || has(description)
    return has(id) && isWeb && !isNewsFeed(nodes) ? .web : nil
  }

  /// Whether the keys are those of a News Feed card, a product that is no more.
  func isNewsFeed(_ nodes: KeyNodes) -> Bool {
    func has(_ key: UInt8) -> Bool { nodes[Int(key)] != 0 }
    return has(useWebview)
      || has(aspectRatio) && (has(domain) || has(updated) || has(viewed))
      || has(categories) && has(domain)
  }

  /// Whether the keys are those of a sync response, cards or none.
  func isSyncResponse(_ nodes: KeyNodes) -> Bool {
    func has(_ key: UInt8) -> Bool { nodes[Int(key)] != 0 }
    return has(fullSync) || has(lastFullSync) || has(lastCardUpdated) || has(message) && !has(id)
  }

  private static let capacitorTypes = PermanentTable<ByteView>([
    ByteView("classic"), ByteView("captionedImage"), ByteView("imageOnly"), ByteView("control"),
  ])
  private static let restTypes = PermanentTable<ByteView>([
    ByteView("CLASSIC"), ByteView("CAPTIONED_IMAGE"), ByteView("BANNER"),
  ])
}
