import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// The options that select cards, which `filter`, `convert` and `inspect` have.
struct SelectionOptions: Sendable {
  /// The selection without the ids.
  var cards = CardSelection()
  var ids: [IDSelector] = []

  static let group = OptionGroup(
    "Selection",
    [
      .values("class-type", valueName: "TYPE", kind: .classType, "only cards of this class type") {
        $0.selection.cards.add(classType: $1)
      }.explained("`none` matches cards whose class type is absent or not registered."),
      .values(
        "type", valueName: "TYPE", kind: .choice(CardTypes.choices), "only cards of this type"
      ) { $0.selection.cards.add(types: try CardTypes.parse($1)) }.explained(
        "The names of the SDKs and the REST API are accepted too."),
      .values("id", valueName: "ID", kind: .cardID, "only the card with this id") {
        $0.selection.ids.append(try IDSelector($1))
      }.explained("`@FILE` reads ids from FILE, one per line; `@-` reads standard input.").only(
        when: { line in
          let readsInput = line.operands.isEmpty || line.operands.contains("-")
          return !readsInput || !line.options.selection.ids.contains(.standardInput)
        }, "ids and cards cannot both be read from standard input"),
      .values(
        "extra", valueName: "KEY[=VALUE]", kind: .extraKey,
        "only cards with this extra; different keys must all match"
      ) { try $0.selection.cards.add(extra: $1) },
      state(.pinned, "pinned cards", not: "are not pinned"),
      state(.dismissible, "cards that may be dismissed", not: "may not be dismissed"),
      state(.viewed, "cards that were seen", not: "were not seen"),
      state(.clicked, "cards that were clicked", not: "were not clicked"),
      state(.dismissed, "dismissed cards", not: "are not dismissed"),
      .flag("control", "only control cards", negation: "only cards that are not control cards") {
        $0.selection.cards.set(control: $1)
      },
      state(.test, "test cards", not: "are not test cards"),
      .flag("active", "only cards that are not expired, removed or dismissed") { options, _ in
        options.selection.cards.setActive()
      },
      .flag("shown", "only cards that users see: active and not control") { options, _ in
        options.selection.cards.setActive(areShown: true)
      },
      .flag("expired", "only cards that have expired") { $0.selection.cards.set(expired: $1) },
      time("created-after", .created, isAfter: true, help: "only cards created after this time")
        .explained(timeForms),
      time("created-before", .created, isAfter: false, help: "only cards created before this time"),
      time(
        "expires-after", .expiresAt, isAfter: true,
        help: "only cards that expire after this time, or never"),
      time(
        "expires-before", .expiresAt, isAfter: false,
        help: "only cards that expire before this time"),
      .values(
        "where", valueName: "CONDITION", kind: .condition, "only cards that match FIELD OP VALUE"
      ) { $0.selection.cards.add(try Condition($1)) }.explained(
        """
        OP is one of = != < <= > >= ^= $= *= ~=; the last four match the start, the end and any \
        part of text, ~= ignoring case. FIELD = A|B matches either value, FIELD alone tests \
        presence, and !FIELD absence.
        """),
      .flag("invert-match", short: "v", "only cards that do not match") {
        $0.selection.cards.isInverted = $1
      },
    ]
  ).rare(
    except: "class-type", "id", "extra", "pinned", "active", "shown", "created-after", "where",
    "invert-match")

  /// Declares a flag that selects cards whose `field` is true; its `--no-` form selects the others.
  private static func state(_ field: CardField, _ cards: String, not others: String) -> Option {
    .flag(field.name.description, "only \(cards)", negation: "only cards that \(others)") {
      $0.selection.cards.set(field, $1)
    }
  }

  private static func time(
    _ name: String, _ field: CardField, isAfter: Bool, help: String
  ) -> Option {
    .values(name, valueName: "TIME", help) {
      let time = try TimeArgument($1, of: field == .expiresAt ? .expiry : .event)
      $0.selection.cards.add(field, isAfter: isAfter, time, of: "--\(name)")
    }
  }
}

extension CardRun {
  /// Returns the selected cards, with the ids in files; class types are those of `registry`.
  func selection(_ registry: Registry) throws -> CardSelection {
    let options = session.selection
    var selection = options.cards
    selection.registeredClassTypes = registry.classes.map(\.name)
    if !options.ids.isEmpty {
      selection.add(ids: try options.ids.flatMap { try $0.ids(session.console) })
    }
    return selection
  }

  /// Whether a condition, a sort key or one of the other fields needs the location of cards.
  func needsLocations(_ others: [FieldPath] = []) -> Bool {
    let selected = session.selection.cards.conditions.map(\.field)
    return (selected + stream.sort.map(\.field) + others).contains(where: \.isSource)
  }
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
      try CardIDText.forEach(in: path, console) { id, location in
        guard !CardIDText.isJSON(id) else {
          throw DataError(
            message: "\(location.location(in: path)) error: \(CardIDText.jsonReason)")
        }
        ids.append(id.text)
      }
      return ids
    }
  }
}

extension Line {
  /// Refuses operands that are conditions or paths of jq instead of files.
  func refuseConditions() throws {
    for operand in operands where operand != "-" {
      let isPath = operand.hasPrefix(".") && operand.count > 1 && !operand.contains("/")
      let isCondition = operand.contains { "=<>".contains($0) } && (try? Condition(operand)) != nil
      guard isPath || isCondition, try options.console.fileStatus(operand) == nil else { continue }
      let advice =
        isPath
        ? "cardctl finds the cards in a file itself"
        : "write --where '\(operand)', which 'filter', 'convert' and 'inspect' have"
      throw ArgumentError.other("there is no file '\(operand)': \(advice)")
    }
  }
}
