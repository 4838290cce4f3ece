import CardJSON
import ContentCardKit

/// The properties that requests bring for a campaign or a Canvas, as a configuration lists them.
package struct Contract: Sendable {
  /// The name of the campaign or Canvas, for messages; nil if not given.
  var name: String?
  /// The properties by name.
  var properties: [String: Property] = [:]

  /// A property: what its value must be.
  ///
  /// The language is that of registries, for values that are JSON and not text.
  struct Property: Sendable {
    var type = PropertyKind.string
    var isRequired = false
    /// The allowed values; nil for any value of the type.
    var values: [Scalar]?
    var minimum: ContentCardNumber?
    var maximum: ContentCardNumber?

    /// The bound or value that does not fit the type; nil if all of them do.
    var problem: String? {
      if minimum != nil || maximum != nil, type != .number, type != .integer {
        return "bounds need the type number or integer"
      }
      return values?.first { !type.accepts($0) }.map { "\($0.shown) is not \(type.noun)" }
    }
  }

  /// The type of a property.
  enum PropertyKind: String, CaseIterable, Sendable {
    case string, number, integer, boolean, url, list, object

    /// The name of the type in messages.
    var noun: String {
      switch self {
      case .string: "a string"
      case .number: "a number"
      case .integer: "a whole number"
      case .boolean: "true or false"
      case .url: "a URL in quotes"
      case .list: "an array"
      case .object: "an object"
      }
    }

    /// Returns whether a value has the type; a number in quotes is a string.
    func accepts(_ value: JSONNode) -> Bool {
      switch self {
      case .string: value.kind == .string
      case .number: value.kind == .number
      case .integer: value.kind == .number && JSONNumber.isInteger(value.content)
      case .boolean: value.kind == .true || value.kind == .false
      case .url:
        value.kind == .string
          && (value.isLiquid || JSONString(value).withText(ValueRules.isURL))
      case .list: value.kind == .array
      case .object: value.kind == .object
      }
    }

    /// Returns whether an allowed value can have the type.
    func accepts(_ value: Scalar) -> Bool {
      switch self {
      case .string, .url: value.kind == .string
      case .number, .integer: value.kind == .number
      case .boolean: value.kind == .true || value.kind == .false
      case .list, .object: false
      }
    }
  }

  /// An allowed value: a string, a number or a Boolean.
  ///
  /// It outlives the document of the configuration.
  struct Scalar: Sendable {
    fileprivate let kind: JSONKind
    private let text: String
    /// The value in messages.
    let shown: String

    /// Creates a scalar; nil for other values.
    init?(_ node: JSONNode) {
      guard node.kind != .null, !node.word.isContainer else { return nil }
      (kind, text, shown) = (node.kind, node.string, node.shown)
    }

    /// Returns whether a value is this one; numbers are compared by value.
    func equals(_ node: JSONNode) -> Bool {
      guard node.kind == kind else { return false }
      if kind == .number { return ContentCardNumber(text) == ContentCardNumber(node.string) }
      return kind != .string || node.string == text
    }
  }
}

// The keys of contracts, which define both their reader and their schema.
extension Contract {
  private typealias Schema = ConfigurationSchema

  /// Returns the keys of a campaign or a Canvas.
  ///
  /// - Parameter properties: the key of the properties.
  static func keys(_ noun: String, _ properties: String) -> [ConfigurationKey<Contract>] {
    [
      .init("name", Schema.text("the name of the \(noun), for messages")) {
        $2.name = $0.text($1, "\"name\" must be the name of the \(noun)")
      },
      .init(
        properties,
        [
          "description": "the properties that requests bring, by name", "type": "object",
          "additionalProperties": .ref("contractProperty", "what the property must be"),
        ]
      ) {
        $2.properties = $0.entries(
          $1, of: Contract.Property.keys, "an object of properties, such as {\"type\": \"string\"}",
          Property.init)
        for (key, value) in $1.members {
          if let problem = $2.properties[key.string]?.problem { $0.report(value, problem) }
        }
      },
    ]
  }

  /// Returns the schema of contracts by the ids of campaigns or Canvases.
  static func schema(_ noun: String, _ properties: String) -> SchemaValue {
    [
      "description": .text("what requests must bring for a \(noun), by its id"), "type": "object",
      "additionalProperties": [
        "description": .text("a \(noun)"), "type": "object", "additionalProperties": false,
        "properties": .members(keys(noun, properties).map { ($0.name, $0.schema()) }),
      ],
    ]
  }
}

extension Contract.Property {
  /// The schema.
  static var schema: SchemaValue {
    [
      "description": "a property", "type": "object", "additionalProperties": false,
      "properties": .members(keys.map { ($0.name, $0.schema()) }),
    ]
  }

  /// The keys of a property.
  static let keys: [ConfigurationKey<Contract.Property>] = [
    .init(
      "type", .choice("the type; string by default", Contract.PropertyKind.allCases.map(\.rawValue))
    ) { reader, value, property in
      property.type = reader.choice(value) { "\"type\" must be one of \($0)" } ?? .string
    },
    .init(
      "required", ["type": "boolean", "description": "whether every request must bring it"]
    ) { reader, value, property in
      property.isRequired = value.kind == .true
      if value.kind == .true || value.kind == .false { return }
      reader.report(value, "\"required\" must be true or false")
    },
    .init(
      "values", .list("the allowed values", of: .ref("scalar", "one of them")).with(["minItems": 1])
    ) { reader, value, property in
      guard value.kind == .array, !value.isEmptyContainer else {
        return reader.report(value, "\"values\" must be an array of the allowed values")
      }
      property.values = value.elements.compactMap { element in
        let scalar = Contract.Scalar(element)
        if scalar == nil { reader.report(element, "expected a string, a number or a boolean") }
        return scalar
      }
    },
    .init("minimum", ["type": "number", "description": "the minimum of a number"]) {
      $2.minimum = $0.number($1, "minimum")
    },
    .init("maximum", ["type": "number", "description": "the maximum of a number"]) {
      $2.maximum = $0.number($1, "maximum")
    },
  ]
}

/// The contracts of a configuration.
package struct Contracts: Sendable {
  /// The contracts of campaigns by their ids.
  var campaigns: [String: Contract] = [:]
  /// The contracts of Canvases by their ids.
  var canvases: [String: Contract] = [:]
}
