import CardProcessing
import CardArguments
import CardJSON
import CardRules
import ContentCardKit
import CardPlatform

/// One run of `cardctl inspect`, from the options to the exit status.
final class InspectRun {
  /// The resolved run; inputs are merged as sync responses if the view needs that.
  private(set) var run: CardRun
  /// The checks of the cards, the same as those of `validate` with this configuration.
  private let checks: InputChecks
  /// The cards to show.
  let selection: CardSelection
  private let operands: [String]
  let style: TextStyle

  /// The number of cards to list as text by default.
  static let listedCards = 20
  /// The number of sync responses to list as JSON by default, so that memory stays bounded.
  private static let listedResponses = 1000

  /// Resolves a command line that has passed the checks of `InspectView`.
  init(_ line: Line) throws {
    operands = line.operands
    let view = line.options.inspect.view
    run = try CardRun(line, readsCards: view != .registry)
    run.files.read(line.options.inspect.feed, "the local feed")
    if case .comparison(let older) = view { run.files.read(older, "the older feed") }
    try run.files.check()
    if view.readsSyncResponses { run.session.device.merges = true }
    if view.keys.isEmpty { run.stream.sort = try InspectRun.sortKeys(run.session.inspect.sort) }
    // A page may also have the history of a card.
    let isPage = line.options.inspect.format == .html
    if isPage, run.stream.sort.isEmpty { run.stream.sort = SortKey.feed }
    run.stream.locatesCards = run.needsLocations(view.keys.map(\.field))
    checks = try InputChecks(run)
    selection = try run.selection(checks.plan.classes.registry)
    let isJSON = line.options.inspect.format == .json
    style = isJSON ? TextStyle() : TextStyle(run.session, output: run.session.output.path)
  }

  /// Whether there is an input: an operand, or standard input that is not a terminal.
  var hasInput: Bool { !operands.isEmpty || !SystemCalls.isTerminal(session.console.input) }

  private static func sortKeys(_ texts: [String]) throws(ArgumentError) -> [SortKey] {
    var keys: [SortKey] = []
    for text in texts {
      do throws(ValueProblem) { keys += try SortKey.parse(text) } catch {
        throw .invalidValue(option: "--sort", value: text, error)
      }
    }
    return keys
  }

  /// The console, the parsed options, and messages.
  var session: Session { run.session }
  /// The options for decoding cards.
  var reading: CardDecoder.Options { run.stream.reading.cards }
  /// The plan of checks, without the overrides for individual files.
  var plan: CheckPlan { checks.plan }
  private var isJSON: Bool { session.inspect.format == .json }
  private var limit: Int { session.inspect.limit ?? (isJSON ? .max : InspectRun.listedCards) }

  /// Expands the operands to the files to show.
  func inputs() throws -> InputFiles { try run.inputs() }

  /// Returns the checks of these inputs; overrides for individual files do not apply to a merged
  /// feed.
  func checks(of inputs: InputFiles) -> InputChecks {
    session.device.merges ? checks : checks.applied(to: inputs.paths)
  }

  /// Returns a function that maps the number of an input to its path.
  func path(_ inputs: InputFiles) -> (Int) -> String { { SystemText.shown(inputs.path(of: $0)) } }

  /// Opens the output, and calls `body` to write to it.
  ///
  /// - Parameter key: the key of the array of rows, the first member of a JSON object; nil for no
  ///   rows.
  func write(rows key: String? = nil, _ body: (OutputStream) throws -> Int32) throws -> Int32 {
    let hasArray = isJSON && key != nil
    return try OutputFile.write(
      session.output.path, session.console, passesControls: session.inspect.format == .text,
      framing: hasArray ? .array : .lines
    ) { output in
      if hasArray, let key { try output.write("{\"\(key)\":", isFollowed: true) }
      return try body(output)
    }
  }

  /// Reads the cards of the inputs; returns nil if no input can be read, so there are no results.
  ///
  /// An array that was begun must be closed in any case.
  func read<Processor: CardProcessor & ~Copyable>(
    _ inputs: InputFiles, into output: OutputStream, observers: [any RunObserver],
    eventVisitor: DeviceJournal.Visitor? = nil, processor: @escaping @Sendable () -> Processor
  ) throws -> Counts? {
    let counts = try run.read(
      inputs, into: output, observers: observers, messages: run.messages(),
      eventVisitor: eventVisitor, through: processor)
    if session.cards.printsSummary {
      let isPage = session.inspect.format == .html
      let shown = isPage ? ", \(min(counts.offered, pageLimit)) shown" : ""
      session.note(counts.read + shown + counts.rest)
    }
    return counts.couldReadNothing && output.framing == .lines ? nil : counts
  }

  /// Returns the exit status after `read`.
  func status(_ counts: Counts?) -> Int32 {
    counts.map { run.status($0) } ?? ExitStatuses.inputOutput
  }

  /// Writes a view as text, or as a JSON object with the members that `add` adds.
  ///
  /// - Parameter key: the key of this object if it is the last member of an object that begins with
  ///   an array of rows.
  func write(
    to output: OutputStream, last key: StaticString? = nil, text: @autoclosure () -> String,
    add: (inout JSONWriter) -> Void
  ) throws {
    guard isJSON else { return try output.write(text()) }
    try output.write { buffer in
      guard let key else { return buffer.jsonLine(.indented, add) }
      buffer.json(isContinued: true) { json in
        json.object(key, add)
        json.end("}")
        json.endText()
      }
    }
  }

  /// Prints a message, followed by the ids, under their own heading if there is one.
  func say(_ message: String, _ ids: [String], under heading: String? = nil) {
    session.say(message)
    if let heading, !ids.isEmpty { session.say(heading) }
    for id in ids { session.say("  \(id)") }
  }

  // MARK: The views

  /// Prints the class registry in its own format.
  func showRegistry() throws -> Int32 {
    var json = ByteBuffer()
    plan.classes.registry.appendJSON(to: &json)
    var text = ByteBuffer(capacity: json.count * 2)
    text.json(.indented) { $0.add(nil, json: json.view) }
    text.append(UInt8(ascii: "\n"))
    try session.console.write(text.view, to: session.output.path)
    return ExitStatuses.done
  }

  /// Prints counts of the cards, and a list of cards.
  func showOverview() throws -> Int32 {
    let inputs = try inputs()
    var checks = checks(of: inputs)
    checks.plan.isCounting = true
    let listing = OverviewProcessor.Listing(
      limit: limit, isJSON: isJSON, shortensIDs: style.isFitted,
      sorts: !run.stream.sort.isEmpty && limit > 0)
    // The rows of JSON are sorted like those of `filter`.
    if isJSON, listing.sorts { run.stream.limit = limit }
    let overview = overview(of: inputs, checks, listing)
    let (selection, stream) = (selection, run.stream)
    return try write(rows: "cards") { [checks] output in
      let counts = try read(inputs, into: output, observers: [overview]) {
        OverviewProcessor(checks, listing, selecting: selection, in: stream)
      }
      guard let counts else { return status(nil) }
      try overview.end()
      try output.endRows()
      let problems = counts.problems
      explainSelection(counts, selected: overview.tally.cards)
      try write(to: output, last: "overview", text: overview.text(problems: problems, style)) {
        overview.add(problems: problems, to: &$0)
      }
      return status(counts)
    }
  }

  /// Returns an empty overview of the inputs.
  func overview(
    of inputs: InputFiles, _ checks: InputChecks, _ listing: OverviewProcessor.Listing,
    page: PageCards? = nil
  ) -> Overview {
    let listed = isJSON ? InspectRun.listedResponses : InspectRun.listedCards
    let responses = ResponseList(
      limit: session.inspect.limit ?? listed, user: session.device.user,
      in: session.zone, inputName: path(inputs))
    return Overview(
      checks, listing, responses: responses, page: page, selects: !selection.isEmpty,
      in: session.zone, on: session.console, inputName: inputs.name)
  }

  /// Prints the number of cards for each combination of values.
  func showCounts(by keys: [CountKey]) throws -> Int32 {
    let order: GroupOrder
    do throws(ValueProblem) { order = try GroupOrder(session.inspect.sort, of: keys) } catch {
      let value = session.inspect.sort.joined(separator: " ")
      throw ArgumentError.invalidValue(option: "--sort", value: value, error)
    }
    let counts = FieldCounts(keys, order, limit: session.inspect.limit, on: session.console)
    let (inputs, selection, stream) = (try inputs(), selection, run.stream)
    return try write { output in
      let total = try read(inputs, into: output, observers: [counts]) {
        FieldCountProcessor(keys, selection, in: stream)
      }
      guard let total else { return status(nil) }
      switch session.inspect.format {
      case .csv: try counts.write(session.output.csv, to: output)
      case .json: try counts.writeJSON(to: output)
      case .text, .html: try counts.writeText(style, to: output)
      }
      explainSelection(total, selected: counts.total)
      return status(total)
    }
  }

  /// Explains the selectors if they select none of the cards.
  func explainSelection(_ total: Counts, selected: Int) {
    if selected > 0 || total.offered == 0 { return }
    let registry = checks.plan.classes.registry
    UnmatchedSelectors(selection: selection, registry: registry, session: session).explain()
  }

  /// Prints the changes since the feed at `older`.
  ///
  /// As with `git diff`, the status is 0 whether there are changes or not.
  func compare(with older: String) throws -> Int32 {
    let merges = session.device.merges
    let comparison = Comparison(reading, style: isJSON ? nil : style)
    var olderInputs = try run.inputs([older])
    // OLD is read again as part of the series. Print its messages only then, and copy a pipe, which
    // can be read only once.
    if merges { olderInputs = try olderInputs.spooled() }
    let old = try run.read(
      olderInputs, observers: [comparison], messages: merges ? nil : run.messages()
    ) { ComparisonProcessor() }
    // Without OLD, every card would be reported as added.
    if let failure = old.failure {
      if merges { session.say(failure.message) }
      return ExitStatuses.inputOutput
    }
    // The device that receives NEW already has the cards of OLD.
    let series = merges ? [older] + (operands.isEmpty ? ["-"] : operands) : operands
    var newer = try run.inputs(series)
    for (index, file) in olderInputs.files.enumerated() {
      if let spool = file.spool { newer.replace(index, by: spool) }
    }
    let histories = histories(of: newer, listsChanges: false)
    comparison.histories = histories
    return try write(rows: "changes") { output in
      let new = try read(newer, into: output, observers: [comparison, histories]) {
        ComparisonProcessor()
      }
      guard let new else { return status(nil) }
      if !new.couldReadNothing { try comparison.end(output) }
      try output.endRows()
      try write(to: output, last: "summary", text: comparison.summary, add: comparison.addSummary)
      return max(status(old), status(new))
    }
  }

  /// Prints the one card whose id begins with `prefix`, or that belongs to this campaign.
  func showCard(_ prefix: String) throws -> Int32 {
    let inputs = try inputs()
    let checks = checks(of: inputs)
    let search = IDSearch(checks, inputName: path(inputs))
    let journal = HistoryEvents(selecting: prefix)
    return try write { output in
      let counts = try read(
        inputs, into: output, observers: [search], eventVisitor: journal.add(_:in:at:)
      ) { IDProcessor(checks, prefix: prefix) }
      guard let counts else { return status(nil) }
      if operands.isEmpty, !counts.hasInput, let parts = IDWords(prefix) {
        try write(to: output, text: parts.text(style), add: parts.add)
        return status(counts)
      }
      var reader = CachedCardReader(reading)
      guard let found = search.card, let card = reader.card(found.copy) else {
        sayCandidates(search, prefix)
        return max(status(counts), ExitStatuses.data)
      }
      var activity: CardActivity?
      if session.device.journal != nil, let id = card.text(.id) {
        activity = CardActivity(journal.events(of: id))
      }
      var writer = ObjectWriter(plan.classes)
      let details = CardDetails(
        card, found, others: search.others, activity: activity, writer: &writer)
      let (now, zone) = (plan.settings.now, session.zone)
      if isJSON {
        try details.writeJSON(now: now, in: zone, to: output)
      } else {
        try details.writeText(now: now, in: zone, style, to: output)
      }
      return status(counts)
    }
  }

  private func sayCandidates(_ search: IDSearch, _ prefix: String) {
    if !search.candidates.isEmpty {
      return sayCandidates(prefix, search.candidates, option: "--id")
    }
    say(
      "no card has the id, the campaign or the title \"\(prefix)\"",
      search.nearest.similar(toLength: prefix.utf8.count), under: "nearest ids:")
    if let words = IDWords(prefix)?.words { session.say("this id is of \(words)") }
  }

  /// Prints the campaign that an id contains, without any card.
  func showID(_ id: String) throws -> Int32 {
    guard let parts = IDWords(id) else {
      session.say("\"\(id)\" is not an id with a campaign; name files with the card to look it up")
      return ExitStatuses.data
    }
    var text = ByteBuffer()
    if isJSON {
      text.jsonLine(.indented) { parts.add(to: &$0) }
    } else {
      text.append(parts.text(style))
    }
    try session.console.write(text.view, to: session.output.path)
    return ExitStatuses.done
  }
}
