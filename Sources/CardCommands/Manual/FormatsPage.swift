import CardProcessing
import CardArguments
import ContentCardKit

/// The page about everything that cardctl reads and writes, cardctl-formats(5).
enum FormatsPage {
  static let abstract = "shapes of content cards, registry, journal and configuration"

  static var page: ManualPage {
    ManualPage(
      name: "cardctl-formats", section: 5,
      abstract: abstract,
      sections: [
        ManualSection(
          "DESCRIPTION",
          "The shapes of content cards, the objects that they become, and cardctl's own files: class "
            + "registries, configurations and journals. All are JSON."),
        ManualSection("FIELDS", fields),
        ManualSection("SHAPES", shapes + [.part(survival)]),
        ManualSection("FILES THAT CONTAIN JSON", carriers),
        ManualSection("OBJECTS", objects),
        ManualSection("REGISTRY", registry),
        ManualSection("CONFIGURATION", configuration),
        ManualSection("JOURNAL", journal),
        ManualSection("SEE ALSO", "`cardctl(1)`, `cardctl-inputs(7)`"),
      ])
  }

  // MARK: Fields

  private static let fields: [ManualBlock] = [
    .paragraph(
      "These are the fields of a card whatever its shape. They are named in conditions, in sort "
        + "keys and in the shape `card`, which has all of them."),
    .terms(CardField.allCases.map { ManualTerm("`\($0.name)`", meaning(of: $0)) }),
    .paragraph(
      "Derived from them, and shown only where they are named: `campaign_id` and "
        + "`message_variation_id` (from the id), `expired`, `shape`, `payload_size` (the bytes "
        + "of text that count towards Braze's limit), and, where a card was read, `path` (the "
        + "file as it was named, `-` for standard input) and `line` (on which the card begins). "
        + "`extras.KEY` is one of the extras."),
    .paragraph(
      "Times are seconds since 1970, milliseconds up to three decimals. The shape `card` always "
        + "has all flags; other fields without a value are omitted. An empty text is "
        + "no value. Card types are "
        + CardType.allCases.filter { $0 != .unknown }.map { "`\($0.name)`" }
        .joined(separator: ", ")
        + "; any other is printed as written, and is `unknown` in conditions."),
  ]

  private static func meaning(of field: CardField) -> String {
    let sort =
      switch field.content {
      case .text: "Text"
      case .boolean: "True or false"
      case .number: "A number"
      case .time: "A time"
      case .pairs: "An object of texts"
      }
    return "\(sort): \(field.summary)."
  }

  // MARK: Shapes

  private static let shapes: [ManualBlock] =
    [
      .paragraph(
        "The shape of each card is detected by its keys: the first one below that fits, or the one "
          + "that --shape names. Each key is followed by its field. If a field has several keys, the "
          + "first with a value counts.")
    ] + Shape.allCases.map { shape in .part(part(of: shape)) }

  private static func part(of shape: Shape) -> ManualSection {
    let keys = shape.documentedKeys
    let width = keys.map(\.key.count).max() ?? 0
    let written = Set(shape.writtenKeys.map(\.key))
    let lines = keys.map { key, field in
      "\(DisplayWidth.padded(key, to: width))  \(field.name)"
        + (written.contains(key) ? "" : "  (read only)")
    }
    let names = shape.typeNames.map { "`\($0)`" }
    return ManualSection(
      shape.name.description,
      [
        .paragraph(
          "Where it is found: \(shape.summary). Recognized by \(shape.recognition(quote: "`"))."
            + (names.isEmpty ? "" : " Card types: \(names.joined(separator: ", "))."))
      ] + [.verbatim(lines)])
  }

  /// The fields that survive a conversion to a shape and back.
  private static var survival: ManualSection {
    let shapes = Shape.allCases
    let width = CardField.allCases.map(\.name.description.count).max() ?? 0
    let head =
      DisplayWidth.padded("", to: width) + shapes.indices.map { cell("\($0 + 1)") }.joined()
    let rows = CardField.allCases.map { field in
      DisplayWidth.padded(field.name.description, to: width)
        + shapes.map { cell($0.carries(field) ? "+" : ".") }.joined()
    }
    let legend = shapes.enumerated().map { "\($0 + 1) `\($1.name)`" }.joined(separator: ", ")
    return ManualSection(
      "What survives",
      [
        .paragraph(
          "`cardctl convert --as SHAPE` translates. A field comes back from shape A through shape "
            + "B exactly when both have a + in its row:"),
        .verbatim([head] + rows),
        .paragraph(
          "The shapes are \(legend). A card type that does not survive is inferred from "
            + "what the card shows; `react-native`, `cordova` and `web` have a flag for control "
            + "cards. `rest` has no id, because the card is not sent yet."),
      ])
  }

  private static func cell(_ text: String) -> String {
    DisplayWidth.padded(text, to: 4, alignsRight: true)
  }
}
