import CardArguments
import CardProcessing
import ContentCardKit
import EventJournal

/// The text of cardctl-formats(5), the page about everything that cardctl reads and writes, with
/// the parts that are generated from declarations.
enum FormatsPage {
  static var text: String {
    let types = CardType.allCases.filter { $0 != .unknown }.map { "`\($0.name)`" }
    let fields = CardField.allCases.map { "- `\($0.name)`: \(meaning(of: $0))" }
    let shapes = Shape.allCases.enumerated().map { "\($0 + 1) `\($1.name)`" }
    return HelpText.filled(
      HelpText.formats,
      [
        "fields": fields.joined(separator: "\n"), "types": types.joined(separator: ", "),
        "shapes": Shape.allCases.map(part).joined(separator: "\n\n"),
        "survival": ManualSection.code(survival), "legend": shapes.joined(separator: ", "),
        "classes": Registry.builtIn.classes.map(part).joined(separator: "\n\n"),
        "propertyTypes": PropertyType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
        "events": EventKind.allCases.map { "`\($0.rawValue)`" }.joinedWithOr,
      ])
  }

  private static func meaning(of field: CardField) -> String {
    let sort =
      switch field.content {
      case .text: "Text"
      case .boolean: "True or false"
      case .number: "A number"
      case .time: "A time"
      case .pairs: "An object of strings"
      }
    return "\(sort): \(field.summary)."
  }

  private static func part(of shape: Shape) -> String {
    let keys = shape.documentedKeys
    let width = keys.map(\.key.count).max() ?? 0
    let written = Set(shape.writtenKeys.map(\.key))
    let lines = keys.map { key, field in
      "\(DisplayWidth.padded(key, to: width))  \(field.name)"
        + (written.contains(key) ? "" : "  (read only)")
    }
    let names = shape.typeNames.map { "`\($0)`" }
    let types = names.isEmpty ? "" : " Card types: \(names.joined(separator: ", "))."
    return """
      ## \(shape.name)

      Where it is found: \(shape.summary). Recognized by \(shape.recognition(quote: "`")).\(types)

      \(ManualSection.code(lines.joined(separator: "\n")))
      """
  }

  /// A table of the fields that a conversion to each shape and back preserves.
  private static var survival: String {
    let width = CardField.allCases.map(\.name.description.count).max() ?? 0
    func row(_ name: String, _ cells: [String]) -> String {
      DisplayWidth.padded(name, to: width)
        + cells.map { DisplayWidth.padded($0, to: 4, alignsRight: true) }.joined()
    }
    let head = row("", Shape.allCases.indices.map { "\($0 + 1)" })
    let rows = CardField.allCases.map { field in
      row(field.name.description, Shape.allCases.map { $0.carries(field) ? "+" : "." })
    }
    return ([head] + rows).joined(separator: "\n")
  }

  private static func part(of definition: ContentCardClass) -> String {
    let properties = definition.properties.map { "- `\($0.name)`: \(sentence(about: $0))" }
    return "## \(definition.name)\n\nBecomes `\(definition.object)`:\n\n"
      + properties.joined(separator: "\n")
  }

  private static func sentence(about property: PropertyDefinition) -> String {
    var parts = ["\(property.type == .integer ? "an" : "a") \(property.type.rawValue)"]
    switch (property.minimum, property.maximum) {
    case (let low?, let high?): parts[0] += " from \(low) to \(high)"
    case (let low?, nil): parts[0] += " from \(low)"
    case (nil, let high?): parts[0] += " up to \(high)"
    case (nil, nil): break
    }
    if let values = property.values { parts[0] = "one of \(values.joined(separator: ", "))" }
    switch property.origin {
    case .from:
      parts.append("from " + property.sources.map { "`\($0.name)`" }.joined(separator: ", else "))
    case .join:
      parts.append(property.sources.map { "`\($0.name)`" }.joined(separator: " and ") + " joined")
    case .firstOf:
      parts[0] = "an object with `kind` and `value`, the first that is present"
      parts += property.alternatives.map { alternative in
        let sources = alternative.sources.map { "`\($0.name)`" }.joined(separator: ", else ")
        return "`\(alternative.kind)` from \(sources)"
      }
    case .constant:
      parts = ["always " + (property.fixedValue?.text.map { "`\($0)`" } ?? "the same")]
    }
    if property.origin != .join, let separator = property.separator {
      parts.append("split at `\(separator)`")
    }
    if property.isRequired {
      let needed = property.needed.map { "`\($0.name)`" }.joined(separator: " and ")
      parts.append(needed.isEmpty ? "required" : "\(needed) required")
    }
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
