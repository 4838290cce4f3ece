import CardArguments
import CardJSON
import ContentCardKit

/// `cardctl convert`: converts cards to the app's own objects or to another shape.
enum ConvertCommand {
  static let declaration = Command(
    name: "cardctl convert",
    abstract: "convert cards to the app's own objects or to another shape",
    discussion: [
      """
      Reads cards of any shape and converts each to the object of its class type: coupon_code to \
      a Coupon, home_tile to a Tile, and so on. Cards without a known class type are skipped; \
      a card that cannot be converted is an error with a reason.
      """,
      CardFiles.sharedHelp,
    ],
    prose: HelpText.convert, groups: ConvertOptions.options, operands: [CardFiles.operand],
    examples: [
      Example("cardctl convert feed.json", "objects, one per line"),
      Example("cardctl convert --as card --to csv feed.json > cards.csv", "a table of all cards"),
      Example(
        "cardctl convert --as react-native --to json feed.json", "what another SDK would show"),
    ],
    exitStatuses: ExitStatuses.meanings(data: "a record could not be read or converted"),
    run: run)

  static func run(_ line: Line) throws -> Int32 {
    let options = line.options.convert
    var run = try CardRun(line, readsCards: !options.listsColumns)
    run.files.read(options.feed, "the local feed")
    try run.files.check()
    let (session, registry) = (run.session, try run.registry())
    let selection = try run.selection(registry)
    let conversion = ConversionPlan(
      classes: ClassTable(registry), wanted: try wantedClasses(options, registry),
      selection: selection, line: session, stream: run.stream)
    if options.listsColumns {
      let list = ByteBuffer(conversion.columnNames.map { $0 + "\n" }.joined().utf8)
      try session.console.write(list.view, to: line.options.output.path)
      return ExitStatuses.done
    }
    run.stream.locatesCards = run.needsLocations(conversion.columnFields)
    let header = try conversion.header()
    let items = try LocalFeed(options.feed, session.console).rows
    let tally = ConversionTally(session.console)
    let (inputs, messages) = (try run.inputs(), run.messages())
    return try run.write(framing: session.convertFormat == .json ? .array : .lines) { output in
      try output.write(header.view)
      if options.feedOrder == .feedFirst { try output.writeRows(items.view) }
      let counts = try run.read(inputs, into: output, observers: [tally], messages: messages) {
        ConvertProcessor(conversion, try conversion.converter())
      }
      if options.feedOrder == .cardsFirst { try output.writeRows(items.view) }
      try output.endRows()
      try say(counts, tally, hasItems: items.count > 0, in: session)
      if counts.offered > 0, counts.unselected == counts.offered {
        UnmatchedSelectors(selection: selection, registry: registry, session: session).explain()
      }
      return run.status(counts)
    }
  }

  /// Prints the summary, or the reason why there is no output.
  private static func say(
    _ counts: Counts, _ tally: ConversionTally, hasItems: Bool, in session: Session
  ) throws {
    let options = session.convert
    if session.cards.printsSummary {
      session.note("\(counts.read), \(counts.rows) converted\(counts.rest)")
    }
    try tally.say(session)
    if case .shape(let shape) = options.form, let skipped = counts.skippedText(shape) {
      session.note(skipped)
    }
    let isEmpty = counts.rows == 0 && !hasItems && session.stream.limit != 0
    guard isEmpty, counts.hasInput, !session.cards.printsSummary else { return }
    if counts.cards + counts.problems == 0 {
      session.note("there are no cards in the input")
    } else if counts.offered + counts.problems == 0 {
      session.note("the device holds no card after the merge")
    } else {
      let isUnknown =
        options.form == .objects && counts.unknownClass > 0 && counts.unknownClass == counts.offered
      let advice = isUnknown ? "; --classes adds class types, --as card needs none" : ""
      session.note("no card was converted\(counts.rest)\(advice)")
    }
  }

  /// Returns the indices in the registry of the classes selected by `--class-type`; nil for all.
  private static func wantedClasses(_ options: ConvertOptions, _ registry: Registry) throws
    -> Set<Int>?
  {
    guard !options.classTypes.isEmpty else { return nil }
    return try Set(
      options.classTypes.map { name in
        if let index = registry.index(of: name) { return index }
        let known = registry.classes.map(\.name)
        throw ArgumentError.invalidValue(
          option: "--class-type", value: name,
          .unknownWord(kind: "class type", text: name, known: known))
      })
  }
}
