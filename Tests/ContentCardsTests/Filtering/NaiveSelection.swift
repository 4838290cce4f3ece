@_spi(CardTool) import ContentCards

/// A card as plain values, for a selection written the obvious way.
struct NaiveCard {
  var id = ""
  var tp = "short_news"
  var classType: String?
  var title: String?
  var extras: [String: String] = [:]
  var flags: [String: Bool] = [:]
  var created = 0
  var expires: Int?

  static let types = [
    "text_announcement": "classic", "banner_image": "image_only", "control": "control",
  ]
  static let flagKeys = [
    "pinned": "p", "dismissible": "db", "viewed": "v", "clicked": "cl", "dismissed": "d",
    "test": "t", "removed": "r",
  ]

  /// The card in the wire shape; every character is an escape when `random` says so.
  func json(_ random: inout SeededNumbers) -> String {
    var members = ["\"id\":" + quoted(id, &random), "\"tp\":\"\(tp)\"", "\"ca\":\(created)"]
    members.append("\"ea\":\(expires ?? -1)")
    if let title { members.append("\"tt\":" + quoted(title, &random)) }
    for (name, value) in flags { members.append("\"\(NaiveCard.flagKeys[name] ?? "")\":\(value)") }
    var pairs = extras.map { "\"\($0)\":" + quoted($1, &random) }
    if let classType { pairs.append("\"class_type\":" + quoted(classType, &random)) }
    members.append("\"e\":{" + pairs.joined(separator: ",") + "}")
    return "{" + members.joined(separator: ",") + "}"
  }

  private func quoted(_ text: String, _ random: inout SeededNumbers) -> String {
    let characters = text.utf16.map { unit -> String in
      let hex = String(unit, radix: 16)
      let isEscaped = unit < 0x20 || unit > 0x7E || unit == 0x22 || unit == 0x5C
      if isEscaped || random.next() % 8 == 0 {
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
      return String(UnicodeScalar(UInt8(unit)))
    }
    return "\"" + characters.joined() + "\""
  }

  /// The text of a field as conditions see it.
  func text(_ field: String) -> String? {
    switch field {
    case "id": id
    case "type": NaiveCard.types[tp]
    case "class_type": classType
    case "title": title
    case "created": String(created)
    case "expires_at": expires.map(String.init)
    case "expired": String(expires.map { $0 <= Int(CardProbe.now / 1000) } ?? false)
    default:
      field.hasPrefix("extras.")
        ? extras[String(field.dropFirst(7))] : String(flags[field] ?? false)
    }
  }
}

/// What a selection means, written over `String` with no thought of speed.
struct NaiveSelection {
  var classTypes: [String] = []
  var known: [String] = []
  var types: [String] = []
  var ids: [String] = []
  var extras: [(key: String, value: String?)] = []
  var flags: [String: Bool] = [:]
  var isControl: Bool?
  var isActive = false
  var isExpired = false
  var created: (after: Int?, before: Int?)
  var expires: (after: Int?, before: Int?)
  var conditions: [(field: String, sign: String, value: String)] = []
  var isInverted = false

  private let now = Int(CardProbe.now / 1000)

  func wants(_ card: NaiveCard) -> Bool {
    let isExpired = card.text("expired") == "true"
    var tests = flags.map { card.flags[$0.key, default: false] == $0.value }
    tests.append(classTypes.isEmpty || hasClassType(card))
    tests.append(types.isEmpty || types.contains(card.text("type") ?? ""))
    tests.append(ids.isEmpty || ids.contains(card.id))
    for key in Set(extras.map(\.key)) {
      tests.append(
        extras.contains { selector in
          guard selector.key == key, let value = card.extras[key] else { return false }
          return selector.value == nil || selector.value == value
        })
    }
    if let isControl { tests.append((card.tp == "control") == isControl) }
    if isActive {
      tests.append(!isExpired && card.flags["removed"] != true && card.flags["dismissed"] != true)
    }
    if self.isExpired { tests.append(isExpired) }
    if let after = created.after { tests.append(card.created > after) }
    if let before = created.before { tests.append(card.created < before) }
    if let after = expires.after { tests.append((card.expires ?? Int.max) > after) }
    if let before = expires.before { tests.append((card.expires ?? Int.max) < before) }
    tests += conditions.map { holds($0.field, $0.sign, $0.value, card) }
    return tests.allSatisfy { $0 } != isInverted
  }

  private func hasClassType(_ card: NaiveCard) -> Bool {
    let own = card.classType?.lowercased()
    return classTypes.contains { name in
      if name != "none" { return own == name.lowercased() }
      return !known.contains { $0.lowercased() == own }
    }
  }

  private func holds(_ field: String, _ sign: String, _ value: String, _ card: NaiveCard) -> Bool {
    let isFlag = NaiveCard.flagKeys[field] != nil || field == "expired"
    if field == "expires_at", !sign.isEmpty {
      return compare(
        card.expires.map(Double.init) ?? .infinity, sign, seconds(value, ahead: true) ?? .nan)
    }
    guard var text = card.text(field) else { return sign == "!=" }
    var value = value
    if field == "class_type" { (text, value) = (lowercased(text), lowercased(value)) }
    switch sign {
    case "": return isFlag ? text == "true" : true
    case "^=": return text.hasPrefix(value)
    case "$=": return text.hasSuffix(value)
    case "*=": return value.isEmpty || text.contains(value)
    default: break
    }
    if let wanted = field == "created" ? seconds(value, ahead: false) : number(value) {
      guard let own = number(text) else { return sign == "!=" }
      return compare(own, sign, wanted)
    }
    return compare(Array(text.utf8).map(Int.init), sign, Array(value.utf8).map(Int.init))
  }

  /// The text with its ASCII letters in lower case.
  private func lowercased(_ text: String) -> String {
    String(text.map { $0.isASCII ? Character($0.lowercased()) : $0 })
  }

  private func compare(_ left: Double, _ sign: String, _ right: Double) -> Bool {
    compare(sign, isEqual: left == right, isLess: left < right)
  }

  private func compare(_ left: [Int], _ sign: String, _ right: [Int]) -> Bool {
    compare(sign, isEqual: left == right, isLess: left.lexicographicallyPrecedes(right))
  }

  private func compare(_ sign: String, isEqual: Bool, isLess: Bool) -> Bool {
    switch sign {
    case "=": isEqual
    case "!=": !isEqual
    case "<": isLess
    case "<=": isLess || isEqual
    case ">": !isLess && !isEqual
    default: !isLess
    }
  }

  /// The value of a JSON number with white space round it; none of the texts used needs more than a
  /// double.
  private func number(_ text: String) -> Double? {
    let trimmed = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    let pattern = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/
    return trimmed.wholeMatch(of: pattern) == nil ? nil : Double(trimmed)
  }

  private func seconds(_ text: String, ahead: Bool) -> Double? {
    if text == "never" { return .infinity }
    if text == "7d" { return Double(ahead ? now + 604_800 : now - 604_800) }
    return number(text)
  }
}
