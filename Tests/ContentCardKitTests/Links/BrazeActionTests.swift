import CardProcessing
import CardJSON
import CardRules
import ContentCardKit
import Foundation
import Testing

struct BrazeActionTests {
  private static func link(_ text: String) -> String {
    let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return link(bytes)
  }

  private static func link(_ bytes: [UInt8]) -> String {
    let encoded = Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    return "brazeActions://v1/" + encoded
  }

  private static func action(_ link: String) throws -> BrazeAction {
    let bytes = ByteBuffer(link.utf8)
    return try BrazeAction(bytes.view)
  }

  @Test(arguments: [
    (#"{"type":"requestPushPermission"}"#, ["requestPushPermission()"]),
    (
      #"{"type":"logCustomEvent","args":["saw", {"n": 1.50}]}"#,
      [#"logCustomEvent("saw" {"n":1.50})"#]
    ),
    (
      #"{"type":"setCustomUserAttribute","args":["name","Zoë 😀"]}"#,
      [#"setCustomUserAttribute("name" "Zoë 😀")"#]
    ),
    (
      #"{"type":"openLink","args":["https://example.com/",true]}"#,
      [#"openLink("https://example.com/" true)"#]
    ),
    (
      #"{"type":"container","steps":[{"type":"openLinkInWebview","args":["a"]},"#
        + #"{"type":"container","steps":[{"type":"requestPushPermission","args":[]}]}]}"#,
      [#"openLinkInWebview("a")"#, "requestPushPermission()"]
    ),
    (#"{"type":"container","steps":[]}"#, []),
    (
      #"{"type":"addToSubscriptionGroup"}"#,
      ["addToSubscriptionGroup() it needs 1 argument and has 0"]
    ),
    (
      #"{"type":"addToCustomAttributeArray","args":["a"]}"#,
      [#"addToCustomAttributeArray("a") it needs 2 arguments and has 1"#]
    ),
    (#"{"type":"selfDestruct"}"#, ["selfDestruct() no SDK supports such an action"]),
    (#"{"type":"container"}"#, ["container() it has no steps"]),
    (#"{"steps":[]}"#, ["() the action has no type"]),
    (#"{"type":7}"#, ["() the action has no type"]),
  ])
  func actionsAreDecoded(_ json: String, _ steps: [String]) throws {
    let action = try BrazeActionTests.action(BrazeActionTests.link(json))
    let found = action.steps.map { step in
      "\(step.name)(\(step.arguments.joined(separator: " ")))"
        + (step.problem.map { " \($0)" } ?? "")
    }
    #expect(found == steps)
    #expect(action.json == json)
  }

  @Test(arguments: [
    ("https://example.com/", BrazeActionError.notALink), ("", .notALink),
    ("brazeActions:/v1/e", .notALink), ("brazeActions://", .unknownVersion),
    ("brazeActions://v2/eyJ9", .unknownVersion), ("brazeActions://v1/", .notBase64),
    ("brazeActions://v1/%%%%", .notBase64), ("brazeActions://v1/ab+/", .notBase64),
    ("brazeActions://v1/abcde", .notBase64), (link([0x7B]), .notUTF16),
    (link([0x00, 0xD8, 0x41, 0x00]), .notUTF16), (link([0x00, 0xDC]), .notUTF16),
    (link([0x7B, 0x7D]), .notJSON), (link("{"), .notJSON), (link("{} x"), .notJSON),
    (link("[1]"), .notAnAction), (link("\"text\""), .notAnAction),
  ])
  func unreadableLinksHaveAReason(_ link: String, _ reason: BrazeActionError) {
    #expect(throws: reason) { try BrazeActionTests.action(link) }
    #expect(!reason.description.isEmpty)
  }

  @Test func schemesHaveNoCase() throws {
    let link = BrazeActionTests.link(#"{"type":"requestPushPermission"}"#)
    let lowercased = link.replacing("brazeActions", with: "brazeactions")
    #expect(try BrazeActionTests.action(lowercased).steps.count == 1)
    #expect(try BrazeActionTests.action(link + "==").steps.count == 1)
  }

  /// A link that is cut anywhere is refused or still contains JSON; it never traps.
  @Test func linksCutAnywhereAreSafe() {
    let link = BrazeActionTests.link(#"{"type":"logCustomEvent","args":["é😀"]}"#)
    for length in 0..<link.utf8.count {
      #expect(throws: BrazeActionError.self) {
        try BrazeActionTests.action(String(link.prefix(length)))
      }
    }
  }

  @Test(
    arguments: [
      ("65705a3e420133004b30fc7c", 1_701_861_950_000),
      ("65705A3E420133004B30FC7C", 1_701_861_950_000),
      ("000000000000000000000000", 0), ("ffffffffffffffffffffffff", 4_294_967_295_000),
      ("65705a3e420133004b30fc7", nil), ("65705a3e420133004b30fc7g", nil),
      ("65705a3e-4201-3300-4b30-fc7c65705a3e", nil), ("", nil),
    ] as [(String, Int64?)])
  func campaignsSayWhenTheyWereMade(_ id: String, _ milliseconds: Int64?) {
    let bytes = ByteBuffer(id.utf8)
    #expect(CompositeID.creationTime(of: bytes.view) == milliseconds)
  }

  @Test(arguments: [
    #"{"id":"a","tp":"classic","ca":1}"#,
    #"{"id":"a","ca":1,"tt":"T\u00e9","ds":"é","i":"i","u":"u","dm":"d","e":{}}"#,
    #"{"id":"a","ca":1,"tt":"","e":{"k":"v","n":1.50,"b":false,"x":null,"o":{"a":1},"\u00e9":"\n"}}"#,
    #"{"idString":"a","viewed":true,"title":"t","extras":"{\"a\":\"b\"}"}"#,
  ])
  func partsAddUpToThePayload(_ json: String) throws {
    try CardProbe.read(json) { card in
      var sum = 0
      var names: [String] = []
      card.forEachPayloadPart { part, bytes in
        sum += bytes
        names.append(part.name)
      }
      #expect(sum == card.payloadSize)
      #expect(Set(names).count == names.count)
    }
  }
}
