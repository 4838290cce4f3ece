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
    var files = try session.files(options.inspect.view == .registry ? nil : operands, configuration)
    files.read(options.inspect.feed, "the local feed")
    if case .comparison(let older) = options.inspect.view { files.read(older, "the older feed") }
    try files.check()
    self.files = files
    stream = session.streamOptions(configuration)
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
    try session.inputs(operands, configuration, files)
  }

  var now: Int64 { plan.settings.now }
  private var listed: Int { options.inspect.limit ?? InspectRun.listedCards }

  /// Runs a processor over all cards.
  ///
  /// - Parameters:
  ///   - shown: the number of cards on a page, for the summary.
  ///   - finish: is given the counts, and writes what is written at the end.
  func run<Processor: CardProcessor & ~Copyable>(
    _ inputs: InputFiles, _ stream: StreamOptions? = nil, as merging: Session? = nil,
    framing: RowFraming? = nil, header: String = "", observer: (any BatchObserver)? = nil,
    feedObservers: [any FeedObserver] = [], eventVisitor: DeviceJournal.Visitor? = nil,
    shown: (() -> Int)? = nil, processor: @escaping @Sendable () -> Processor,
    finish: (Counts, OutputStream) throws -> Void
  ) throws -> Int32 {
    let addedRows = StreamOutput.AddedRows()
    addedRows.header.append(header)
    let cards = try CardStream(
      merging ?? session, options: stream ?? self.stream, inputs: inputs, eventVisitor: eventVisitor
    )
    let output = StreamOutput(
      framing: framing, addedRows: addedRows, observer: observer, feedObservers: feedObservers,
      passesControls: options.inspect.format == .text)
    return try cards.run(output, through: processor) { counts, output in
      // Without any input there is nothing to state.
      if !counts.couldReadNothing || framing == .array { try finish(counts, output) }
      if options.cards.printsSummary {
        session.note(counts.read + (shown.map { ", \($0()) shown" } ?? "") + counts.rest)
      }
      return ExitStatuses.done
    }
  }

  /// Names inputs by their paths.
  func path(_ inputs: InputFiles) -> (Int) -> String {
    { SystemText.shown(inputs.path(of: $0)) }
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

  /// Prints counts of the cards, and the cards.
  func showOverview() throws -> Int32 {
    var counting = plan
    counting.isCounting = true
    let (plan, isJSON) = (counting, options.inspect.format == .json)
    let listing = isJSON ? OverviewProcessor.Listing.json(options.inspect.limit) : .table(listed)
    let inputs = try inputs()
    let overview = overview(of: inputs, plan, listing)
    return try run(
      inputs, framing: isJSON ? .array : nil,
      header: isJSON ? InspectRun.beginning("cards") : "", observer: overview,
      feedObservers: [overview]
    ) {
      OverviewProcessor(plan, listing)
    } finish: { counts, output in
      if isJSON {
        try output.write { overview.appendJSON(problems: counts.problems, to: &$0) }
      } else {
        try output.write(overview.text(problems: counts.problems, style))
      }
    }
  }

  /// An empty overview of inputs.
  func overview(
    of inputs: InputFiles, _ plan: CheckPlan, _ listing: OverviewProcessor.Listing,
    page: PageCards? = nil
  ) -> Overview {
    let isJSON = options.inspect.format == .json
    let limit =
      options.inspect.limit ?? (isJSON ? InspectRun.listedResponses : InspectRun.listedCards)
    return Overview(
      plan, policy, listing: listing,
      responses: ResponseList(limit: limit, user: options.device.user, inputName: path(inputs)),
      page: page, inputName: inputs.name)
  }

  /// Prints the number of cards for each combination of values.
  func showCounts(by keys: [CountKey]) throws -> Int32 {
    var stream = stream
    stream.locatesCards = keys.contains { $0.field.isSource }
    let (counts, now, limit) = (FieldCounts(keys), now, options.inspect.limit ?? .max)
    return try run(try inputs(), stream, observer: counts) {
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
    let duplicates = Duplicates(inputName: path(inputs))
    return try run(inputs, observer: duplicates) {
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
      stream.reading.cards, format: options.inspect.format, style: style)
    var (oldStream, reading) = (stream, session)
    reading.options.cards.output = nil
    reading.options.cards.printsSummary = false
    if options.device.merges {
      // A series is read from its beginning again, which prints all messages.
      reading.options.common.isQuiet = true
      if oldStream.onError == .report { oldStream.onError = .skip }
    }
    var olderInputs = try session.inputs([older], configuration, files)
    // A series reads OLD twice, and a pipe has its content once.
    if options.device.merges { olderInputs = try olderInputs.spooled() }
    let first = try CardStream(reading, options: oldStream, inputs: olderInputs)
    let oldStatus = try first.run(StreamOutput(observer: comparison)) {
      ComparisonProcessor()
    } finish: { _, _ in
      ExitStatuses.done
    }
    // Compared with what could not be read, every card would be new.
    if oldStatus == ExitStatuses.inputOutput { return oldStatus }
    comparison.beginNew()
    var newer = try inputs()
    if options.device.merges {
      // A device that receives NEW has the cards of OLD.
      newer = try session.inputs(
        [older] + (operands.isEmpty ? ["-"] : operands), configuration, files)
      comparison.histories = CardHistories(
        stream.reading.cards, listsChanges: false, observesFailures: false, inputName: path(newer))
      for (index, file) in olderInputs.files.enumerated() {
        if let spool = file.spool { newer.replace(index, by: spool) }
      }
    }
    let newStatus = try run(
      newer, framing: isJSON ? .array : .lines,
      header: isJSON ? InspectRun.beginning("changes") : "",
      observer: comparison, feedObservers: comparison.histories.map { [$0] } ?? []
    ) {
      ComparisonProcessor()
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
    let search = IDSearch(plan, policy, inputName: path(inputs))
    let plan = plan
    let journal = JournalHistories(selecting: prefix)
    let status = try run(inputs, observer: search, eventVisitor: journal.add) {
      IDProcessor(plan, prefix: prefix)
    } finish: { _, output in
      var reader = CachedCardReader(stream.reading.cards)
      guard let found = search.matches.card, let card = reader.card(found.copy) else {
        return sayWhichCards(search.matches, prefix)
      }
      var activity: CardActivity?
      if options.device.journal != nil, let id = card.text(.id) {
        activity = CardActivity(journal.events(of: id))
      }
      var writer = ObjectWriter(plan.classes)
      let details = CardDetails(
        card, found, others: search.matches.others, activity: activity, writer: &writer)
      if options.inspect.format == .json {
        try details.writeJSON(to: output)
      } else {
        try details.writeText(now: now, style, to: output)
      }
    }
    return search.matches.card == nil ? max(status, ExitStatuses.data) : status
  }

  /// Prints why no card is selected, with the ids that could be.
  private func sayWhichCards(_ matches: IDMatches, _ prefix: String) {
    guard matches.ids.strings.isEmpty else {
      return say(
        ["\"\(prefix)\" matches more than one card:"], matches.ids.strings,
        hasMore: matches.ids.hasMore)
    }
    let similar = matches.nearest.similar(toLength: prefix.utf8.count)
    say(
      ["no card has an id that begins with \"\(prefix)\", or this campaign"]
        + (similar.isEmpty ? [] : ["nearest are:"]), similar)
  }

  /// Prints messages, and ids below them.
  func say(_ messages: [String], _ ids: [String], hasMore: Bool = false) {
    let printer = session.printer()
    for message in messages { printer.say(message) }
    for id in ids { printer.say("  \(id)") }
    if hasMore { printer.say("  and more") }
  }
}
