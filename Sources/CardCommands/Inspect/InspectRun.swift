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

  /// The number of cards or campaigns to list as text by default.
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
    if view == .page, run.stream.sort.isEmpty { run.stream.sort = SortKey.feed }
    run.stream.locatesCards = run.needsLocations(view.keys.map(\.field))
    checks = try InputChecks(run)
    selection = try run.selection(checks.plan.classes.registry)
    let isJSON = line.options.inspect.format == .json
    style = isJSON ? TextStyle() : TextStyle(run.session, output: run.session.output.path)
  }

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

  /// Runs a processor over all cards; `finish` writes the output after the rows.
  ///
  /// - Parameter key: the key of the array of rows, the first member of a JSON object; nil for no
  ///   rows.
  func run<Processor: CardProcessor & ~Copyable>(
    _ inputs: InputFiles, rows key: String? = nil, observers: [any RunObserver],
    eventVisitor: DeviceJournal.Visitor? = nil,
    processor: @escaping @Sendable () -> Processor, finish: (Counts, OutputStream) throws -> Void
  ) throws -> Int32 {
    var output = StreamOutput(
      observers: observers, passesControls: session.inspect.format == .text)
    if let key {
      output.framing = isJSON ? .array : .lines
      if isJSON { output.addedRows.header.append("{\"\(key)\":") }
    }
    let hasArray = output.framing == .array
    let cards = try CardStream(run, inputs, eventVisitor: eventVisitor)
    return try cards.run(output, through: processor) { counts, output in
      // Without a readable input there are no results, but an open array must still be closed.
      if !counts.couldReadNothing || hasArray { try finish(counts, output) }
      if session.cards.printsSummary {
        let isPage = session.inspect.format == .html
        let shown = isPage ? ", \(min(counts.offered, pageLimit)) shown" : ""
        session.note(counts.read + shown + counts.rest)
      }
      return ExitStatuses.done
    }
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

  /// Prints a message, followed by the first ids.
  func say(_ message: String, _ ids: FirstStrings) {
    say(message, ids.strings)
    if ids.hasMore { session.say("  and more") }
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
      limit: limit, isJSON: isJSON, shortensIDs: style.draws, sorts: !run.stream.sort.isEmpty)
    // The rows of JSON are sorted like those of `filter`.
    if isJSON, listing.sorts { run.stream.limit = limit }
    let overview = overview(of: inputs, checks, listing)
    let (selection, stream) = (selection, run.stream)
    return try run(inputs, rows: "cards", observers: [overview]) {
      [checks] in
      OverviewProcessor(checks, listing, selection, stream)
    } finish: { counts, output in
      let problems = counts.problems
      explainSelection(counts, selected: overview.tally.cards)
      try write(to: output, last: "overview", text: overview.text(problems: problems, style)) {
        overview.add(problems: problems, to: &$0)
      }
    }
  }

  /// Returns an empty overview of the inputs.
  func overview(
    of inputs: InputFiles, _ checks: InputChecks, _ listing: OverviewProcessor.Listing,
    page: PageCards? = nil
  ) -> Overview {
    let listed = isJSON ? InspectRun.listedResponses : InspectRun.listedCards
    let responses = ResponseList(
      limit: session.inspect.limit ?? listed, user: session.device.user, inputName: path(inputs))
    return Overview(
      checks, listing, responses, page: page, selects: !selection.isEmpty, in: session.zone,
      session.console,
      inputName: inputs.name)
  }

  /// Prints the number of cards for each combination of values.
  func showCounts(by keys: [CountKey]) throws -> Int32 {
    let order: GroupOrder
    do throws(ValueProblem) { order = try GroupOrder(session.inspect.sort, of: keys) } catch {
      let value = session.inspect.sort.joined(separator: " ")
      throw ArgumentError.invalidValue(option: "--sort", value: value, error)
    }
    let counts = FieldCounts(keys, order, limit: session.inspect.limit, session.console)
    let (selection, stream) = (selection, run.stream)
    return try run(try inputs(), observers: [counts]) {
      FieldCountProcessor(keys, selection, stream)
    } finish: { total, output in
      switch session.inspect.format {
      case .csv: try counts.write(session.output.csv, to: output)
      case .json: try counts.writeJSON(to: output)
      case .text, .html: try counts.writeText(style, to: output)
      }
      explainSelection(total, selected: counts.total)
    }
  }

  /// Explains the selectors if they select none of the cards.
  func explainSelection(_ total: Counts, selected: Int) {
    if selected > 0 || total.offered == 0 { return }
    let registry = checks.plan.classes.registry
    UnmatchedSelectors(selection: selection, registry: registry, session: session).explain()
  }

  /// Prints the campaigns that sent more than one card.
  func showDuplicates() throws -> Int32 {
    let inputs = try inputs()
    let duplicates = Duplicates(inputName: path(inputs))
    return try run(inputs, observers: [duplicates]) {
      CampaignProcessor()
    } finish: { _, output in
      try write(
        to: output, text: duplicates.text(limit: limit, now: plan.settings.now, style)
      ) { duplicates.add(limit: limit, to: &$0) }
    }
  }

  /// Prints the changes since the feed at `older`.
  ///
  /// As with `git diff`, the status is 0 whether there are changes or not.
  func compare(with older: String) throws -> Int32 {
    let merges = session.device.merges
    let comparison = Comparison(reading, style: isJSON ? nil : style)
    var old = run
    old.session.output.path = nil
    old.session.cards.printsSummary = false
    var olderInputs = try run.inputs([older])
    if merges {
      // OLD is read again as part of the series. Print its messages only then, and copy a pipe,
      // which can be read only once.
      old.session.common.isQuiet = true
      if old.stream.onError == .report { old.stream.onError = .skip }
      olderInputs = try olderInputs.spooled()
    }
    let oldStatus = try CardStream(old, olderInputs).run(StreamOutput(observers: [comparison])) {
      ComparisonProcessor()
    } finish: { _, _ in
      ExitStatuses.done
    }
    // Without OLD, every card would be reported as added.
    if oldStatus == ExitStatuses.inputOutput { return oldStatus }
    // The device that receives NEW already has the cards of OLD.
    let series = merges ? [older] + (operands.isEmpty ? ["-"] : operands) : operands
    var newer = try run.inputs(series)
    for (index, file) in olderInputs.files.enumerated() {
      if let spool = file.spool { newer.replace(index, by: spool) }
    }
    let histories = histories(of: newer, listsChanges: false)
    comparison.histories = histories
    let newStatus = try run(newer, rows: "changes", observers: [comparison, histories]) {
      ComparisonProcessor()
    } finish: { _, output in
      try write(to: output, last: "summary", text: comparison.summary, add: comparison.addSummary)
    }
    return max(oldStatus, newStatus)
  }

  /// Prints the one card whose id begins with `prefix`, or that belongs to this campaign.
  func showCard(_ prefix: String) throws -> Int32 {
    let inputs = try inputs()
    let checks = checks(of: inputs)
    let search = IDSearch(checks, inputName: path(inputs))
    let journal = JournalHistories(selecting: prefix)
    let status = try run(inputs, observers: [search], eventVisitor: journal.add) {
      IDProcessor(checks, prefix: prefix)
    } finish: { _, output in
      var reader = CachedCardReader(reading)
      guard let found = search.card, let card = reader.card(found.copy) else {
        return sayCandidates(search, prefix)
      }
      var activity: CardActivity?
      if session.device.journal != nil, let id = card.text(.id) {
        activity = CardActivity(journal.events(of: id))
      }
      var writer = ObjectWriter(plan.classes)
      let details = CardDetails(
        card, found, others: search.others, activity: activity, writer: &writer)
      if isJSON {
        try details.writeJSON(to: output)
      } else {
        try details.writeText(
          now: plan.settings.now, in: session.zone, style, to: output)
      }
    }
    return search.card == nil ? max(status, ExitStatuses.data) : status
  }

  private func sayCandidates(_ search: IDSearch, _ prefix: String) {
    let ids = search.ids
    if ids.strings.isEmpty {
      say(
        "no card has an id that starts with \"\(prefix)\", or belongs to this campaign",
        search.nearest.similar(toLength: prefix.utf8.count), under: "nearest ids:")
    } else {
      say("\"\(prefix)\" matches more than one card:", ids)
    }
  }
}

extension CheckingProcessor where Self: ~Copyable {
  /// Switches the checker to the settings of an input.
  mutating func use(_ checks: InputChecks, forInput input: Int) {
    if let settings = checks.settings?(input) { checker.use(nil, settings.profiles) }
  }
}
