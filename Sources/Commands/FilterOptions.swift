import Arguments
import ContentCards

/// What `cardctl filter` prints of the cards that match.
enum FilterOutput: Sendable {
  case cards
  case ids
  case count
}

/// How `cardctl filter` strings cards together.
enum FilterFormat: String, OptionChoice {
  case ndjson
  case json

  var summary: String {
    switch self {
    case .ndjson: "one card a line"
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
  var createdAfter: [String] = []
  var createdBefore: [String] = []
  var expiresAfter: [String] = []
  var expiresBefore: [String] = []
  var output = FilterOutput.cards
  var format = FilterFormat.ndjson
  var needsMatch = false
  var isUnique = false
  var sort: [SortKey] = []
  var limit: Int?

  static let options: [OptionGroup<FilterOptions>] =
    [selectors, flags, times, conditions, printing] + CardOptions.options.lifted(to: \.cards)
    + DeviceOptions.options.lifted(to: \.device) + CommonOptions.unconfigured.lifted(to: \.common)

  private static let selectors = OptionGroup<FilterOptions>(
    "Selection",
    [
      Option.values(
        "class-type", \.selection.classTypes, valueName: "TYPE", kind: .classType,
        "only cards of this class type"
      ).explained("`none` stands for cards of no class type and of one that is not registered."),
      .customValues(
        "type", \.selection.types, valueName: "TYPE", kind: .choice(CardType.choices),
        "only cards of this type",
        parse: { text throws(ValueProblem) in [try CardType.parse(text)] }),
      .values("id", \.selection.ids, valueName: "ID", kind: .cardID, "only the card with this id"),
      Option.customValues(
        "extra", \.selection.extras, valueName: "KEY[=VALUE]", kind: .extraKey,
        "only cards whose extras have this key, or this value of it",
        parse: { text throws(ValueProblem) in [try extra(text)] }
      ).explained("Repeats for one key are alternatives; different keys must all match."),
    ])

  private static let flags = OptionGroup<FilterOptions>(
    "Selection",
    [
      .flag("pinned", \.selection.isPinned, "only pinned cards", negatable: true),
      .flag(
        "dismissible", \.selection.isDismissible, "only cards that may be dismissed",
        negatable: true),
      .flag("viewed", \.selection.isViewed, "only cards that were seen", negatable: true),
      .flag("clicked", \.selection.isClicked, "only cards that were clicked", negatable: true),
      .flag("dismissed", \.selection.isDismissed, "only dismissed cards", negatable: true),
      .flag("control", \.selection.isControl, "only control cards", negatable: true),
      .flag("test", \.selection.isTest, "only test cards", negatable: true),
      .flag(
        "active", \.selection.isActive, "only cards that are not expired, removed or dismissed"),
      .flag("expired", \.selection.isExpired, "only cards that have expired"),
    ]
  ).rare(except: "pinned", "viewed", "clicked", "active")

  private static let times = OptionGroup<FilterOptions>(
    "Selection",
    [
      time("created-after", \.createdAfter, "only cards created after this time"),
      time("created-before", \.createdBefore, "only cards created before this time"),
      time("expires-after", \.expiresAfter, "only cards that expire after this time, or never"),
      time("expires-before", \.expiresBefore, "only cards that expire before this time"),
    ]
  ).rare(except: "created-after", "expires-before")

  private static let conditions = OptionGroup<FilterOptions>(
    "Selection",
    [
      Option.customValues(
        "where", \.selection.conditions, valueName: "CONDITION", kind: .condition,
        "only cards for which FIELD OP VALUE holds",
        parse: { text throws(ValueProblem) in [try condition(text)] }
      ).explained(
        "OP is one of = != < <= > >= ^= $= *=, the last three for begin, end and part of a text. "
          + "A FIELD alone tests that it is there. Every condition has to hold."),
      .flag(
        "invert-match", short: "v", \.selection.isInverted, "only cards that do not match"),
    ])

  private static let printing = OptionGroup<FilterOptions>(
    "Output",
    [
      .flag("count", short: "c", \.output, sets: .count, "print only how many cards match"),
      .flag("ids", \.output, sets: .ids, "print only the ids, one a line"),
      .value("to", \.format, valueName: "FORMAT", "write this format"),
      .flag(
        "exit-status", short: "e", \.needsMatch, "end with status 4 when no card matches"),
      .flag("unique", \.isUnique, "of cards with the same id only the first"),
      sortOption(\.sort),
      .integer("limit", \.limit, range: 0...Int.max, "print at most so many cards"),
    ]
  ).rare(except: "count", "ids", "to", "sort", "limit")

  private static func time(
    _ name: String, _ setting: @escaping @autoclosure LazyPath<FilterOptions, [String]>,
    _ help: String
  ) -> Option<FilterOptions> {
    .customValues(
      name, setting(), valueName: "TIME", kind: .time, help,
      parse: { text throws(ValueProblem) in [try checkedTime(text)] })
  }

  private static func extra(_ text: String) throws(ValueProblem) -> ExtraSelector {
    do {
      return try ExtraSelector(text)
    } catch {
      throw .reason(error.description)
    }
  }

  private static func condition(_ text: String) throws(ValueProblem) -> WhereClause {
    do {
      return try WhereClause(text)
    } catch {
      throw error.valueProblem
    }
  }
}

/// The option `--sort`, which several commands have.
func sortOption<Settings>(_ setting: @escaping @autoclosure LazyPath<Settings, [SortKey]>)
  -> Option<Settings>
{
  Option.customValues(
    "sort", setting(), valueName: "FIELD[:desc]", kind: .sortKey, "sort by this field",
    parse: { text throws(ValueProblem) in
      do throws(SelectionError) {
        return try SortKey.keys(text)
      } catch {
        throw error.valueProblem
      }
    }
  ).explained(
    "Repeats sort what the fields before leave equal; cards without the field come last. `feed` is "
      + "the order of the SDKs: pinned first, then the newest. All rows are held in memory.")
}

extension SelectionError {
  /// The error as the parser words it, with the nearest field where one was misspelt.
  var valueProblem: ValueProblem {
    guard case .unknownField(let name) = self else { return .reason(description) }
    if nearest(to: name, in: FieldPath.names).isEmpty {
      return .reason("\(description); one of the extras is written 'extras.\(name)'")
    }
    return .unknownWord(kind: "field", text: name, known: FieldPath.names)
  }
}

extension ValueKind {
  static let classType = ValueKind.word(Vocabulary(name: "class type"))
  static let cardID = ValueKind.word(Vocabulary(name: "card id"))
  static let extraKey = ValueKind.word(Vocabulary(name: "key of the extras"))
  static let column = ValueKind.word(Vocabulary(name: "column"))
  static let sortKey = ValueKind.word(Vocabulary(name: "sort key"))
  static let condition = ValueKind.word(Vocabulary(name: "condition"))
}

extension CardType {
  /// The types as values of options.
  static let choices = CardType.allCases.map { Choice(name: $0.name.description, summary: "") }

  /// The type of this name.
  static func parse(_ text: String) throws(ValueProblem) -> CardType {
    for type in CardType.allCases where type.name.description == text { return type }
    throw .notAChoice(of: CardType.allCases.map(\.name.description))
  }
}
