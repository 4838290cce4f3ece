import CardJSON

extension RequestKeys {
  /// Whether the object is the body of a request with two keys that Braze documents for it, or a
  /// registry with a class; a key that other programs have too, such as `events`, is not enough.
  var areUnmistakable: Bool {
    guard document.kind(node) == .object, !isCard else { return false }
    if isRegistryWithClasses || isOfCanvas { return true }
    for names in RequestKeys.ofBodies {
      let count = names.count { document.member(ByteView($0), of: node) != nil }
      if count > 1 || count == 1 && namesUserOrCard { return isRequest }
    }
    return false
  }

  /// The keys of each body, as they are looked for in every value of files that are none.
  private static let ofBodies = RequestPart.allCases
    .filter(RequestPart.bodies.contains).map { $0.keys.map(\.name) }

  /// Whether the keys decide how the value is checked.
  private var isRequest: Bool {
    switch RequestKind(document, node) {
    case .contentCard, .messagesSend, .trigger, .usersTrack, .unchecked: true
    case .registry, .configuration, .report, nil: false
    }
  }

  /// A body that sends a Canvas, which is recognised to say that it is not checked.
  private var isOfCanvas: Bool {
    kind("canvas_id") == .string
      && hasAny(["canvas_entry_properties", "context", "broadcast", "audience", "recipients"])
  }

  /// A map of classes, each an object and one with the name of its object.
  private var isRegistryWithClasses: Bool {
    guard let classes = document.member("classes", .object, of: node) else { return false }
    var areObjects = true
    var hasObject = false
    document.forEachMember(of: classes) { _, definition in
      guard document.kind(definition) == .object else { return areObjects = false }
      if document.member(ByteView("object"), of: definition) != nil { hasObject = true }
    }
    return areObjects && hasObject
  }

  /// Keys of what the lists of a body hold, by which it is Braze's and no other vendor's.
  static let distinctive: [StaticString] = [
    "external_id", "external_user_id", "user_alias", "braze_id", "push_token_import",
    "push_tokens", "_update_existing_only",
  ]

  /// A message that is a content card, or a list in which such a key is.
  private var namesUserOrCard: Bool {
    if let messages = document.member(ByteView("messages"), of: node),
      document.member(ByteView("content_card"), of: messages) != nil
    {
      return true
    }
    return (RequestKeys.trackedLists + ["recipients"]).contains { namesUser(in: $0) }
  }

  /// Whether an object in the list has such a key.
  func namesUser(in list: StaticString) -> Bool {
    guard let array = document.member(ByteView(list), of: node) else { return false }
    var namesUser = false
    document.forEachElement(of: array) { element in
      namesUser = namesUser || self.namesUser(at: element)
    }
    return namesUser
  }

  /// Whether the object `node` has such a key.
  func namesUser(at node: Int) -> Bool {
    RequestKeys.distinctive.contains { document.member(ByteView($0), of: node) != nil }
  }
}
