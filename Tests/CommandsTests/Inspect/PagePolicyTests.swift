import Foundation
import Testing

@testable import CardCommands

/// The policy of the page has the SHA-256 of its script, computed here independently.
struct PagePolicyTests {
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (String(repeating: "a", count: 64), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="),
  ])
  func hashIsStandard(_ text: String, _ hash: String) {
    #expect(SHA256.base64(Array(text.utf8)) == hash)
  }

  @Test func policyKnowsTheScript() {
    #expect(PageFiles.scriptHash == SHA256.base64(Array(PageFiles.script.utf8)))
  }

  @Test func policyBlocksOtherScriptsAndLoads() throws {
    let result = try CommandRun(
      arguments: ["inspect", "--no-config", "--to", "html"], input: .file(Array("[]".utf8))
    ).result()
    let policy = """
      content="default-src 'none'; script-src
      'sha256-\(PageFiles.scriptHash)'; style-src 'unsafe-inline'; img-src 'none'; base-uri 'none';
      form-action 'none'">
      """
    #expect(result.text.contains(policy))
    // Text reaches the document through textContent and attributes only.
    let script = PageFiles.script
    for word in [
      "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(",
    ] {
      #expect(!script.contains(word))
    }
  }
}

/// FIPS 180-4, for short input.
private enum SHA256 {
  static func base64(_ bytes: [UInt8]) -> String {
    var message = bytes + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    let length = UInt64(bytes.count * 8)
    message += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
    var state = primes(8).map { fraction(of: Double($0).squareRoot()) }
    let constants = primes(64).map { fraction(of: cbrt(Double($0))) }
    for start in stride(from: 0, to: message.count, by: 64) {
      mix(message[start..<start + 64], constants, &state)
    }
    let digest = state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
    return Data(digest).base64EncodedString()
  }

  private static func mix(
    _ block: ArraySlice<UInt8>, _ constants: [UInt32], _ state: inout [UInt32]
  ) {
    let bytes = Array(block)
    var words = (0..<16).map { index in
      bytes[4 * index..<4 * index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      words.append(
        words[index - 16] &+ (turn(early, 7) ^ turn(early, 18) ^ early >> 3) &+ words[index - 7]
          &+ (turn(late, 17) ^ turn(late, 19) ^ late >> 10))
    }
    var v = state
    for index in 0..<64 {
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first =
        v[7] &+ (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) &+ choice &+ constants[index]
        &+ words[index]
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      let second = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) &+ majority
      v = [first &+ second, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static func primes(_ count: Int) -> [Int] {
    let all = (2...400).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return Array(all.prefix(count))
  }

  private static func fraction(of root: Double) -> UInt32 {
    UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }
}
