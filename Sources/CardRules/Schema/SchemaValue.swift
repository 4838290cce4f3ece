import CardJSON

/// A JSON value that a schema is put together from; members keep their order.
indirect enum SchemaValue: Equatable, Sendable {
  case object([Member])
  case array([SchemaValue])
  case text(String)
  /// A number in its JSON spelling.
  case number(String)
  case boolean(Bool)
  case null

  /// One member of an object.
  struct Member: Equatable, Sendable {
    let key: String
    let value: SchemaValue
  }

  /// The most characters of a container that is written on one line.
  private static let lineLimit = 96

  /// The value as JSON, indented by two spaces; what fits on a line stays on one.
  var json: String {
    var text = ""
    append(to: &text, indent: 0, used: 0)
    return text + "\n"
  }

  private var line: String {
    switch self {
    case .object(let members):
      let parts = members.map { SchemaValue.quoted($0.key) + ": " + $0.value.line }
      return "{" + parts.joined(separator: ", ") + "}"
    case .array(let items): return "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .text(let text): return SchemaValue.quoted(text)
    case .number(let spelling): return spelling
    case .boolean(let flag): return flag ? "true" : "false"
    case .null: return "null"
    }
  }

  /// - Parameter used: how many characters of the line stand in front of the value.
  private func append(to text: inout String, indent: Int, used: Int) {
    let line = line
    if used + line.count <= SchemaValue.lineLimit {
      text += line
      return
    }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .object(let members):
      text += "{\n"
      for (index, member) in members.enumerated() {
        let key = inner + SchemaValue.quoted(member.key) + ": "
        text += key
        member.value.append(to: &text, indent: indent + 2, used: key.count + 1)
        text += index < members.count - 1 ? ",\n" : "\n"
      }
      text += outer + "}"
    case .array(let items):
      text += "[\n"
      for (index, item) in items.enumerated() {
        text += inner
        item.append(to: &text, indent: indent + 2, used: indent + 3)
        text += index < items.count - 1 ? ",\n" : "\n"
      }
      text += outer + "]"
    case .text, .number, .boolean, .null: text += line
    }
  }

  private static func quoted(_ text: String) -> String {
    var buffer = ByteBuffer()
    JSONText.appendQuoted(text, to: &buffer)
    return buffer.read { $0.text }
  }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  init(integerLiteral number: Int) { self = .number("\(number)") }
  init(arrayLiteral items: SchemaValue...) { self = .array(items) }
  init(dictionaryLiteral members: (String, SchemaValue)...) {
    self = .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  /// An array of texts.
  static func texts(_ texts: [String]) -> SchemaValue { .array(texts.map(SchemaValue.text)) }

  /// This object with a description of its own.
  func described(_ text: String) -> SchemaValue {
    guard case .object(let members) = self else { return self }
    let others = members.filter { $0.key != "description" }
    return .object(others + [Member(key: "description", value: .text(text))])
  }

  /// This object with the members of another one behind its own; any other value itself.
  func with(_ more: SchemaValue) -> SchemaValue {
    guard case .object(let members) = self, case .object(let others) = more else { return self }
    return .object(members + others)
  }
}
