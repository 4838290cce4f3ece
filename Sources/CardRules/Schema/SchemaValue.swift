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

  /// The value as JSON for people.
  var json: String {
    var writer = JSONWriter(.indented)
    write(to: &writer)
    return writer.text.view.text + "\n"
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object { object in
        for member in members {
          object.key(member.key)
          member.value.write(to: &object)
        }
      }
    case .array(let items):
      json.array { array in
        for item in items { item.write(to: &array) }
      }
    case .text(let text): json.add(nil, text)
    case .number(let spelling): json.add(nil, json: spelling)
    case .boolean(let flag): json.add(nil, flag)
    case .null: json.addNull()
    }
  }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .boolean(flag) }
  init(integerLiteral number: Int) { self = .number("\(number)") }
  init(arrayLiteral items: SchemaValue...) { self = .array(items) }
  init(dictionaryLiteral members: (String, SchemaValue)...) { self = .members(members) }

  /// An object with these members.
  static func members(_ members: [(String, SchemaValue)]) -> SchemaValue {
    .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  /// A reference to a definition.
  static func ref(_ name: String, _ description: String) -> SchemaValue {
    ["$ref": .text("#/$defs/\(name)"), "description": .text(description)]
  }

  /// One of some strings.
  static func choice(_ description: String, _ values: [String]) -> SchemaValue {
    ["description": .text(description), "enum": .strings(values)]
  }

  /// An array.
  static func list(_ description: String, of items: SchemaValue) -> SchemaValue {
    ["description": .text(description), "type": "array", "items": items]
  }

  /// A value of one of some forms.
  static func any(_ description: String, of forms: [SchemaValue]) -> SchemaValue {
    ["description": .text(description), "anyOf": .array(forms)]
  }

  /// An array of strings.
  static func strings(_ strings: [String]) -> SchemaValue { .array(strings.map(SchemaValue.text)) }

  /// Any object that has the key.
  static func requires(_ key: String) -> SchemaValue {
    ["required": [.text(key)], "description": .text("it has \(key)")]
  }

  /// Where the condition holds, `then` has to hold too.
  static func when(
    _ condition: SchemaValue, then: SchemaValue, _ description: String
  ) -> SchemaValue { ["description": .text(description), "if": condition, "then": then] }

  /// Objects that have `key`, with a value of this form.
  static func member(_ key: String, _ form: SchemaValue) -> SchemaValue {
    ["properties": [key: form], "required": [.text(key)]]
  }

  /// Any object that has the key, and of it a value of this form; any but `null` by default.
  static func has(_ key: String, _ form: SchemaValue = .nonnull) -> SchemaValue {
    member(key, form.described("the value")).described("it has \(key)")
  }

  /// Any object without the key, or with `null` for it.
  static func hasNot(_ key: String) -> SchemaValue {
    ["not": .has(key), "description": .text("it does not have \(key)")]
  }

  /// A value other than null.
  static let nonnull: SchemaValue = ["not": ["type": "null"]]

  /// A value other than null and an empty string, array or object.
  static let filled: SchemaValue = ["not": ["enum": [.null, "", [], [:]]]]

  /// This object with another description.
  func described(_ text: String) -> SchemaValue {
    guard case .object(let members) = self else { return self }
    let others = members.filter { $0.key != "description" }
    return .object(others + [Member(key: "description", value: .text(text))])
  }

  /// This object with the members of another one after its own; any other value itself.
  func with(_ more: SchemaValue) -> SchemaValue {
    guard case .object(let members) = self, case .object(let others) = more else { return self }
    return .object(members + others)
  }
}
