import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// The output of `cardctl filter`.
enum FilterOutput: Sendable {
  case cards, ids, count
}

/// The output format of `cardctl filter`.
enum FilterFormat: String, OptionChoice {
  case ndjson = "ndjson: one card per line"
  case json = "json: one array"
}

/// The options of `cardctl filter`.
struct FilterOptions: Sendable {
  var selection = CardSelection()
  var types: [CardTypes] = []
  var ids: [IDSelector] = []
  var output = FilterOutput.cards
  var format = FilterFormat.ndjson
  var needsMatch = false

  /// The way rows are joined.
  var framing: RowFraming { output == .cards && format == .json ? .array : .lines }

  static let options: [OptionGroup] =
    [selection, printing] + CardOptions.options + DeviceOptions.options + CommonOptions.options

  private static let selection = OptionGroup(
    "Selection",
    [
      .values("class-type", valueName: "TYPE", kind: .classType, "only cards of this class type") {
        $0.filter.selection.classTypes.append($1)
      }.explained("`none` matches cards whose class type is absent or not registered."),
      .values(
        "type", valueName: "TYPE", kind: .choice(CardTypes.choices), "only cards of this type"
      ) { $0.filter.types.append(try CardTypes.parse($1)) }.explained(
        "The names of the SDKs and the REST API are accepted too."),
      .values("id", valueName: "ID", kind: .cardID, "only the card with this id") {
        $0.filter.ids.append(try IDSelector($1))
      }.explained("`@FILE` reads ids from FILE, one per line; `@-` reads standard input."),
      .values(
        "extra", valueName: "KEY[=VALUE]", kind: .extraKey,
        "only cards with this extra; different keys must all match"
      ) { $0.filter.selection.extras.append(try ExtraSelector($1)) },
      state(.pinned, "pinned cards", not: "are not pinned"),
      state(.dismissible, "cards that may be dismissed", not: "may not be dismissed"),
      state(.viewed, "cards that were seen", not: "were not seen"),
      state(.clicked, "cards that were clicked", not: "were not clicked"),
      state(.dismissed, "dismissed cards", not: "are not dismissed"),
      .flag("control", "only control cards", negation: "only cards that are not control cards") {
        $0.filter.selection.isControl = $1
      },
      state(.test, "test cards", not: "are not test cards"),
      .flag("active", "only cards that are not expired, removed or dismissed") {
        $0.filter.selection.isActive = $1
      },
      .flag("shown", "only cards that users see: active and not control") {
        $0.filter.selection.isShown = $1
      },
      .flag("expired", "only cards that have expired") { $0.filter.selection.isExpired = $1 },
      .times("created-after", of: .event, "only cards created after this time") {
        $0.filter.selection.createdAfter.append($1)
      }.explained(timeForms),
      .times("created-before", of: .event, "only cards created before this time") {
        $0.filter.selection.createdBefore.append($1)
      },
      .times("expires-after", of: .expiry, "only cards that expire after this time, or never") {
        $0.filter.selection.expiresAfter.append($1)
      },
      .times("expires-before", of: .expiry, "only cards that expire before this time") {
        $0.filter.selection.expiresBefore.append($1)
      },
      .values(
        "where", valueName: "CONDITION", kind: .condition, "only cards that match FIELD OP VALUE"
      ) { $0.filter.selection.conditions.append(try WhereClause($1)) }.explained(
        """
        OP is one of = != < <= > >= ^= $= *=; the last three match the start, the end and any part \
        of text. FIELD = A|B matches either value, FIELD alone tests presence, and !FIELD absence.
        """),
      .flag("invert-match", short: "v", "only cards that do not match") {
        $0.filter.selection.isInverted = $1
      },
    ]
  ).rare(
    except: "class-type", "id", "extra", "pinned", "active", "shown", "created-after", "where",
    "invert-match")

  /// Declares a flag that selects cards whose `field` is true; its `--no-` form selects the others.
  private static func state(_ field: CardField, _ cards: String, not others: String) -> Option {
    .flag(field.name.description, "only \(cards)", negation: "only cards that \(others)") {
      $0.filter.selection.flags[field] = $1
    }
  }

  private static let printing = OptionGroup(
    "Output",
    [
      .flag("count", short: "c", "print only the number of matching cards") {
        if $1 { $0.filter.output = .count }
      },
      .flag("ids", "print only the ids, one per line") { if $1 { $0.filter.output = .ids } },
      .choice("to", FilterFormat.self, valueName: "FORMAT", "write this format") {
        $0.filter.format = $1
      }.byDefault("ndjson"),
      .flag("exit-status", short: "e", "exit with status 4 if no card matches") {
        $0.filter.needsMatch = $1
      },
      .flag("unique", "print only the first card with each id") { $0.stream.isUnique = $1 },
      .sort, .limit,
    ]
  ).rare(except: "count", "ids", "sort", "limit")
}

extension CardType {
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

  /// Parses the name of one or more types.
  static func parse(_ text: String) throws(ValueProblem) -> CardTypes {
    if let types = CardTypes(named: text) { return types }
    let known = known(near: text, CardTypes.names, CardTypes.shapeNames)
    throw .unknownWord(kind: "type", text: text, known: known)
  }
}

/// A value of `filter --id`: an id, or a file with one id per line.
enum IDSelector: Hashable, Sendable {
  case id(String)
  /// The path of a file; `-` is standard input.
  case file(String)

  /// The selector that reads ids from standard input.
  static let standardInput = IDSelector.file("-")

  /// Parses `ID` or `@FILE`.
  init(_ text: String) throws(ValueProblem) {
    guard text.utf8.first == UInt8(ascii: "@") else {
      self = .id(text)
      return
    }
    guard text.utf8.count > 1 else { throw .reason("expected a file path after '@'") }
    self = .file(String(text.unicodeScalars.dropFirst()))
  }

  /// Returns the selected ids, unless the file contains cards.
  func ids(_ console: Console) throws -> [String] {
    switch self {
    case .id(let id): return [id]
    case .file(let path):
      var ids: [String] = []
      try InputLines.forEachID(path, console) { id, location in
        guard CardIDText.refusal(of: id) != .json else {
          throw DataError(
            message: "\(path):\(location.line):\(location.column): error: \(Refusal.json.reason)")
        }
        ids.append(id.text)
      }
      return ids
    }
  }
}
