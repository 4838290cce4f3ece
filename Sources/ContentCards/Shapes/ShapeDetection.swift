import CardJSON

/// The numbers of the keys by which shapes are told apart.
struct DetectionKeys: Sendable {
  let id, tp, cr, ca, ea, r: Int
  let classType, created, opensURL, type: Int
  let idString, viewed, clicked, isTest, openUrlInWebView: Int
  let openURLInWebView, cardDescription: Int
  let updated, imageUrl, linkText, description: Int
  let useWebview, categories, aspectRatio, domain: Int
  let message, messages, fullSync, lastFullSync, lastCardUpdated: Int

  init(_ numbers: inout KeyNumbers) {
    (id, tp) = (numbers.number(of: "id"), numbers.number(of: "tp"))
    (cr, ca) = (numbers.number(of: "cr"), numbers.number(of: "ca"))
    (ea, r) = (numbers.number(of: "ea"), numbers.number(of: "r"))
    (classType, created) = (numbers.number(of: "class_type"), numbers.number(of: "created"))
    (opensURL, type) = (numbers.number(of: "open_url_in_webview"), numbers.number(of: "type"))
    (idString, viewed) = (numbers.number(of: "idString"), numbers.number(of: "viewed"))
    (clicked, isTest) = (numbers.number(of: "clicked"), numbers.number(of: "isTest"))
    openUrlInWebView = numbers.number(of: "openUrlInWebView")
    openURLInWebView = numbers.number(of: "openURLInWebView")
    cardDescription = numbers.number(of: "cardDescription")
    updated = numbers.number(of: "updated")
    (imageUrl, linkText) = (numbers.number(of: "imageUrl"), numbers.number(of: "linkText"))
    description = numbers.number(of: "description")
    (useWebview, categories) = (numbers.number(of: "use_webview"), numbers.number(of: "categories"))
    (aspectRatio, domain) = (numbers.number(of: "aspect_ratio"), numbers.number(of: "domain"))
    (message, fullSync) = (numbers.number(of: "message"), numbers.number(of: "full_sync"))
    messages = numbers.number(of: "messages")
    lastFullSync = numbers.number(of: "last_full_sync_at")
    lastCardUpdated = numbers.number(of: "last_card_updated_at")
  }
}

extension DetectionKeys {
  /// The first shape that fits, in the order of `Shape.allCases`; nil when none does.
  func shape(of nodes: KeyNodes, in document: JSONDocument) -> Shape? {
    func has(_ key: Int) -> Bool { nodes[key] != 0 }
    func isString(_ key: Int) -> Bool { has(key) && document.kind(nodes[key]) == .string }
    func isText(_ key: Int, among names: PermanentTable<ByteView>) -> Bool {
      guard isString(key) else { return false }
      for index in 0..<names.count where document.text(nodes[key], equals: names[index]) {
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
    if has(updated), document.kind(nodes[updated]) == .number,
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
    func has(_ key: Int) -> Bool { nodes[key] != 0 }
    return has(useWebview)
      || has(aspectRatio) && (has(domain) || has(updated) || has(viewed))
      || has(categories) && has(domain)
  }

  /// Whether the keys are those of a sync response, cards or none.
  func isSyncResponse(_ nodes: KeyNodes) -> Bool {
    nodes[fullSync] != 0 || nodes[lastFullSync] != 0 || nodes[lastCardUpdated] != 0
      || nodes[message] != 0 && nodes[id] == 0
  }

  private static let capacitorTypes = PermanentTable<ByteView>([
    ByteView("classic"), ByteView("captionedImage"), ByteView("imageOnly"), ByteView("control"),
  ])
  private static let restTypes = PermanentTable<ByteView>([
    ByteView("CLASSIC"), ByteView("CAPTIONED_IMAGE"), ByteView("BANNER"),
  ])
}
