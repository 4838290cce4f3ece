import CardArguments
import ContentCardKit
import EventJournal

// Objects, the registry that defines them, and cardctl's other files.
extension FormatsPage {
  static var registry: String {
    """
    # OBJECTS

    The objects that `cardctl convert` makes from cards of the built-in class types. Before the
    properties they have `contentCardData` and `object`. `contentCardData` has `contentCardId`,
    `contentCardClassType` (in lower case), `createdAt`, `expiresAt` (absent when the card never
    expires), `isDismissible`, `isPinned`, `isControl`, `isViewed`, `isClicked` and `isTest`; an
    item of a local feed has none.

    \(Registry.builtIn.classes.map(part).joined(separator: "\n\n"))

    # REGISTRY

    A registry adds class types to the built-in ones, or replaces those of the same name; the case
    of ASCII letters does not matter. It is named with --classes or in the configuration. `cardctl
    validate` checks it, and `cardctl validate --schema registry` prints its JSON Schema.

    \(ManualSection.code(sampleRegistry))

    A property has exactly one of these:

    - `from`: A list of fields; the first one with a value is used.
    - `firstOf`: An object of kinds, each with a list of fields; the property becomes an object with
      `kind` and `value`.
    - `join`: A list of fields, whose values are joined with the text of `with`.
    - `constant`: A value that is the same for every card.

    Fields are those of FIELDS that are not derived, or `extras.KEY`. A property may also have:

    - `type`: \(PropertyType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")); string
      unless it is given. Numbers follow JSON's grammar and keep their spelling: `12.5` is one,
      `10%` is not.
    - `required`: True: a card without the property is an error. With `join`, a list of the fields
      that must be present. A bad value of an optional property is omitted.
    - `minimum`, `maximum`: The bounds of a number, which they include.
    - `values`: The allowed values.
    - `separator`: The text between the items of a list that is given as text.
    - `default`: The value of a card that has none.
    - `invalid`: `fails`: a card with an invalid value fails even if the property is optional; by
      default the object omits the property.
    """
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
    case .from(let sources):
      parts.append("from " + sources.map { "`\($0.name)`" }.joined(separator: ", else "))
    case .join(let sources, _):
      parts.append(sources.map { "`\($0.name)`" }.joined(separator: " and ") + " joined")
    case .firstOf(let alternatives):
      parts[0] = "an object with `kind` and `value`, the first that is present"
      parts += alternatives.map { alternative in
        let sources = alternative.sources.map { "`\($0.name)`" }.joined(separator: ", else ")
        return "`\(alternative.kind)` from \(sources)"
      }
    case .constant(.text(let text)): parts = ["always `\(text)`"]
    case .constant: parts = ["always the same"]
    }
    if let separator = property.separator { parts.append("split at `\(separator)`") }
    switch property.requirement {
    case .optional: break
    case .required: parts.append("required")
    case .fields(let fields):
      parts.append("\(fields.map { "`\($0.name)`" }.joined(separator: " and ")) required")
    }
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// A sample registry for the page, which a test reads.
  static let sampleRegistry = """
    {"classes": {
      "store_event": {"object": "StoreEvent", "properties": {
        "name": {"from": ["extras.event_name", "title"], "required": true},
        "seats": {"from": ["extras.seats"], "type": "integer", "minimum": 1},
        "topics": {"from": ["extras.topics"], "type": "list", "separator": ";"}}}}}
    """

  /// A sample configuration for the page, which a test reads.
  static let sampleConfiguration = """
    {"classes": "cards/registry.json",
     "typeKey": "class_type",
     "rules": {"card/text-long": "warning", "links/insecure": "error"},
     "profile": ["braze-swift", "android"],
     "baseline": "cards/baseline.json",
     "maxWarnings": 10,
     "exclude": ["drafts/", "*.old.json"],
     "overrides": [
       {"files": "requests/**", "kind": "messages-send"},
       {"files": ["legacy/", "*.v1.json"], "rules": {"links/insecure": "off"}, "profile": []}]}
    """

  static var ownFiles: String {
    """
    # CONFIGURATION

    `convert`, `filter`, `validate` and `inspect` read the nearest `.cardctl.json`, from the working
    directory up to the one that holds `.git`, or to the home directory; if there is neither, only
    in the working directory. A note names a file from another directory. The command line overrides
    the environment, which overrides the file. Its paths are relative to it, and lead to files, not
    to pipes or devices. `cardctl validate --schema configuration` prints its JSON Schema, which
    `$schema` may name for editors.

    \(ManualSection.code(sampleConfiguration))

    - `classes`: The path of a registry, or the object that it would hold.
    - `typeKey`: The key of the extras that names the class type, as --type-key.
    - `rules`: Rules or patterns (`class/*`) with their levels, as --rule.
    - `profile`: The SDK whose users see the cards, or an array of several, as --profile.
    - `baseline`: The accepted findings, as --baseline.
    - `maxWarnings`: The maximum number of warnings with which a run succeeds, as --max-warnings.
    - `exclude`: A pattern of paths that are skipped in directories, or an array of several, as
      --exclude, for paths from the directory of the configuration.
    - `overrides`: Settings for the paths that one of the patterns in `files` matches: `kind`, as
      --kind, also for a file with broken JSON; `rules` and `profile`. Overrides apply in order: a
      later one replaces `kind` and `profile`, and rule by rule `rules`. The command line overrides
      them.

    # JOURNAL

    A journal has one event a line; a line counts only when it is complete. Unknown values are
    omitted.

    - `v`: The version of the format, 1.
    - `id`: The id of the event, a UUID of version 7.
    - `time`: When it happened, ISO 8601 in UTC with milliseconds.
    - `event`: \(EventKind.allCases.map { "`\($0.rawValue)`" }.joinedWithOr).
    - `card_id`: The card it happened to.
    - `control`: Whether that is a control card.
    - `class_type`: The card's class type.
    - `campaign_id`, `message_variation_id`: What sent the card.
    - `user_id`, `device_id`, `session_id`: Who saw it, where and when.
    - `properties`: An object of further values.
    - `key`: An event of the same kind and card with the same key is the same event.

    # SEE ALSO

    `cardctl(1)`, `cardctl-inputs(7)`
    """
  }
}
