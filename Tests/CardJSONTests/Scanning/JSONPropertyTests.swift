import CardJSON
import Foundation
import TestSupport
import Testing

/// Random JSON, whole and broken, compared with a parser that is simple enough to be trusted.
struct JSONPropertyTests {
  /// The tree of the value `node`, read off the tape.
  private func tree(_ document: JSONDocument, _ node: Int) -> ReferenceJSON {
    switch document[node].kind {
    case .object:
      var members: [ReferenceJSON.Member] = []
      for (key, value) in document[node].members {
        members.append(
          ReferenceJSON.Member(key: key.string, value: tree(document, value.index)))
      }
      return .object(members)
    case .array:
      var elements: [ReferenceJSON] = []
      for element in document[node].elements { elements.append(tree(document, element.index)) }
      return .array(elements)
    case .string: return .string(document[node].string)
    case .number: return .number(document[node].raw.text)
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .null, .end: return .null
    }
  }

  @Test("the tape agrees with the text")
  func values() throws {
    var random = RandomJSON(seed: 1)
    for _ in 0..<3000 {
      let text = random.text()
      let expected = try ReferenceParser.parse(text)
      try withDocument(text) { document in
        #expect(tree(document, 0) == expected)
      }
      #expect(isValidJSON(text))
    }
  }

  @Test("agrees with the reference on inputs with flipped bytes")
  func flips() {
    var random = RandomJSON(seed: 2)
    var counts = (valid: 0, invalid: 0)
    for _ in 0..<20_000 {
      var text = random.text()
      for _ in 0..<Int.random(in: 1...3, using: &random.numbers) {
        let place = Int.random(in: 0..<text.count, using: &random.numbers)
        switch Int.random(in: 0..<4, using: &random.numbers) {
        case 0: text[place] = UInt8.random(in: 0...255, using: &random.numbers)
        case 1: text[place] ^= 1 << UInt8.random(in: 0...7, using: &random.numbers)
        case 2: text.insert(text[place], at: place)
        default: text.remove(at: place)
        }
        if text.isEmpty { text = [0x20] }
      }
      let isValid = (try? ReferenceParser.parse(text)) != nil
      #expect(isValidJSON(text) == isValid, "\(String(decoding: text, as: UTF8.self))")
      if isValid { counts.valid += 1 } else { counts.invalid += 1 }
    }
    // The test is meaningful only if both occur.
    #expect(counts.valid > 500)
    #expect(counts.invalid > 5000)
  }

  @Test("random bytes agree with the reference too")
  func noise() {
    var numbers = SeededNumbers(seed: 3)
    let alphabet =
      Array("{}[]:,\"\\ utrfalsen0123456789.eE+-\u{E9}\n".utf8) + [0, 0x1F, 0x80, 0xFF]
    for _ in 0..<30_000 {
      let count = Int.random(in: 0...12, using: &numbers)
      let text = (0..<count).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
      }
      let isValid = (try? ReferenceParser.parse(text)) != nil
      #expect(isValidJSON(text) == isValid, "\(text)")
    }
  }

  @Test("a number ends after its last digit, whatever its length and what follows")
  func digits() {
    for count in 1...26 {
      let digits = String(repeating: "1234567890", count: 3).prefix(count)
      for form in ["\(digits)", "-\(digits)", "0.\(digits)", "1e\(digits)", "1E-\(digits)"] {
        #expect(scan(form) == .value(end: form.utf8.count))
        for byte in UInt8.min...UInt8.max {
          let text = Array("[\(form)".utf8) + [byte] + Array("1]".utf8)
          let isValid = (try? ReferenceParser.parse(text)) != nil
          #expect(isValidJSON(text) == isValid, "\(form) and \(byte)")
        }
      }
    }
  }

  @Test("Foundation accepts what the scanner accepts")
  func foundation() throws {
    var random = RandomJSON(seed: 4)
    var accepted = 0
    for _ in 0..<2000 {
      var text = random.text()
      let place = Int.random(in: 0..<text.count, using: &random.numbers)
      if Bool.random(using: &random.numbers) {
        text[place] = UInt8.random(in: 0x20...0x7E, using: &random.numbers)
      }
      // Foundation refuses lone surrogates, and mistakes text with NUL bytes for UTF-16.
      let spelling = String(decoding: text, as: UTF8.self)
      guard !spelling.contains("\\u"), isValidJSON(text) else { continue }
      accepted += 1
      #expect(throws: Never.self) {
        _ = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      }
    }
    #expect(accepted > 300)
  }

  @Test("reads text in a shared buffer like separate text")
  func concatenated() throws {
    var random = RandomJSON(seed: 5)
    let texts = (0..<200).map { _ in random.text() + [0x0A] }
    var buffer = ByteBuffer(texts.joined())
    let bytes = buffer.sealed()
    var scanner = JSONScanner()
    var position = 0
    var end = 0
    for text in texts {
      let outcome = scanner.scan(bytes, from: position, isFinal: false)
      guard case .value(let valueEnd) = outcome else {
        Issue.record("\(outcome) at \(position)")
        return
      }
      end += text.count
      #expect(valueEnd <= end)
      #expect(tree(scanner.document, 0) == (try ReferenceParser.parse(text)))
      position = end
    }
  }
}
