import TestSupport

/// Random inputs: cards in every framing, some of them damaged.
struct RandomInput {
  var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &numbers)
  }

  mutating func chance(_ part: Int) -> Bool { number(1...part) == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}

// Documents.
extension RandomInput {
  /// One to four consecutive documents, damaged or not.
  mutating func document() -> [UInt8] {
    var bytes = Array((chance(8) ? "\u{FEFF}" : "").utf8)
    for _ in 1...number(1...4) {
      bytes += Array(value().utf8)
      bytes += Array(pick(["", "\n", "\n\n", " ", "\r\n", "\n\u{1E}", "\u{1E}"]).utf8)
    }
    if chance(4) { return bytes }
    for _ in 1...pick([1, 1, 1, 2, 3, 8]) { damage(&bytes) }
    return bytes
  }

  private mutating func value() -> String {
    switch number(1...14) {
    case 11: return "[" + (0..<number(1...3)).map { _ in wrapped(1) }.joined(separator: ",\n") + "]"
    case 12, 13: return wrapped(number(1...3))
    case 1: return cards(1...8).joined(separator: "\n")
    case 2: return cards(1...5).joined(separator: pick(["", " ", "\r\n"]))
    case 3: return cards(1...6).map { "\u{1E}" + $0 + pick(["", "\n"]) }.joined()
    case 4: return pretty("[", cards(0...5), "]")
    case 5: return "[" + cards(0...8).joined(separator: pick([",", ", ", ",\n", "\n,"])) + "]"
    case 6: return "[\n" + cards(1...6).joined(separator: ",\n") + "\n]"
    case 7, 8: return envelope()
    case 9: return "[" + cards(1...4).map(quoted).joined(separator: pick([",", ",\n  "])) + "]"
    case 10: return #"{"messages":{"content_card":{"type":"CLASSIC","title":"t"}}}"#
    default: return pick(["12", "-0.5e3", "true", "null", #""text""#, "{}", "[]", "[[]]", "[1,2]"])
    }
  }

  /// The stored form of the Web SDK, or a wrapper of an array, an envelope or a card.
  private mutating func wrapped(_ levels: Int) -> String {
    if levels == 0 {
      return pick(["[" + cards(0...4).joined(separator: ",") + "]", envelope(), card(), "{}", "1"])
    }
    let inner = wrapped(levels - 1)
    let other = chance(2) ? "," + otherMember() : ""
    switch number(1...5) {
    case 1: return "{\"v\":[" + cards(0...5).joined(separator: ",\n") + "]" + other + "}"
    case 2:
      let text = quoted("{\"v\":[" + cards(0...4).joined(separator: ",") + "]}")
      return "{\"ab.storage.cc.k\":" + text + other + "}"
    case 3: return "{\"ab.storage.cc.a/b\":" + inner + other + ",\"ab.storage.ids\":{\"v\":1}}"
    default: return "{" + pick(["", "\n  \"x\":tru,"]) + "\"data\": " + inner + other + "}"
    }
  }

  private mutating func envelope() -> String {
    var members: [String] = []
    for _ in 0...number(0...2) { members.append(otherMember()) }
    for _ in 1...pick([1, 1, 1, 2]) {
      let key = pick(["cards", "mContentCards", "contentCards", #"c\u0061rds"#])
      let texts = cards(0...5)
      let isText = chance(4)
      let array = isText ? texts.map(quoted) : texts
      members.append(#""\#(key)":["# + array.joined(separator: pick([",", ",\n", ", "])) + "]")
    }
    for _ in 0...number(0...2) { members.append(otherMember()) }
    let space = pick(["", "\n", "\n  "])
    return "{" + space + members.joined(separator: "," + space) + space + "}"
  }

  private mutating func otherMember() -> String {
    pick([
      #""message":"success""#, #""message":"failed""#, #""message":5"#, #""full_sync":true"#,
      #""last_card_updated_at":1700000000"#, #""x":{"y":[{"z":[]},{}]}"#, #""cards":null"#,
      #""text":"\#(String(repeating: "long ", count: number(0...60)))""#,
    ])
  }

  /// Elements of an array over several lines.
  private mutating func pretty(_ open: String, _ cards: [String], _ close: String) -> String {
    let unit = pick(["", "  ", "    ", "\t"])
    if chance(3) {
      return open + cards.map { spread($0, "", unit) }.joined(separator: ", ") + close
    }
    let lines = cards.map { unit + spread($0, unit, unit) }
    return open + "\n" + lines.joined(separator: ",\n") + "\n" + close
  }

  /// A card with a line break after every comma and bracket outside its strings.
  private mutating func spread(_ card: String, _ indentation: String, _ unit: String) -> String {
    var text = ""
    var depth = 0
    var isInString = false
    func lineBreak() -> String {
      "\n" + indentation + String(repeating: unit, count: depth)
    }
    for character in card {
      if character == "\"" { isInString.toggle() }
      if isInString {
        text.append(character)
        continue
      }
      switch character {
      case "{", "[":
        depth += 1
        text += String(character) + lineBreak()
      case "}", "]":
        depth -= 1
        text += lineBreak() + String(character)
      case ",": text += "," + lineBreak()
      default: text.append(character)
      }
    }
    return text
  }
}

// Cards.
extension RandomInput {
  private mutating func cards(_ count: ClosedRange<Int>) -> [String] {
    (0..<number(count)).map { _ in card() }
  }

  /// A card of some shape, or an object that is not a card; without escaped quotes.
  private mutating func card() -> String {
    let id = number(0...999)
    let filler = String(
      repeating: pick(["x", "ä", "{", "}", ",", "[", " "]), count: number(0...12))
    switch number(1...8) {
    case 1: return #"{"id":"\#(id)","ca":1,"tt":"\#(filler)"}"#
    case 2: return #"{"id":"\#(id)","ca":1,"e":{"k":"\#(filler)","l":[1,{"a":{}},[]]},"p":true}"#
    case 3: return #"{"idString":"\#(id)","viewed":false,"extras":{"a":"b"},"created":1.5}"#
    case 4: return #"{"id":"\#(id)","e":[{"a":\#(id)},{"b":null}],"r":1}"#
    case 5: return #"{"id":"\#(id)","ca":1,"ds":"\#(String(repeating: filler, count: 9))"}"#
    case 6: return #"{"other":\#(id),"o":{}}"#
    case 7: return #"{"full_sync":true}"#
    default: return #"{"tp":"control","id":"\#(id)","e":{"u":"\u00e9\\"}}"#
    }
  }

  private func quoted(_ card: String) -> String {
    let escaped = card.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
    return "\"" + escaped.joined() + "\""
  }
}

// Damage.
extension RandomInput {
  private mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = number(0...bytes.count - 1)
    switch number(1...9) {
    case 1: bytes[place] ^= UInt8(1 << number(0...7))
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(pick(Array("{}[]\",:\\\n 1t\u{1E}\u{0}é".utf8)), at: place)
    case 4: bytes.removeLast(number(1...bytes.count))
    case 5: bytes.removeSubrange(place..<min(place + number(1...20), bytes.count))
    case 6: bytes.insert(contentsOf: bytes[place..<min(place + 60, bytes.count)], at: place)
    case 7: remove(pick(Array("{}[]\",:".utf8)), from: &bytes)
    case 8:
      let open = pick([#"{"a":[\#n"#, #"{"a":"#, "[", "{", #"["a",{"b":"#, #"{"a":[1,"#])
      let count = number(1...60)
      bytes.insert(contentsOf: String(repeating: open, count: count).utf8, at: place)
    default: bytes.insert(contentsOf: Array(repeating: 0x20, count: number(1...400)), at: place)
    }
  }

  /// Removes one byte of a kind.
  private mutating func remove(_ byte: UInt8, from bytes: inout [UInt8]) {
    let places = bytes.indices.filter { bytes[$0] == byte }
    if !places.isEmpty { bytes.remove(at: pick(places)) }
  }
}
