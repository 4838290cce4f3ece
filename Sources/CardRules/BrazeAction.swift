import CardJSON
import ContentCardKit

/// The actions that a `brazeActions://` link requests from an SDK when the card is clicked.
///
/// Such a link is `brazeActions://v1/` and the unpadded base64url of JSON in UTF-16LE: an object
/// `{"type":…,"args":[…]}`, or a container with such objects in `steps` (braze-android-sdk,
/// BrazeActionParser.kt).
///
///     let action = try BrazeAction(link)
///     let names = action.steps.map(\.name)
package struct BrazeAction: Hashable, Sendable {
  /// One action.
  package struct Step: Hashable, Sendable {
    /// The type of the action, such as `logCustomEvent`.
    package let name: String
    /// The arguments as JSON, without whitespace between tokens.
    package let arguments: [String]
    /// The error in the step, or nil if SDKs accept it.
    package let problem: String?
  }

  /// The content of the link, as JSON in UTF-8.
  package let json: String
  /// The actions in order, with containers replaced by their steps.
  package let steps: [Step]

  private static let scheme = ByteView("brazeActions://")
  private static let version = ByteView("v1/")

  /// Returns whether `link` has the prefix of such a link, even if it is malformed.
  package static func isLink(_ link: ByteView) -> Bool {
    link.count >= scheme.count && link.slice(0..<scheme.count).equalsIgnoringCase(scheme)
  }

  /// Decodes `link`.
  ///
  /// - Throws: `BrazeActionError` if the link cannot be read.
  package init(_ link: ByteView) throws(BrazeActionError) {
    guard BrazeAction.isLink(link) else { throw .notALink }
    let rest = link.slice(BrazeAction.scheme.count..<link.count)
    guard BrazeAction.version.occurs(at: 0, in: rest) else { throw .unknownVersion }
    var bytes = ByteBuffer(capacity: rest.count)
    let payload = rest.slice(BrazeAction.version.count..<rest.count)
    guard payload.count > 0, Base64.url.decode(payload, into: &bytes) else { throw .notBase64 }
    guard let text = BrazeAction.text(utf16: bytes.view) else { throw .notUTF16 }
    var scanner = JSONScanner()
    var buffer = ByteBuffer(text.utf8)
    guard let root = try? scanner.scanWhole(buffer.sealed()) else { throw .notJSON }
    guard root.kind == .object else { throw .notAnAction }
    var found: [Step] = []
    BrazeAction.collect(root, into: &found)
    json = text
    steps = found
  }

  /// Decodes UTF-16LE; nil if malformed.
  private static func text(utf16 bytes: ByteView) -> String? {
    guard bytes.count > 0, bytes.count % 2 == 0 else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    // Repairing malformed text changes its units.
    let text = String(decoding: units, as: UTF16.self)
    return text.utf16.elementsEqual(units) ? text : nil
  }

  private static func collect(_ action: JSONNode, into steps: inout [Step]) {
    guard let type = action.member("type", .string) else {
      return steps.append(Step(name: "", arguments: [], problem: "the action has no type"))
    }
    let name = type.string
    if name == "container" {
      guard let list = action.member("steps", .array) else {
        return steps.append(Step(name: name, arguments: [], problem: "it has no steps"))
      }
      return list.elements.forEach { collect($0, into: &steps) }
    }
    var arguments: [String] = []
    if let list = action.member(ByteView("args")) {
      arguments = list.elements.map { $0.compact.read { $0.text } }
    }
    steps.append(
      Step(name: name, arguments: arguments, problem: problem(of: name, with: arguments.count)))
  }

  private static func problem(of name: String, with count: Int) -> String? {
    guard let needed = argumentCounts[name] else { return "no SDK supports such an action" }
    guard count < needed else { return nil }
    return "it needs \(counted(needed, "argument")) and has \(count)"
  }

  private static let argumentCounts = [
    "logCustomEvent": 1, "setCustomUserAttribute": 2, "requestPushPermission": 0,
    "addToSubscriptionGroup": 1, "removeFromSubscriptionGroup": 1,
    "addToCustomAttributeArray": 2, "removeFromCustomAttributeArray": 2,
    "setEmailNotificationSubscriptionType": 1, "setPushNotificationSubscriptionType": 1,
    // Braze's documentation uses one spelling, and its Web SDK the other.
    "openLinkInWebview": 1, "openLinkInWebView": 1, "openLink": 1,
  ]
}

/// The reason why a `brazeActions://` link cannot be read.
package enum BrazeActionError: String, Error, CustomStringConvertible {
  case notALink = "expected \"brazeActions://\" at its beginning"
  case unknownVersion = "expected \"v1/\" after \"brazeActions://\""
  case notBase64 = "the text after \"v1/\" is not base64url"
  case notUTF16 = "the payload is not UTF-16LE text"
  case notJSON = "the payload is not JSON"
  case notAnAction = "the payload is not an object"

  /// The message for the user.
  package var description: String { rawValue }
}
