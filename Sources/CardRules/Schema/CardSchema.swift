import CardJSON
import ContentCardKit

/// The JSON Schemas that `validate --schema` prints, for editors and for other validators.
///
/// Made from the tables that the rules use, so that both say the same as far as a schema can say
/// it: sizes, clocks, sums over lists and ids that occur twice are beyond one.
package enum CardSchema: String, CaseIterable, Sendable {
  /// Cards as SDKs receive and store them, and the sync responses they come in.
  case wire
  /// Bodies of REST requests, and the content card in them.
  case rest
  /// A registry of class types.
  case registry
  /// A `.cardctl.json`.
  case configuration

  /// The schema as JSON text, with a line break at its end.
  ///
  /// - Parameters:
  ///   - registry: the classes whose extras are described.
  ///   - typeKey: the key of the extras that names the class type.
  package func text(registry: Registry = .builtIn, typeKey: String = "class_type") -> String {
    let classes = ClassSchema(registry: registry, typeKey: typeKey)
    return switch self {
    case .wire: WireSchema(classes: classes).value.json
    case .rest: RequestSchema(classes: classes).value.json
    case .registry: RegistrySchema.value.json
    case .configuration: ConfigurationSchema.value.json
    }
  }

  /// The first members of the schema: its dialect, JSON Schema 2020-12, the name by which other
  /// documents can refer to it, its title and its description.
  func document(title: String, _ description: String) -> SchemaValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .text("urn:cardctl:schema:\(rawValue)"),
      "title": .text(title), "description": .text(description),
    ]
  }
}

/// Patterns that several schemas use, in the dialect of regular expressions that all validators
/// share.
enum SchemaPattern {
  /// A pair of Liquid delimiters.
  static let liquid = #"\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}"#
  /// An ISO 8601 time.
  static let time = ISO8601.pattern()
  /// A time for `/users/track`, where a colon may come before the milliseconds.
  static let trackedTime = ISO8601.pattern(fractionMark: "[.:]")
  /// A JSON number with surrounding whitespace.
  static let number = #"^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$"#
  /// A JSON number without fraction and exponent, with surrounding whitespace.
  static let integer = #"^\s*-?(0|[1-9][0-9]*)\s*$"#
  /// An address: a scheme, a colon and something after it.
  static let url = "^[A-Za-z][A-Za-z0-9+.-]*:[^\\u0000-\\u0020\\u007f]+$"

  /// `name` in capital and small letters; patterns have no switch for that everywhere.
  static func ignoringCase(_ name: String) -> String {
    var pattern = "^"
    for scalar in name.unicodeScalars {
      let letter = String(scalar)
      if scalar.isASCII, letter.lowercased() != letter.uppercased() {
        pattern += "[\(letter.lowercased())\(letter.uppercased())]"
      } else if "\\^$.|?*+()[]{}/-".unicodeScalars.contains(scalar) {
        pattern += letter == "-" || letter == "/" ? letter : "\\" + letter
      } else {
        pattern += letter
      }
    }
    return pattern + "$"
  }
}
