import CardProcessing
import CardArguments
import CardJSON
import CardRules
import ContentCardKit
import EventJournal
import CardPlatform

/// One run of `cardctl inspect`: from the options to the exit status.
struct InspectRun {
  /// The resolved run, in which a device receives the inputs as responses if the view needs that.
  private var run: CardRun
  let options: Options
  /// How cards are checked: as `validate` checks them with the same configuration.
  let checks: InspectChecks
  private let operands: [String]
  let style: TextStyle

  /// The number of cards or campaigns to list as text by default.
  static let listedCards = 20
  /// The number of sync responses that JSON lists by default, so that memory stays bounded.
  private static let listedResponses = 1000

  /// A run of a line whose options fit together.
  init(_ line: Line) throws {
    (options, operands) = (line.options, line.operands)
    let view = options.inspect.view
    run = try CardRun(line, readsCards: view != .registry)
    run.files.read(options.inspect.feed, "the local feed")
    if case .comparison(let older) = view { run.files.read(older, "the older feed") }
    try run.files.check()
    if view.readsSeries { run.session.options.device.merges = true }
    run.stream.locatesCards = view.keys.contains { $0.field.isSource }
    checks = try InspectChecks(run)
    let isJSON = options.inspect.format == .json
    style = isJSON ? TextStyle() : TextStyle(run.session, output: options.cards.output)
  }

  /// The console, the options as they were typed, and messages.
  var session: Session { run.session }
  /// How cards are streamed.
  var stream: StreamOptions { run.stream }

  /// The files that are shown.
  func inputs() throws -> InputFiles { try run.inputs() }

  /// The classes that cards are converted to.
  var classes: ClassTable { checks.plan.classes }
  /// The time that ages count from, in epoch milliseconds.
  var now: Int64 { checks.plan.settings.now }
  private var isJSON: Bool { options.inspect.format == .json }
  private var listed: Int { options.inspect.limit ?? InspectRun.listedCards }
  /// The maximum number of rows for scripts.
  private var limit: Int { options.inspect.limit ?? .max }

  /// Runs a processor over all cards.
  ///
  /// - Parameters:
  ///   - key: the key of the rows of the cards, which begin a JSON object; nil for no rows.
  ///   - finish: is given the counts, and writes what is written at the end.
  func run<Processor: CardProcessor & ~Copyable>(
    _ inputs: InputFiles, rows key: String? = nil, observer: (any BatchObserver)? = nil,
    feedObservers: [any FeedObserver] = [], eventVisitor: DeviceJournal.Visitor? = nil,
    processor: @escaping @Sendable () -> Processor, finish: (Counts, OutputStream) throws -> Void
  ) throws -> Int32 {
    var output = StreamOutput(
      observer: observer, feedObservers: feedObservers,
      passesControls: options.inspect.format == .text)
    if let key {
      output.framing = isJSON ? .array : .lines
      if isJSON { output.addedRows.header.append("{\"\(key)\":") }
    }
    let hasArray = output.framing == .array
    let cards = try CardStream(run, inputs, eventVisitor: eventVisitor)
    return try cards.run(output, through: processor) { counts, output in
      // Without any input there is nothing to state.
      if !counts.couldReadNothing || hasArray { try finish(counts, output) }
      if options.cards.printsSummary {
        let shown =
          options.inspect.format == .html ? ", \(min(counts.offered, pageLimit)) shown" : ""
        session.note(counts.read + shown + counts.rest)
      }
      return ExitStatuses.done
    }
  }

  /// Writes a view as text, or as one JSON object with the members that `add` adds.
  ///
  /// - Parameter key: the key of this object if it is the last member of one that begins with the
  ///   rows of the cards.
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

  /// Names inputs by their paths.
  func path(_ inputs: InputFiles) -> (Int) -> String { { SystemText.shown(inputs.path(of: $0)) } }

  /// Prints the class registry in its own format.
  func showRegistry() throws -> Int32 {
    var json = ByteBuffer()
    classes.registry.appendJSON(to: &json)
    var text = ByteBuffer(capacity: json.count * 2)
    JSONIndent.append(json.view, to: &text)
    text.append(UInt8(ascii: "\n"))
    try session.console.write(text.view, to: options.cards.output)
    return ExitStatuses.done
  }

  /// Prints counts of the cards, and the cards.
  func showOverview() throws -> Int32 {
    let inputs = try inputs()
    var checks = try checks.applied(to: inputs, session)
    checks.plan.isCounting = true
    let listing = OverviewProcessor.Listing(
      limit: isJSON ? limit : listed, isJSON: isJSON, shortensIDs: style.draws)
    let overview = overview(of: inputs, checks, listing)
    return try run(inputs, rows: "cards", observer: overview, feedObservers: [overview]) {
      [checks] in
      OverviewProcessor(checks, listing)
    } finish: { counts, output in
      let problems = counts.problems
      try write(to: output, last: "overview", text: overview.text(problems: problems, style)) {
        overview.add(problems: problems, to: &$0)
      }
    }
  }

  /// An empty overview of inputs.
  func overview(
    of inputs: InputFiles, _ checks: InspectChecks, _ listing: OverviewProcessor.Listing,
    page: PageCards? = nil
  ) -> Overview {
    let limit = options.inspect.limit
    let responses = ResponseList(
      limit: limit ?? (isJSON ? InspectRun.listedResponses : InspectRun.listedCards),
      user: options.device.user, inputName: path(inputs))
    return Overview(checks, listing, responses, page: page, inputName: inputs.name)
  }

  /// Prints the number of cards for each combination of values.
  func showCounts(by keys: [CountKey]) throws -> Int32 {
    let (counts, now) = (FieldCounts(keys), now)
    return try run(try inputs(), observer: counts) {
      FieldCountProcessor(keys, now: now)
    } finish: { total, output in
      if options.inspect.format == .csv {
        let table = DelimitedText(.csv, isSafe: options.inspect.isSafeForSpreadsheets)
        return try output.write { counts.append(table, limit: limit, to: &$0) }
      }
      try write(to: output, text: counts.text(limit: listed, style)) {
        counts.add(cards: total.offered, limit: limit, to: &$0)
      }
    }
  }

  /// Prints the campaigns that sent more than one card.
  func showDuplicates() throws -> Int32 {
    let inputs = try inputs()
    let duplicates = Duplicates(inputName: path(inputs))
    return try run(inputs, observer: duplicates) {
      CampaignProcessor()
    } finish: { _, output in
      try write(to: output, text: duplicates.text(limit: listed, now: now, style)) {
        duplicates.add(limit: limit, to: &$0)
      }
    }
  }

  /// Prints what changed since the feed at `older`.
  ///
  /// The status is 0 whether there are changes or not: the view informs, as `git diff` does.
  func compare(with older: String) throws -> Int32 {
    let merges = options.device.merges
    let comparison = Comparison(stream.reading.cards, style: isJSON ? nil : style)
    var old = run
    old.session.options.cards.output = nil
    old.session.options.cards.printsSummary = false
    var olderInputs = try run.inputs([older])
    if merges {
      // A series reads OLD twice: what it prints then is enough, and a pipe has its content once.
      old.session.options.common.isQuiet = true
      if old.stream.onError == .report { old.stream.onError = .skip }
      olderInputs = try olderInputs.spooled()
    }
    let first = try CardStream(old, olderInputs)
    let oldStatus = try first.run(StreamOutput(observer: comparison)) {
      ComparisonProcessor()
    } finish: { _, _ in
      ExitStatuses.done
    }
    // Compared with what could not be read, every card would be new.
    if oldStatus == ExitStatuses.inputOutput { return oldStatus }
    // A device that receives NEW has the cards of OLD.
    let series = merges ? [older] + (operands.isEmpty ? ["-"] : operands) : operands
    var newer = try run.inputs(series)
    for (index, file) in olderInputs.files.enumerated() {
      if let spool = file.spool { newer.replace(index, by: spool) }
    }
    let histories = histories(of: newer, listsChanges: false)
    comparison.beginNew(histories)
    let newStatus = try run(
      newer, rows: "changes", observer: comparison, feedObservers: [histories]
    ) {
      ComparisonProcessor()
    } finish: { _, output in
      try write(to: output, last: "summary", text: comparison.summary, add: comparison.addSummary)
    }
    return max(oldStatus, newStatus)
  }

  /// Prints the one card whose id begins with `prefix`.
  func showCard(_ prefix: String) throws -> Int32 {
    let inputs = try inputs()
    let checks = try checks.applied(to: inputs, session)
    let search = IDSearch(checks, inputName: path(inputs))
    let journal = JournalHistories(selecting: prefix)
    let status = try run(inputs, observer: search, eventVisitor: journal.add) {
      IDProcessor(checks, prefix: prefix)
    } finish: { _, output in
      var reader = CachedCardReader(stream.reading.cards)
      guard let found = search.card, let card = reader.card(found.copy) else {
        return sayWhichCards(search, prefix)
      }
      var activity: CardActivity?
      if options.device.journal != nil, let id = card.text(.id) {
        activity = CardActivity(journal.events(of: id))
      }
      var writer = ObjectWriter(classes)
      let details = CardDetails(
        card, found, others: search.others, activity: activity, writer: &writer)
      if isJSON {
        try details.writeJSON(to: output)
      } else {
        try details.writeText(now: now, style, to: output)
      }
    }
    return search.card == nil ? max(status, ExitStatuses.data) : status
  }

  /// Prints why no card is selected, with the ids that could be.
  private func sayWhichCards(_ search: IDSearch, _ prefix: String) {
    let ids = search.ids
    guard ids.strings.isEmpty else {
      return say("\"\(prefix)\" matches more than one card:", ids.strings, hasMore: ids.hasMore)
    }
    say(
      "no card has an id that begins with \"\(prefix)\", or this campaign",
      orNearest: "nearest are:", search.nearest.similar(toLength: prefix.utf8.count))
  }

  /// Prints a message, and the ids below it.
  func say(_ message: String, _ ids: [String], hasMore: Bool = false) {
    let printer = session.printer()
    printer.say(message)
    for id in ids { printer.say("  \(id)") }
    if hasMore { printer.say("  and more") }
  }

  /// Prints that there is no card, and the ids that are similar, if any, with their heading.
  func say(_ message: String, orNearest heading: String, _ ids: [String]) {
    session.printer().say(message)
    if !ids.isEmpty { say(heading, ids) }
  }
}

/// How cards are checked: as `validate` checks them with the same configuration.
struct InspectChecks: Sendable {
  var plan: CheckPlan
  private let table: FileSettingsTable
  /// The settings of an input, by its number; nil if all inputs have the same.
  private(set) var settings: (@Sendable (Int) -> FileSettings)?

  /// The checks of a run, for files that no override matches.
  init(_ run: CardRun) throws {
    table = try FileSettingsTable(run.session.options, run.configuration, run.session.console)
    plan = try ValidationRun.plan(run, inactive: table.inactive)
  }

  /// The checks with the overrides for the files of `inputs`; without them for a merged feed.
  func applied(to inputs: InputFiles, _ session: Session) throws -> InspectChecks {
    var (checks, table) = (self, table)
    let variants = inputs.paths.map { table.variant(of: $0) }
    let settings = table.variants
    guard settings.count > 1, !session.options.device.merges else { return self }
    checks.plan.inactive = table.inactive
    checks.settings = { settings[variants[InputFiles.file(of: $0)]] }
    return checks
  }

  /// A stream of the findings, of inputs with these names.
  func findings(name: @escaping (Int) -> String) -> FindingStream {
    var stream = FindingStream(plan, table.variants[0].policy, name: name)
    stream.settings = settings
    return stream
  }
}

extension CheckingProcessor where Self: ~Copyable {
  /// Uses the settings of an input.
  mutating func use(_ checks: InspectChecks, forInput input: Int) {
    if let settings = checks.settings?(input) { checker.use(nil, settings.profiles) }
  }
}
