import CardProcessing
import CardArguments
import CardJSON
import ContentCardKit
import CardPlatform

/// `cardctl filter`: prints the cards that match, their bytes untouched.
enum FilterCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl filter",
    abstract: "print the cards that match",
    discussion: [
      "Reads cards of any shape and prints those that match, one per line, with their bytes "
        + "unchanged. Repeats of one selector are alternatives; different selectors must all match.",
      CardFiles.sharedHelp,
    ],
    initial: FilterOptions(),
    options: FilterOptions.options,
    operands: [CardFiles.operand],
    examples: [
      Example(
        "cardctl filter --class-type coupon_code feed.json", "the coupons of a feed"),
      Example(
        "cardctl filter --shown --sort feed --limit 10 cards.ndjson",
        "what a device would show first"),
      Example(
        "cardctl filter --where 'extras.discount_percentage >= 20' --ids cards.ndjson",
        "ids of the better coupons"),
    ],
    exitStatuses: ExitStatuses.meanings(
      data: "a record could not be read")
      + [ExitStatus(4, "no card matched, with --exit-status")])

  static func run(_ line: ParsedArguments<FilterOptions>, _ console: Console) throws -> Int32 {
    try check(line)
    let options = line.options
    let session = Session(console: console, common: options.common)
    let configuration = try session.configuration(needsClasses: false)
    try options.cards.check(line, configuration)
    var files = try session.files(
      line.operands, options.cards, configuration, journal: options.device.journal)
    for case .file(let path) in options.ids { files.read(path, "the ids in") }
    try files.check()
    let now = session.now(options.cards)
    let registry = try session.registry(options.cards, Configuration())
    let selection = try selection(line, registry, console)
    let suggested = configuration.classes.map(registry.merging) ?? registry

    var stream = session.streamOptions(options.cards, configuration)
    if !options.sort.isEmpty { stream.order = SortOrder(keys: options.sort, now: now) }
    stream.limit = options.limit
    stream.locatesCards = (selection.conditions.map(\.field) + options.sort.map(\.field))
      .contains(where: \.isSource)
    // Where reading ends at the limit it has to be known at once which rows count.
    let isUniqueAtOnce = options.isUnique && options.limit != nil && options.sort.isEmpty
    stream.isUnique = options.isUnique && !isUniqueAtOnce
    let streaming = try CardStream(
      session, options: stream, cards: options.cards, device: options.device,
      inputs: try session.inputs(line.operands, options.cards, configuration, files))
    return try streaming.run(framing: options.framing) {
      FilterProcessor(options, selection, now: now, isUnique: isUniqueAtOnce)
    } finish: { counts, output in
      let matched = counts.rows + counts.withoutID
      if options.output == .count { try output.write("\(matched)\n") }
      if counts.withoutID > 0 {
        session.note("\(counted(counts.withoutID, "card")) without an id: no line to print")
      }
      if matched == 0, !selection.isInverted, options.limit != 0 {
        UnmatchedSelectors(selection, options.ids, suggested, session, now: now).explain()
      }
      if options.cards.printsSummary {
        session.note("\(counts.read), \(matched) matched\(counts.rest)")
      }
      return options.needsMatch && matched == 0 ? ExitStatuses.nothingMatched : 0
    }
  }

  private static func check(_ line: ParsedArguments<FilterOptions>) throws(ArgumentMistake) {
    for (one, other) in [("count", "ids"), ("count", "to"), ("count", "sort"), ("ids", "to")] {
      try line.refuse(one, with: other)
    }
    try line.options.device.check(line)
  }

  private static func selection(
    _ line: ParsedArguments<FilterOptions>, _ registry: Registry, _ console: Console
  ) throws -> CardSelection {
    let options = line.options
    if options.ids.contains(.standardInput), line.operands.isEmpty || line.operands.contains("-") {
      throw ArgumentMistake.other("ids and cards cannot both be read from standard input")
    }
    var selection = options.selection
    selection.knownClassTypes = registry.classes.map(\.name)
    selection.types = CardTypes(options.types)
    if !options.ids.isEmpty { selection.ids = try options.ids.flatMap { try $0.ids(console) } }
    return selection
  }
}

/// Passes on the cards that match.
struct FilterProcessor: CardProcessor, ~Copyable {
  var batch = Batch()
  private var matcher: CardMatcher
  private let output: FilterOutput
  private let isArray: Bool
  /// The ids that were met, where of the cards with one id only the first is passed on.
  private var ids: TextNumbers?

  init(_ options: FilterOptions, _ selection: CardSelection, now: Int64, isUnique: Bool) {
    matcher = CardMatcher(selection, now: now)
    output = options.output
    isArray = options.format == .json
    ids = isUnique ? TextNumbers() : nil
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    guard matcher.matches(card) else { return }
    if output == .ids {
      let start = batch.output.count
      guard appendID(of: card, at: offset), isNew(card) else {
        return batch.output.truncate(to: start)
      }
      return batch.endRow(of: card)
    }
    guard isNew(card), batch.beginRow(of: card) else { return }
    if output == .cards {
      if isArray {
        batch.output.append(",\n")
        appendBytes(of: card)
      } else {
        appendBytes(of: card)
        batch.output.append(UInt8(ascii: "\n"))
      }
    }
    batch.endRow()
  }

  /// The card as it stands in the input, on one line.
  private mutating func appendBytes(of card: Card) {
    let raw = card.raw
    if raw.firstIndex(of: UInt8(ascii: "\n"), from: 0, to: raw.count) == nil {
      batch.output.append(raw)
    } else {
      JSONText.appendCompact(raw, to: &batch.output)
    }
  }

  private mutating func isNew(_ card: Card) -> Bool {
    guard let known = ids?.count, let id = card.text(.id) else { return true }
    return id.withText { ids?.number(of: $0) } == known
  }

  /// Appends the id as a line of its own; false when that cannot be, which leaves a part of it.
  ///
  /// Cards without an id are counted. An id that holds a line break would be read as two, so it is
  /// reported instead.
  private mutating func appendID(of card: Card, at offset: Int) -> Bool {
    guard let id = card.text(.id) else {
      batch.counts.withoutID += 1
      return false
    }
    let start = batch.output.count
    id.appendText(to: &batch.output)
    let text = batch.output.view
    for index in start..<text.count where text[index] == 0x0A || text[index] == 0x0D {
      let message = "the id holds a line break, and ids are printed one a line"
      batch.add(.card(offset: offset, code: "card/id-line-break", message: message))
      return false
    }
    batch.output.append(UInt8(ascii: "\n"))
    return true
  }
}
