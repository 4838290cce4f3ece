import CardProcessing
import CardArguments
import CardJSON
import CardRules
import ContentCardKit
import EventJournal
import CardPlatform

/// One run of `cardctl inspect`: from the options to the exit status.
struct InspectRun {
  let session: Session
  let options: Options
  let stream: StreamOptions
  let plan: CheckPlan
  let policy: Policy
  private let operands: [String]
  private let configuration: Configuration
  let style: TextStyle
  private let files: RunFiles

  /// The number of cards or campaigns to list as text by default.
  static let listedCards = 20
  /// The number of sync responses that JSON lists by default, so that memory stays bounded.
  private static let listedResponses = 1000

  /// A run of a line whose options fit together.
  init(
    _ line: Line, session: Session, configuration: Configuration
  ) throws {
    self.session = session
    options = line.options
    operands = line.operands
    self.configuration = configuration
    try options.cards.check(line, configuration)
    var files = try session.files(
      options.inspect.view == .registry ? nil : operands, options.cards, configuration,
      journal: options.device.journal)
    files.read(options.inspect.feed, "the local feed")
    if case .comparison(let older) = options.inspect.view { files.read(older, "the older feed") }
    try files.check()
    self.files = files
    stream = session.streamOptions(options.cards, configuration)
    // Cards are checked as `validate` checks them with the same configuration.
    policy = Policy(
      configuration: configuration.rules,
      hasOwnClasses: configuration.classes != nil || options.cards.classes != nil)
    plan = try ValidationRun.plan(
      session, options: options, configuration: configuration, stream: stream, policy: policy)
    style =
      options.inspect.format == .json
      ? TextStyle() : TextStyle(session, output: options.cards.output)
  }

  /// The files that are shown.
  func inputs() throws -> InputFiles {
    try session.inputs(operands, options.cards, configuration, files)
  }

  var now: Int64 { plan.settings.now }
  private var listed: Int { options.inspect.limit ?? InspectRun.listedCards }

  /// Runs a processor over all cards; `finish` is given the counts and writes what is
  /// to be written at the end.
  private func run<Processor: CardProcessor & ~Copyable>(
    _ stream: StreamOptions? = nil, _ inputs: InputFiles? = nil, framing: RowFraming? = nil,
    header: String = "", observer: (any BatchObserver)? = nil,
    feedObservers: [any FeedObserver] = [],
    eventVisitor: DeviceJournal.Visitor? = nil,
    processor: @escaping @Sendable () -> Processor,
    finish: (Counts, OutputStream) throws -> Void
  ) throws -> Int32 {
    let addedRows = StreamOutput.AddedRows()
    addedRows.header.append(header)
    let cards = try CardStream(
      session, options: stream ?? self.stream, cards: options.cards, device: options.device,
      inputs: try inputs ?? self.inputs(), eventVisitor: eventVisitor)
    let output = StreamOutput(
      framing: framing, addedRows: addedRows, observer: observer, feedObservers: feedObservers,
      passesControls: options.inspect.format == .text)
    return try cards.run(output, through: processor) { counts, output in
      // Without any input there is nothing to state.
      if !counts.couldReadNothing || framing == .array { try finish(counts, output) }
      if options.cards.printsSummary { session.note("\(counts.read)\(counts.rest)") }
      return ExitStatuses.done
    }
  }

  /// The beginning of a JSON object whose first member is the array of the rows.
  private static func beginning(_ key: String) -> String {
    var header = ByteBuffer()
    header.json { json in
      json.begin("{")
      json.key(key)
    }
    return header.view.text
  }

  /// Prints the class registry in its own format.
  func showRegistry() throws -> Int32 {
    var json = ByteBuffer()
    plan.classes.registry.appendJSON(to: &json)
    var text = ByteBuffer(capacity: json.count * 2)
    JSONIndent.append(json.view, to: &text)
    text.append(UInt8(ascii: "\n"))
    try session.console.write(text.view, to: options.cards.output)
    return ExitStatuses.done
  }

  /// Prints how many cards there are of what, and the cards.
  func showOverview() throws -> Int32 {
    var counting = plan
    counting.isCounting = true
    let (plan, isJSON, listed, limit) = (
      counting, options.inspect.format == .json, listed, options.inspect.limit
    )
    let listing = isJSON ? OverviewProcessor.Listing.json(limit) : .table(listed)
    let inputs = try inputs()
    let overview = overview(of: inputs, plan, listing)
    return try run(
      nil, inputs, framing: isJSON ? .array : nil,
      header: isJSON ? InspectRun.beginning("cards") : "", observer: overview,
      feedObservers: [overview]
    ) {
      OverviewProcessor(plan, listing)
    } finish: { counts, output in
      if isJSON {
        try output.write { overview.appendJSON(problems: counts.problems, to: &$0) }
      } else {
        try output.write(text(of: overview, problems: counts.problems, style))
      }
    }
  }

  /// An empty overview of inputs.
  func overview(
    of inputs: InputFiles, _ plan: CheckPlan, _ listing: OverviewProcessor.Listing
  ) -> Overview {
    let isJSON = options.inspect.format == .json
    let limit =
      options.inspect.limit ?? (isJSON ? InspectRun.listedResponses : InspectRun.listedCards)
    let responses = ResponseList(limit: limit, user: options.device.user) {
      SystemText.shown(inputs.path(of: $0))
    }
    return Overview(plan, policy, listing, responses: responses)
  }

  /// The lines of the overview.
  func text(of overview: Overview, problems: Int, _ style: TextStyle) -> String {
    let text = overview.sections(problems: problems, style).text(style)
    let count = overview.rows.rows.count
    guard count > 0 else { return text }
    return text + CardTable.text(overview.rows, overview.shortIDs, now: now, style)
      + unlisted(overview.tally.cards - count)
  }

  /// The number of cards that are not listed, in words; empty for 0.
  private func unlisted(_ count: Int) -> String {
    count > 0 ? "\(counted(count, "more card")) not listed; --limit N lists more\n" : ""
  }

  /// Prints the number of cards for each combination of values.
  func showCounts(by keys: [CountKey]) throws -> Int32 {
    var stream = stream
    stream.locatesCards = keys.contains { $0.field.isSource }
    let (counts, now, limit) = (FieldCounts(keys), now, options.inspect.limit ?? .max)
    return try run(stream, observer: counts) {
      FieldCountProcessor(keys, now: now)
    } finish: { total, output in
      switch options.inspect.format {
      case .json:
        try output.write { counts.appendJSON(cards: total.offered, limit: limit, to: &$0) }
      case .csv:
        let table = DelimitedText(.csv, isSafe: options.inspect.isSafeForSpreadsheets)
        try output.write { counts.append(table, limit: limit, to: &$0) }
      case .text, .html: try output.write(counts.text(limit: listed, style))
      }
    }
  }

  /// Prints the campaigns that sent more than one card.
  func showDuplicates() throws -> Int32 {
    let inputs = try inputs()
    let duplicates = Duplicates { SystemText.shown(inputs.path(of: $0)) }
    return try run(nil, inputs, observer: duplicates) {
      CampaignProcessor()
    } finish: { _, output in
      if options.inspect.format == .json {
        try output.write { duplicates.appendJSON(limit: options.inspect.limit ?? .max, to: &$0) }
      } else {
        try output.write(duplicates.text(limit: listed, now: now, style))
      }
    }
  }

  /// Prints what changed since the feed at `older`.
  ///
  /// The status is 0 whether there are changes or not: the view informs, as `git diff` does.
  func compare(with older: String) throws -> Int32 {
    let isJSON = options.inspect.format == .json
    let comparison = Comparison(
      typeKey: stream.reading.cards.typeKey, options.inspect.format, style)
    var reading = options.cards
    reading.output = nil
    reading.printsSummary = false
    var (oldStream, common) = (stream, session.common)
    if options.device.merges {
      // A series is read from its beginning again, which prints all messages.
      common.isQuiet = true
      if oldStream.onError == .report { oldStream.onError = .skip }
    }
    var olderInputs = try session.inputs([older], options.cards, configuration, files)
    // A series reads OLD twice, and a pipe has its content once.
    if options.device.merges { olderInputs = try olderInputs.spooled() }
    let first = try CardStream(
      Session(console: session.console, common: common), options: oldStream, cards: reading,
      device: options.device, inputs: olderInputs)
    let oldStatus = try first.run(StreamOutput(observer: comparison)) {
      SnapshotProcessor()
    } finish: { _, _ in
      ExitStatuses.done
    }
    // Compared with what could not be read, every card would be new.
    if oldStatus == ExitStatuses.inputOutput { return oldStatus }
    comparison.beginNew()
    // A device that receives NEW has the cards of OLD.
    var newer: InputFiles?
    if options.device.merges {
      comparison.histories = CardHistories(
        stream.reading.cards, listsChanges: false, observesFailures: false)
      var series = try session.inputs(
        [older] + (operands.isEmpty ? ["-"] : operands), options.cards, configuration, files)
      for (index, file) in olderInputs.files.enumerated() {
        if let spool = file.spool { series.replace(index, by: spool) }
      }
      newer = series
    }
    let newStatus = try run(
      nil, newer, framing: isJSON ? .array : .lines,
      header: isJSON ? InspectRun.beginning("changes") : "",
      observer: comparison, feedObservers: comparison.histories.map { [$0] } ?? []
    ) {
      SnapshotProcessor()
    } finish: { _, output in
      if isJSON {
        try output.write { comparison.appendSummary(to: &$0) }
      } else {
        try output.write(comparison.summary)
      }
    }
    return max(oldStatus, newStatus)
  }

  /// Prints the one card whose id begins with `prefix`.
  func showCard(_ prefix: String) throws -> Int32 {
    let inputs = try inputs()
    let search = IDSearch(plan, policy) { SystemText.shown(inputs.path(of: $0)) }
    let plan = plan
    let activities = CardActivities(prefix: prefix)
    let status = try run(
      nil, inputs, observer: search, eventVisitor: { line, _, _ in activities.add(line) }
    ) {
      IDProcessor(plan, prefix: prefix)
    } finish: { _, output in
      guard var card = search.card else { return sayWhichCards(search.matches, prefix) }
      let others = search.sameID - 1
      if options.device.journal != nil, let id = card.details.id {
        card.details.activity = activities[id]
      }
      if options.inspect.format == .json {
        try card.details.writeJSON(others: others, to: output)
      } else {
        try card.details.writeText(now: now, others: others, style, to: output)
      }
    }
    return search.card == nil ? max(status, ExitStatuses.data) : status
  }

  /// Says why no card is selected, with the ids that could be.
  private func sayWhichCards(_ matches: IDMatches, _ prefix: String) {
    let printer = session.printer()
    guard matches.ids.strings.isEmpty else {
      printer.say("\"\(prefix)\" matches more than one card:")
      for id in matches.ids.strings { printer.say("  \(id)") }
      if matches.ids.hasMore { printer.say("  and more") }
      return
    }
    printer.say("no card has an id that begins with \"\(prefix)\", or this campaign")
    let near = matches.nearest.filter { $0.score * 2 >= prefix.utf8.count && $0.score > 0 }
    if !near.isEmpty { printer.say("nearest are:") }
    for near in near { printer.say("  \(near.id)") }
  }
}
