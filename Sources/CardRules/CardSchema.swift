import CardJSON
import ContentCardKit

/// The JSON Schemas that `validate --schema` prints, for editors and other validators.
///
/// They are generated from the tables that the rules use, so the two agree as far as JSON Schema
/// allows. Sizes, the current time, totals over lists and duplicate ids cannot be expressed.
package enum CardSchema: String, CaseIterable, Sendable {
  /// Bodies of REST requests, and the content card in them.
  case rest
  /// A registry of class types.
  case registry
  /// A configuration file, `.cardctl.json`.
  case configuration

  /// Returns the schema as JSON text with a final line feed.
  ///
  /// - Parameters:
  ///   - registry: the classes whose extras are described.
  ///   - typeKey: the extras key of the class type.
  package func text(registry: Registry = .builtIn, typeKey: String = "class_type") -> String {
    let classes = ClassSchema(registry: registry, typeKey: typeKey)
    return switch self {
    case .rest: RequestSchema(classes: classes).value.json
    case .registry: RegistrySchema.value.json
    case .configuration: ConfigurationSchema.value.json
    }
  }

  /// Returns the first members of the schema: its dialect, which is JSON Schema 2020-12, and its
  /// id, title and description.
  func document(title: String, _ description: String) -> SchemaValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .text("urn:cardctl:schema:\(rawValue)"),
      "title": .text(title), "description": .text(description),
    ]
  }
}

/// Regular expressions that several schemas use, in the syntax that all validators support.
enum SchemaPattern {
  /// A Liquid tag.
  static let liquid = #"\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}"#
  /// An ISO 8601 time.
  static let time = ISO8601.pattern()
  /// A time for `/users/track`, where a colon may precede the milliseconds.
  static let trackedTime = ISO8601.pattern(fractionMark: "[.:]")
  /// A JSON number with surrounding whitespace.
  static let number = #"^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$"#
  /// A JSON number without fraction and exponent, with surrounding whitespace.
  static let integer = #"^\s*-?(0|[1-9][0-9]*)\s*$"#
  /// A URL: a scheme, a colon, and at least one more character.
  static let url = "^[A-Za-z][A-Za-z0-9+.-]*:[^\\u0000-\\u0020\\u007f]+$"

  /// Returns a pattern that matches `name` and ignores case, which not all validators have a flag
  /// for.
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
