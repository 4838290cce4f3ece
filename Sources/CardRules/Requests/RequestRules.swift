import CardProcessing
import CardJSON

/// The rules for request bodies, registries and configurations, in the order they are listed.
enum RequestRules {
  /// Those that look at the objects of request bodies.
  static let bodies: [any RequestRule.Type] = [
    RequestKeyMissing.self,
    RequestKeyMisnamed.self,
    RequestKeyUnknown.self,
    RequestValueWrong.self,
    RequestValueEmpty.self,
    RequestAPIKey.self,
    RequestClassTypeLiquid.self,
    RequestScheduleTime.self,
    RequestSchedulePast.self,
    RequestAttachmentName.self,
    RequestRecipientsMissing.self,
    RequestRecipientsTooMany.self,
    RequestRecipientRepeated.self,
    RequestBroadcastWithRecipients.self,
    RequestUserUnnamed.self,
    RequestUserNamedTwice.self,
    RequestVariationUnpaired.self,
    RestTypeUnknown.self,
    RestTextMissing.self,
    RestImageMissing.self,
    RestExpiryMissing.self,
    RestExpiryTwice.self,
    RestTimeToLiveInvalid.self,
    RestExpireAtInvalid.self,
    RestExpiryTooFar.self,
    RestExpireAtTooFar.self,
    RestExpiryPast.self,
    RestLocalTimeUnused.self,
    RestLiquidUnclosed.self,
    RestLiquidBraces.self,
    TriggerPropertiesTooLarge.self,
    TriggerNewUserIncomplete.self,
    TriggerPrioritizationMissing.self,
    TriggerAttachmentsBroadcast.self,
    TrackObjectsTooMany.self,
    TrackObjectsTotal.self,
    TrackPushTokenImport.self,
    TrackNameTooLong.self,
    TrackTimeInvalid.self,
    TrackTimeInFuture.self,
    TrackPropertyName.self,
    TrackTextTooLong.self,
    TrackDateInList.self,
    TrackPropertiesTooLarge.self,
    TrackQuantityInvalid.self,
  ]

  /// All of them.
  ///
  /// Each is said to be a rule by itself: a cast of the whole list looks through all conformances
  /// of the program for each.
  static let all: [any Rule.Type] =
    bodies.map { $0 } + [
      RequestNotChecked.self,
      RegistryNameUnknown.self,
      RegistryRepeated.self,
      RegistryInvalid.self,
      ConfigurationKeyUnknown.self,
      ConfigurationKeyRepeated.self,
      ConfigurationValue.self,
    ]
}

/// A rule that looks at one object of a request body.
package protocol RequestRule: Rule {
  /// The objects that the rule is about.
  static var parts: Set<RequestPart> { get }

  /// Reports what is wrong with the object.
  static func check(_ object: RequestObject, _ findings: inout FindingSink)
}

/// One object of a request body and what its rules need to know; a loan like its document.
package struct RequestObject {
  /// The JSON text that the object is part of.
  package let document: JSONDocument
  /// The object.
  package let node: Int
  /// The request body that it is part of.
  let body: Int
  /// Which object of a body it is.
  package let part: RequestPart
  /// What holds for the whole run.
  package let settings: CheckSettings
  /// The key of the extras that names the class type.
  let typeKey: ByteView
  /// The class types of the registry.
  let classTypes: [String]
  /// The values whose keys are none of the part's, in order.
  let unknown: [Int]

  init(
    _ part: RequestPart, document: JSONDocument, node: Int, settings: CheckSettings,
    body: Int, typeKey: ByteView, classTypes: [String]
  ) {
    self.classTypes = classTypes
    self.part = part
    self.document = document
    self.node = node
    self.body = body
    self.settings = settings
    self.typeKey = typeKey
    let known = part.keys
    var unknown: [Int] = []
    document.forEachMember(of: node) { key, value in
      for name in known where document.text(key, equals: ByteView(name.name)) { return }
      unknown.append(value)
    }
    self.unknown = unknown
  }

  /// The value of a key; nil when there is none or it is `null`, which the API takes for none.
  func value(_ name: StaticString) -> Int? {
    guard let value = document.member(ByteView(name), of: node), document.kind(value) != .null
    else { return nil }
    return value
  }

  /// The value of a key when it is a string without Liquid; nil otherwise.
  func text(_ name: StaticString) -> Int? {
    value(name, of: .string).flatMap { isLiquid($0) ? nil : $0 }
  }

  /// The value of a key when it is of `kind`; nil otherwise.
  func value(_ name: StaticString, of kind: JSONKind) -> Int? {
    document.member(name, kind, of: node)
  }

  /// Whether a key says `true`.
  func isTrue(_ name: StaticString) -> Bool { value(name, of: .true) != nil }

  /// Whether a string holds Liquid, so that its text is not known yet.
  func isLiquid(_ node: Int) -> Bool {
    LiquidTag.first(in: node, of: document) != nil
  }

  /// The place to report when a key is missing: its `null` when it has one, else the object.
  func place(ofMissing name: StaticString) -> FindingPlace {
    .value(document.member(ByteView(name), of: node) ?? node)
  }

  /// A value as a message shows it: as it is written, on one line and cut.
  func shown(_ node: Int) -> String { MessageText.json(node, of: document) }

  /// The number of bytes of a value without the white space between its tokens.
  func size(_ node: Int) -> Int { document.compact(node).count }

  /// The number of characters of a string, escapes resolved.
  func length(_ node: Int) -> Int { document.decoded(node).read { $0.scalarCount } }
}
