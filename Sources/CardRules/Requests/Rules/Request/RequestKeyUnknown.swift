import CardJSON
import ContentCards

/// An object of a request has only keys that Braze documents.
enum RequestKeyUnknown: RequestRule {
  static let text = RuleText(
    id: "request/key-unknown", severity: .warning,
    summary: "every key of a request is one that the API documents",
    reason: "The API ignores a key that it does not know. What the key was to say is lost, and "
      + "nobody is told.",
    bad: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,⟦"pined"⟧:true}
      """#,
    good: #"""
      {"type":"CLASSIC","title":"Hi","description":"There","time_to_live":3600,"pinned":true}
      """#,
    source: "braze-docs, _docs/_api: the objects and endpoints by name")

  static let parts = Set(RequestPart.allCases.filter { !$0.isOpen })

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    for value in object.unknown {
      let name = object.document.string(value - 1)
      if object.part.meant(by: name) != nil { continue }
      findings.report(self, at: .key(value), message(name, object.part))
    }
  }

  private static func message(_ name: String, _ part: RequestPart) -> String {
    let names = part.keys.map(\.name.description)
    let hint = NearestName.hint(for: name, among: names)
    return "\(Words.quoted(name)) is no key of \(part.title)\(hint)\(note(name, part))"
  }

  /// What else there is to say about keys that cards have elsewhere.
  private static func note(_ name: String, _ part: RequestPart) -> String {
    guard part == .contentCard else { return "" }
    switch name {
    case "url", "uri", "link", "deeplink":
      return "; a click opens \"ios_uri\", \"android_uri\", \"web_uri\""
    case "class_type": return "; put it into \"extra\""
    case "dismissible", "dismissable": return "; the API has no such switch"
    default: return ""
    }
  }
}
