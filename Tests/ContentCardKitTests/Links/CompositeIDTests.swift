import CardJSON
import Foundation
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// Checking and parsing an id agree.
struct CompositeIDTests {
  static let texts = [
    "", "=", "a", "card-1", "aGVsbG8=", "_$_cc=", "c_$_cc=", "c1_$_cc=x&mv=v1&pi=cmp",
    "_$_cc=x&mv=v1", "a b_$_cc=x", "a\"_$_cc=x", "a_$_cc=\u{1}x", "65705a3e420133004b30fc7c",
    "65705a3e-4201-3300-4b30-fc7c65705a3e", "65705a3e420133004b30fc7", "65705A3E420133004B30FC7C",
    "0123456789012345678901234567890123456", "__$_cc=", "é_$_cc=x", "c_$_bp&cc=x&mv=v", "c_$_bp",
    "65705a3e420133004b30fc7c_$_cc=f3643fbf-263e&mv=65705a3e420133004b30fc83&pi=cmp",
  ]

  private func agrees(_ text: String) -> Bool {
    var scratch = ByteBuffer()
    return ByteBuffer(text.utf8).read { bytes in
      let isRead = CompositeID(bytes, decodedInto: &scratch) != nil
      return isRead == CompositeID.isComposite(bytes)
    }
  }

  @Test(
    "parameters may be in any order, and without values",
    arguments: [
      ("c1_$_cc=x&mv=v1&pi=cmp", "v1"), ("c1_$_cc=x&di&dm&mv=v1&od&pi=wfs&w=y", "v1"),
      ("c1_$_bp&cc=x&mv=v1&pi=wfs", "v1"), ("c1_$_mv=v1&cc=x", "v1"), ("c1_$_cc=&mv", nil),
    ] as [(String, String?)])
  func parameters(text: String, variation: String?) throws {
    var scratch = ByteBuffer()
    let encoded = Data(text.utf8).base64EncodedString()
    let parsed = ByteBuffer(encoded.utf8).read { CompositeID($0, decodedInto: &scratch) }
    let id = try #require(parsed)
    #expect(id.campaign.text == "c1")
    #expect(id.variation?.text == variation)
  }

  @Test(arguments: ["_$_cc=x", "c_$_", "c_$_bp&mv=v", "c_$_acc=x"])
  func isNotComposite(_ text: String) {
    let id = Data(text.utf8).base64EncodedString()
    let isComposite = ByteBuffer(id.utf8).read { CompositeID.isComposite($0) }
    #expect(!isComposite)
  }

  @Test(arguments: texts) func checkingAgreesWithReading(_ text: String) {
    let encoded = Data(text.utf8).base64EncodedString()
    #expect(agrees(encoded))
    #expect(agrees(text))
    for length in 0..<encoded.count { #expect(agrees(String(encoded.prefix(length)))) }
    #expect(agrees(encoded + "!"))
    #expect(agrees(encoded + "é"))
  }
}
