import CardArguments
import CardJSON
import CardProcessing
import ContentCardKit

/// `cardctl filter`: prints the cards that match, with their bytes unchanged.
enum FilterCommand {
  static let declaration = Command(
    name: "cardctl filter", abstract: "print the cards that match",
    discussion: [
      """
      Reads cards of any shape and prints those that match, one per line, with their bytes \
      unchanged, but without line breaks between tokens. Repeats of one selector are alternatives; \
      different selectors must all match. 'cardctl help formats' describes fields and conditions, \
      and 'cardctl help inputs' how files and directories are read.
      """
    ],
    groups: FilterOptions.options, operands: [CardFiles.operand],
    examples: [
      Example("cardctl filter --class-type coupon_code feed.json", "the coupons of a feed"),
      Example(
        "cardctl filter --shown --sort feed --limit 10 cards.ndjson",
        "what a device would show first"),
      Example(
        "cardctl filter --where 'extras.discount_percentage >= 20' --ids cards.ndjson",
        "ids of coupons of 20 % or more"),
    ],
    exitStatuses: ExitStatuses.meanings(data: "a record could not be read")
      + [ExitStatus(4, "no card matched, with --exit-status")],
    run: run)

  static func run(_ line: Line) throws -> Int32 {
    var run = try CardRun(line)
    let (options, session) = (line.options.filter, run.session)
    try run.files.check()
    let registry = try Registry.builtIn.merging(session.cards.classes, session.console)
    let selection = try run.selection(registry)
    run.stream.locatesCards = run.needsLocations()
    let (inputs, messages, stream) = (try run.inputs(), run.messages(), run.stream)
    return try run.write(framing: options.framing) { output in
      let counts = try run.read(inputs, into: output, messages: messages) {
        FilterProcessor(options, selection, in: stream)
      }
      let matched = counts.rows + counts.withoutID
      if options.output == .count { try output.write("\(matched)\n") } else { try output.endRows() }
      if counts.withoutID > 0 {
        messages.note("\(counted(counts.withoutID, "card")) without an id: no line to print")
      }
      if matched == 0, stream.limit != 0 {
        let known = run.configuration.classes.map(registry.merging) ?? registry
        UnmatchedSelectors(selection: selection, registry: known, session: session).explain()
      }
      if session.cards.printsSummary {
        messages.note("\(counts.read), \(matched) matched\(counts.rest)")
      }
      let isMissing = options.needsMatch && matched == 0
      return run.status(counts, isMissing ? ExitStatuses.nothingMatched : ExitStatuses.done)
    }
  }
}
