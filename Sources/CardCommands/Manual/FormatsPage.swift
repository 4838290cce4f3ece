import CardArguments
import CardProcessing
import ContentCardKit
import EventJournal

/// The page about everything that cardctl reads and writes, cardctl-formats(5).
enum FormatsPage {
  static let abstract = "shapes of content cards, registry, journal and configuration"

  static var page: ManualPage {
    ManualPage(
      name: "cardctl-formats", section: 5, abstract: abstract,
      sections: ManualSection.parse(
        [cards, files, registry, ownFiles].joined(separator: "\n\n")))
  }

  // MARK: Cards

  private static var cards: String {
    """
    # DESCRIPTION

    The shapes of content cards, the objects that they become, and cardctl's own files: class
    registries, configurations and journals. All are JSON.

    # FIELDS

    These are the fields of a card whatever its shape. They are named in conditions, in sort keys
    and in the shape `card`, which has all of them.

    \(CardField.allCases.map { "- `\($0.name)`: \(meaning(of: $0))" }.joined(separator: "\n"))

    Derived from them, and shown only where they are named: `campaign_id` and `message_variation_id`
    (from the id), `expired`, `shape`, `payload_size` (the bytes of text that count towards Braze's
    limit), and, where a card was read, `path` (the file as it was named, `-` for standard input)
    and `line` (on which the card begins). `extras.KEY` is one of the extras.

    Times are seconds since 1970, milliseconds up to three decimals. The shape `card` always has all
    flags; other fields without a value are omitted. An empty string counts as absent. Card types are
    \(CardType.allCases.filter { $0 != .unknown }.map { "`\($0.name)`" }.joined(separator: ", "));
    any other is printed as written, and is `unknown` in conditions.

    # CONDITIONS

    A condition is `FIELD OP VALUE`, with or without spaces. FIELD is one of the fields in
    FIELDS or `extras.KEY`. A card without the field satisfies only `!=`. Every
    --where holds one condition, and all of them must match. `FIELD = A|B` matches either value, and
    `FIELD != A|B` neither. Inside double quotes `|` is literal, and a number is text.

    - `FIELD`: The card has the field; a flag is true.
    - `!FIELD`: The card does not have the field; a flag is false.
    - `=` `!=`: Equal, or not; `==` is `=`.
    - `<` `<=` `>` `>=`: Less or more.
    - `^=` `$=` `*=`: Begins with, ends with, contains the text.

    Fields have types, and a VALUE of another type is refused. Times, as `cardctl-inputs(7)`
    describes them, are compared as times; a card that never expires expires after everything, and
    `expires_at = never` finds it. Flags are `true` or `false`. `type` takes the names of card
    types, those of the SDKs and the REST API too, and `shape` those of shapes. Numbers have no
    units: a `payload_size` is in bytes.

    Text is compared by its bytes, and `class_type` without regard to the case of ASCII letters. An
    extra is compared as a number if it is a JSON number and VALUE is one without quotes; an extra
    that is not a number matches neither `<` nor `>` then.

    # SHAPES

    The shape of each card is detected by its keys: the first one below that fits, or the one that
    --shape names. Each key is followed by its field. If a field has several keys, the first with a
    value counts.

    \(Shape.allCases.map(part).joined(separator: "\n\n"))

    ## What survives

    `cardctl convert --as SHAPE` translates. A field comes back from shape A through shape B exactly
    when both have a + in its row:

    \(ManualSection.code(survival))

    The shapes are \(legend). A card type that does not survive is inferred from what the card
    shows; `react-native`, `cordova` and `web` have a flag for control cards. `rest` has no id,
    because the card is not sent yet.
    """
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

  /// A table of the fields that survive a conversion to a shape and back.
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

  private static var legend: String {
    Shape.allCases.enumerated().map { "\($0 + 1) `\($1.name)`" }.joined(separator: ", ")
  }

  // MARK: Files that contain JSON

  private static let files = """
    # FILES THAT CONTAIN JSON

    Named inputs, and standard input, may also be files that contain JSON. Their format is detected
    from their first bytes; `--from` names it. Files in directories are always read as JSON.
    Locations are those of the file.

    - `har`: An HTTP archive, which browsers (the network panel: Save all as HAR with content),
      Charles and Proxyman (Export as HAR) write. Each response whose body contains cards is an
      input, in the order of the times of the requests. `validate` also checks posted requests.
      `FILE#N` is the entry with index N in `log.entries`.
    - `text`: A device log or a transcript: `adb logcat` in any format, the logs of Android Studio,
      Xcode, Console.app, `log stream`, `idevicesyslog`, Flutter, Metro, Unity, Cordova and
      Capacitor, and `curl -v`. JSON values that contain cards are read, and the others are ignored.
      A card that is cut is reported with its line. Copies of a card that the SDK logs again are
      skipped. A `.json`, `.ndjson` or `.jsonl` file is never detected as text, except for the
      output of `log stream`; text without the prefix of a known log needs `--from text`.
    - `xml`: Android's shared preferences (`adb shell run-as PACKAGE cat shared_prefs/FILE`) and XML
      property lists (`plutil -convert xml1`). Strings that contain cards are read. The sets of
      dismissed, expired and test ids in the SDK's metadata file mark cards of all inputs.
    - push: A push payload or push event: the card in `ab_cd`, at any depth, is read. Test sends
      arrive this way.
    - local storage: A dump of a browser's local storage, as JSON
      (`copy(JSON.stringify(localStorage))`) or as a table. Cards that `ab.storage.ccDismissals`
      lists are dismissed.

    Text that only looks like JSON is named and never repaired: dictionaries of Objective-C, objects
    as a JavaScript console shows them, the text of Kotlin and Dart objects.
    """
}
