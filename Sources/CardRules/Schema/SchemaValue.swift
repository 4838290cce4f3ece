import CardJSON

/// A JSON value for building schemas.
///
/// Members keep their order.
indirect enum SchemaValue: Equatable, Sendable {
  case object([Member])
  case array([SchemaValue])
  case text(String)
  /// A number as JSON text.
  case number(String)
  case boolean(Bool)
  case null

  /// One member of an object.
  struct Member: Equatable, Sendable {
    let key: String
    let value: SchemaValue
  }

  /// The value as indented JSON with a final line feed.
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

  /// Creates an object.
  static func members(_ members: [(String, SchemaValue)]) -> SchemaValue {
    .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  /// Creates a reference to a definition.
  static func ref(_ name: String, _ description: String) -> SchemaValue {
    ["$ref": .text("#/$defs/\(name)"), "description": .text(description)]
  }

  /// Creates a schema for one of `values`.
  static func choice(_ description: String, _ values: [String]) -> SchemaValue {
    ["description": .text(description), "enum": .strings(values)]
  }

  /// Creates a schema for an array of `items`.
  static func list(_ description: String, of items: SchemaValue) -> SchemaValue {
    ["description": .text(description), "type": "array", "items": items]
  }

  /// Creates a schema for a value that matches any of `forms`.
  static func any(_ description: String, of forms: [SchemaValue]) -> SchemaValue {
    ["description": .text(description), "anyOf": .array(forms)]
  }

  /// Creates an array of strings.
  static func strings(_ strings: [String]) -> SchemaValue { .array(strings.map(SchemaValue.text)) }

  /// Creates a schema for objects that have `key`.
  static func requires(_ key: String) -> SchemaValue {
    ["required": [.text(key)], "description": .text("it has \(key)")]
  }

  /// Creates a conditional schema: values that match `condition` must match `then`.
  static func when(
    _ condition: SchemaValue, then: SchemaValue, _ description: String
  ) -> SchemaValue { ["description": .text(description), "if": condition, "then": then] }

  /// Creates a schema for objects that have `key` with a value that matches `form`.
  static func member(_ key: String, _ form: SchemaValue) -> SchemaValue {
    ["properties": [key: form], "required": [.text(key)]]
  }

  /// Like `member`, with descriptions; by default, any value except `null` matches.
  static func has(_ key: String, _ form: SchemaValue = .nonnull) -> SchemaValue {
    member(key, form.described("the value")).described("it has \(key)")
  }

  /// Creates a schema for objects in which `key` is absent or `null`.
  static func hasNot(_ key: String) -> SchemaValue {
    ["not": .has(key), "description": .text("it does not have \(key)")]
  }

  /// A schema for values other than null.
  static let nonnull: SchemaValue = ["not": ["type": "null"]]

  /// A schema for values other than null and an empty string, array or object.
  static let filled: SchemaValue = ["not": ["enum": [.null, "", [], [:]]]]

  /// Returns a copy of the object with its description replaced.
  func described(_ text: String) -> SchemaValue {
    guard case .object(let members) = self else { return self }
    let others = members.filter { $0.key != "description" }
    return .object(others + [Member(key: "description", value: .text(text))])
  }

  /// Returns a copy of the object with the members of `more` appended; other values are unchanged.
  func with(_ more: SchemaValue) -> SchemaValue {
    guard case .object(let members) = self, case .object(let others) = more else { return self }
    return .object(members + others)
  }
}
