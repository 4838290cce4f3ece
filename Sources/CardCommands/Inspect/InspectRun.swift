import CardArguments
import CardJSON
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

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

  /// Returns the checks of these inputs; overrides for individual files do not apply to a merged
  /// feed.
  func checks(of inputs: InputFiles) -> InputChecks {
    session.device.merges ? checks : checks.applied(to: inputs.paths)
  }

  /// Returns a function that maps the number of an input to its path.
  func path(_ inputs: InputFiles) -> (Int) -> String { { SystemText.shown(inputs.path(of: $0)) } }

  /// Opens the output, and calls `body` to write to it.
  private func open(
    framing: RowFraming = .lines, _ body: (OutputStream) throws -> Int32
  ) throws -> Int32 {
    try OutputFile.write(
      session.output.path, session.console, passesControls: session.inspect.format == .text,
      framing: framing, body: body)
  }

  /// Opens the output, reads the cards of the inputs, and calls `end` to write what follows the rows.
  ///
  /// If no input can be read, there is no output, except for an array that was begun.
  ///
  /// - Parameters:
  ///   - key: the key of the array of rows, the first member of a JSON object; nil for no rows.
  ///   - end: returns the exit status, or nil for that of the counts.
  func show<Processor: CardProcessor & ~Copyable>(
    rows key: String? = nil, _ inputs: InputFiles, _ observers: [any RunObserver],
    events: DeviceJournal.Visitor? = nil, through processor: @escaping @Sendable () -> Processor,
    end: (OutputStream, Counts) throws -> Int32?
  ) throws -> Int32 {
    let array = isJSON ? key : nil
    return try open(framing: array == nil ? .lines : .array) { output in
      if let array { try output.write("{\"\(array)\":", isFollowed: true) }
      let counts = try run.read(
        inputs, into: output, observers: observers, messages: run.messages(),
        eventVisitor: events, through: processor)
      if session.cards.printsSummary {
        let isPage = session.inspect.format == .html
        let shown = isPage ? ", \(min(counts.offered, pageLimit)) shown" : ""
        session.note(counts.read + shown + counts.rest)
      }
      if counts.couldReadNothing, array == nil { return ExitStatuses.inputOutput }
      return try end(output, counts) ?? run.status(counts)
    }
  }

  /// Writes a view.
  ///
  /// - Parameter key: the key of its object if it is the last member of an object that begins with
  ///   an array of rows.
  func write(_ view: View, to output: OutputStream, last key: StaticString? = nil) throws {
    guard isJSON else {
      try view.forEachLine(style) { try output.write($0, isFollowed: true) }
      return try output.flush()
    }
    var text = ByteBuffer()
    try text.json(key == nil ? .indented : .plain, isContinued: key != nil) { json in
      try json.object(key) { object in
        try view.add(to: &object) { json in
          try json.drain(whenFull: true) { try output.write($0, isFollowed: true) }
        }
      }
      if key != nil { json.end("}") }
      json.endText()
    }
    try output.write(text.view)
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
    return try open { output in
      try output.write { text in
        text.json(.indented) { writer in
          writer.add(nil, json: json.view)
          writer.endText()
        }
      }
      return ExitStatuses.done
    }
  }

  /// Prints counts of the cards, and a list of cards.
  func showOverview() throws -> Int32 {
    let inputs = try run.inputs()
    var checks = checks(of: inputs)
    checks.plan.isCounting = true
    let listing = listing(limit: limit)
    // The rows of JSON are sorted like those of `filter`.
    if isJSON, listing.sorts { run.stream.limit = limit }
    let overview = Overview(self, of: inputs, checks: checks, listing: listing)
    return try show(rows: "cards", inputs, [overview]) { [checks, selection, stream = run.stream] in
      OverviewProcessor(checks, listing, selecting: selection, in: stream)
    } end: { output, counts in
      try overview.end()
      try output.endRows()
      explainSelection(counts, selected: overview.tally.cards)
      let view = overview.view(problems: counts.problems, style)
      try write(view, to: output, last: "overview")
      return nil
    }
  }

  /// Returns the way to list this number of cards.
  func listing(limit: Int) -> OverviewProcessor.Listing {
    OverviewProcessor.Listing(
      limit: limit, format: session.inspect.format, shortensIDs: style.isFitted,
      sorts: !run.stream.sort.isEmpty && limit > 0)
  }

  /// Prints the number of cards for each combination of values.
  func showCounts(by keys: [CountKey]) throws -> Int32 {
    let order: GroupOrder
    do throws(ValueProblem) { order = try GroupOrder(session.inspect.sort, of: keys) } catch {
      let value = session.inspect.sort.joined(separator: " ")
      throw ArgumentError.invalidValue(option: "--sort", value: value, error)
    }
    let counts = FieldCounts(keys, order, limit: session.inspect.limit, on: session.console)
    return try show(try run.inputs(), [counts]) { [selection, stream = run.stream] in
      FieldCountProcessor(keys, selection, in: stream)
    } end: { output, total in
      try counts.write(session.inspect.format, in: style, or: session.output.csv, to: output)
      explainSelection(total, selected: counts.total)
      return nil
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
    let histories = CardHistories(self, newer, listsChanges: false)
    comparison.histories = histories
    return try show(rows: "changes", newer, [comparison, histories]) {
      ComparisonProcessor()
    } end: { output, new in
      if !new.couldReadNothing { try comparison.end(output) }
      try output.endRows()
      try write(comparison.summary, to: output, last: "summary")
      return max(run.status(old), run.status(new))
    }
  }

  /// Prints the one card whose id begins with `prefix`, or that belongs to this campaign.
  func showCard(_ prefix: String) throws -> Int32 {
    let inputs = try run.inputs()
    let checks = checks(of: inputs)
    let search = IDSearch(checks, inputName: path(inputs))
    let journal = HistoryEvents(selecting: prefix)
    return try show(inputs, [search], events: journal.add(_:in:at:)) {
      IDProcessor(checks, prefix: prefix)
    } end: { output, counts in
      if operands.isEmpty, !counts.hasInput, let parts = IDWords(prefix) {
        try write(parts.view(style), to: output)
        return nil
      }
      var reader = CachedCardReader(reading)
      guard let found = search.card, let card = reader.card(found.copy) else {
        if search.candidates.isEmpty {
          let near = search.nearest.similar(toLength: prefix.utf8.count)
          say(
            "no card has the id, the campaign or the title \"\(prefix)\"", near,
            under: "nearest ids:")
          if let words = IDWords(prefix)?.words { session.say("this id is of \(words)") }
        } else {
          sayCandidates(prefix, search.candidates, option: "--id")
        }
        return max(run.status(counts), ExitStatuses.data)
      }
      let events = session.device.journal == nil ? nil : card.text(.id).map(journal.events)
      let details = CardDetails(
        card: card, found: found, others: search.others, events: events,
        now: plan.settings.now, zone: session.zone)
      var writer = ObjectWriter(plan.classes)
      try write(details.view(&writer), to: output)
      return nil
    }
  }

  /// Prints the campaign that an id contains, without any card.
  func showID(_ id: String) throws -> Int32 {
    guard let parts = IDWords(id) else {
      session.say("\"\(id)\" is not an id with a campaign; name files with the card to look it up")
      return ExitStatuses.data
    }
    return try open { output in
      try write(parts.view(style), to: output)
      return ExitStatuses.done
    }
  }
}
