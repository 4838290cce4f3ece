import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit

/// What `cardctl filter` prints of the cards that match.
enum FilterOutput: Sendable {
  case cards, ids, count
}

/// How `cardctl filter` strings cards together.
enum FilterFormat: String, OptionChoice {
  case ndjson, json

  var summary: String {
    switch self {
    case .ndjson: "one card per line"
    case .json: "one array"
    }
  }
}

/// The options of `cardctl filter`.
struct FilterOptions: Sendable {
  var common = CommonOptions()
  var cards = CardOptions()
  var device = DeviceOptions()
  var selection = CardSelection()
  var types: [CardTypes] = []
  var ids: [IDSelector] = []
  var output = FilterOutput.cards
  var format = FilterFormat.ndjson
  var needsMatch = false
  var isUnique = false
  var sort: [SortKey] = []
  var limit: Int?

  /// How the rows are strung together; nil where there are none.
  var framing: RowFraming? {
    switch output {
    case .count: nil
    case .ids: .lines
    case .cards: format == .json ? .array : .lines
    }
  }

  static let options: [OptionGroup<FilterOptions>] =
    [selectors, flags, times, conditions, printing] + CardOptions.options.lifted(to: \.cards)
    + DeviceOptions.options.lifted(to: \.device) + CommonOptions.options.lifted(to: \.common)

  private static let selectors = OptionGroup<FilterOptions>(
    "Selection",
    [
      Option.values(
        "class-type", \.selection.classTypes, valueName: "TYPE", kind: .classType,
        "only cards of this class type"
      ).explained("`none` matches cards whose class type is absent or not registered."),
      Option.customValues(
        "type", \.types, valueName: "TYPE", kind: .choice(CardTypes.choices),
        "only cards of this type",
        parse: { text throws(ValueProblem) in [try CardTypes.parse(text)] }
      ).rare().explained(
        "The SDKs' and the REST API's names are accepted too, such as `banner_image`."),
      Option.customValues(
        "id", \.ids, valueName: "ID", kind: .cardID, "only the card with this id",
        parse: { text throws(ValueProblem) in [try IDSelector(text)] }
      ).explained(
        "`@FILE` reads ids from FILE, one per line; `@-` reads standard input."),
      .customValues(
        "extra", \.selection.extras, valueName: "KEY[=VALUE]", kind: .extraKey,
        "only cards with this extra; different keys must all match",
        parse: { text throws(ValueProblem) in [try selector(text, ExtraSelector.init)] }
      ),
    ])

  private static let flags = OptionGroup<FilterOptions>(
    "Selection",
    [
      state("pinned", \.selection.isPinned, "pinned cards", not: "are not pinned"),
      state(
        "dismissible", \.selection.isDismissible, "cards that may be dismissed",
        not: "may not be dismissed"),
      state("viewed", \.selection.isViewed, "cards that were seen", not: "were not seen"),
      state("clicked", \.selection.isClicked, "cards that were clicked", not: "were not clicked"),
      state("dismissed", \.selection.isDismissed, "dismissed cards", not: "are not dismissed"),
      state("control", \.selection.isControl, "control cards", not: "are not control cards"),
      state("test", \.selection.isTest, "test cards", not: "are not test cards"),
      .flag(
        "active", \.selection.isActive, "only cards that are not expired, removed or dismissed"),
      .flag(
        "shown", \.selection.isShown, "only cards that users see: active and not control"),
      .flag("expired", \.selection.isExpired, "only cards that have expired"),
    ]
  ).rare(except: "pinned", "active", "shown")

  /// A flag for the cards of which something is true, and `--no-` for those of which it is not.
  private static func state(
    _ name: String, _ setting: @escaping @autoclosure LazyPath<FilterOptions, Bool?>,
    _ cards: String, not others: String
  ) -> Option<FilterOptions> {
    .flag(name, setting(), "only \(cards)", negation: "only cards that \(others)")
  }

  private static let times = OptionGroup<FilterOptions>(
    "Selection",
    [
      Option.times(
        "created-after", of: .event, \.selection.createdAfter,
        "only cards created after this time"
      ).explained(timeForms),
      .times(
        "created-before", of: .event, \.selection.createdBefore,
        "only cards created before this time"),
      .times(
        "expires-after", of: .expiry, \.selection.expiresAfter,
        "only cards that expire after this time, or never"),
      .times(
        "expires-before", of: .expiry, \.selection.expiresBefore,
        "only cards that expire before this time"),
    ]
  ).rare(except: "created-after")

  private static let conditions = OptionGroup<FilterOptions>(
    "Selection",
    [
      Option.customValues(
        "where", \.selection.conditions, valueName: "CONDITION", kind: .condition,
        "only cards that match FIELD OP VALUE",
        parse: { text throws(ValueProblem) in [try selector(text, WhereClause.init)] }
      ).explained(
        "OP is one of = != < <= > >= ^= $= *=; the last three match the start, the end and any "
          + "part of text. FIELD = A|B matches either value. FIELD alone tests presence, !FIELD "
          + "absence. Every condition must match."),
      .flag(
        "invert-match", short: "v", \.selection.isInverted, "only cards that do not match"),
    ])

  private static let printing = OptionGroup<FilterOptions>(
    "Output",
    [
      .flag("count", short: "c", \.output, sets: .count, "print only the number of matching cards"),
      .flag("ids", \.output, sets: .ids, "print only the ids, one per line"),
      .value("to", \.format, valueName: "FORMAT", "write this format"),
      .flag(
        "exit-status", short: "e", \.needsMatch, "exit with status 4 if no card matches"),
      .flag("unique", \.isUnique, "print only the first card with each id"),
      sortOption(\.sort),
      .integer("limit", short: "n", \.limit, range: 0...Int.max, "print at most N cards"),
    ]
  ).rare(except: "count", "ids", "sort", "limit")

}

extension CardType {
  /// What users see of such a card.
  fileprivate var summary: String {
    switch self {
    case .classic: "title and text"
    case .classicImage: "title, text and a small image"
    case .captionedImage: "a wide image with title and text below it"
    case .imageOnly: "an image alone"
    case .control: "nothing: the control variant of a campaign"
    case .unknown: "any other type"
    }
  }
}

extension CardTypes {
  /// The types as values of options.
  static let choices = CardType.allCases.map {
    Choice(name: $0.name.description, summary: $0.summary)
  }

  /// The types that have this name.
  static func parse(_ text: String) throws(ValueProblem) -> CardTypes {
    if let types = CardTypes(named: text) { return types }
    throw .unknownWord(
      kind: "type", text: text,
      known: known(near: text, CardTypes.names, CardTypes.shapeNames))
  }
}
