import CardJSON
import CardPage
import CardPlatform
import CardProcessing
import CardRules
import ContentCardKit

/// The HTML page: the template with the style, the script and the data.
struct PageDocument {
  let overview: Overview
  /// The counts of the run.
  let counts: Counts
  /// The names of the inputs.
  let sources: [String]
  let loadsImages: Bool
  /// The items of a local feed as JSON, which the page shows next to the cards.
  let items: [[UInt8]]
  /// The histories of cards, if the inputs were merged.
  let histories: HistoryReport?

  /// Appends the page.
  func append(to html: inout ByteBuffer) {
    HelpText.append(PageFiles.html, to: &html) { append($0, to: &$1) }
  }

  private func append(_ name: String, to html: inout ByteBuffer) {
    switch name {
    case "hash": html.append(PageFiles.scriptHash)
    case "images": html.append(loadsImages ? "https: data:" : "'none'")
    case "style": html.append(PageFiles.css)
    case "script": html.append(PageFiles.script)
    case "title":
      let more = sources.count > 3 ? " and \(sources.count - 3) more" : ""
      let title = sources.prefix(3).joined(separator: ", ") + more
      PageDocument.append(ByteBuffer(title.utf8), to: &html, PageDocument.entities)
    case "text":
      // For browsers without JavaScript.
      let style = TextStyle()
      let text = overview.view(problems: counts.problems, style).text(style)
      PageDocument.append(ByteBuffer(text.utf8), to: &html, PageDocument.entities)
    case "data":
      var data = ByteBuffer()
      data.json { json in json.object { add(to: &$0) } }
      // JSON without `<` cannot end the script element.
      PageDocument.append(data, to: &html, [(UInt8(ascii: "<"), #"\u003c"#)])
    default: break
    }
  }

  private static let entities: [(byte: UInt8, text: StaticString)] = [
    (UInt8(ascii: "<"), "&lt;"), (UInt8(ascii: ">"), "&gt;"), (UInt8(ascii: "&"), "&amp;"),
    (UInt8(ascii: "\""), "&quot;"),
  ]

  /// Appends text with entities for markup and escapes for control characters.
  private static func append(
    _ text: borrowing ByteBuffer, to html: inout ByteBuffer,
    _ entities: [(byte: UInt8, text: StaticString)]
  ) {
    var visible = ByteBuffer()
    ControlEscapes.append(text.view, to: &visible, keepingLines: true)
    for index in 0..<visible.count {
      let byte = visible.view[index]
      let entity = entities.first { $0.byte == byte }
      if let entity { html.append(entity.text) } else { html.append(byte) }
    }
  }

  private static let itemLimit = 500
  private static let historyLimit = 500

  private func add(to json: inout JSONWriter) {
    json.add("sources", sources)
    json.add("at", ISO8601.text(overview.now, in: overview.zone) ?? "\(overview.now / 1000) s")
    json.add("read", overview.tally.cards)
    json.add("images", loadsImages)
    json.add("limit", CheckSettings.payloadLimit)
    json.object("counts") { counts in
      for (count, name) in overview.findings.found {
        counts.key(name)
        counts.add(nil, count)
      }
    }
    let found = overview.otherFindings + overview.cards.flatMap(\.findings)
    let rules = Set(found.map(\.finding.rule)).sorted().compactMap(Rules.rule)
    json.objects("rules", rules) { RulePages.add($1, &$0) }
    json.objects("findings", overview.otherFindings) { $0.addMembers(of: $1) }
    let shown = items.prefix(PageDocument.itemLimit)
    json.array("items") { array in for item in shown { array.add(json: item) } }
    json.add("itemsOmitted", items.count - shown.count)
    let listed = histories?.items.prefix(PageDocument.historyLimit) ?? []
    json.objects("histories", listed) { row, item in
      row.add("id", item.history.id)
      row.add("title", item.title)
      row.add("verdict", item.verdict.words)
      row.objects("entries", item.history.lines) { entry, line in
        if let time = line.entry.time {
          entry.add("time", CardHistory.text(time, in: item.history.zone))
        }
        if let location = line.entry.location { entry.add("place", location.words) }
        entry.add("words", line.words)
      }
    }
    json.add("historiesOmitted", (histories?.items.count ?? 0) - listed.count)
    json.objects("cards", overview.cards.enumerated()) { row, element in
      let card = element.element
      row.add("number", element.offset + 1)
      card.location?.add(to: &row)
      row.objects("findings", card.findings) { $0.addMembers(of: $1) }
      row.add("card", json: card.json)
    }
  }
}

/// The files of the page, which the compiler embeds from the directory `CardPage`.
enum PageFiles {
  /// The template.
  static var html: String { unsafe String(cString: card_page_html()) }
  /// The style.
  static var css: String { unsafe String(cString: card_page_css()) }
  /// The script.
  static var script: String { unsafe String(cString: card_page_script()) }
  /// The SHA-256 of the script in Base64, for the content security policy of the page.
  static var scriptHash: String { unsafe String(cString: card_page_script_hash()) }
}

extension InspectRun {
  /// The maximum number of cards on the page; browsers are slow with more than the default.
  var pageLimit: Int { session.inspect.limit ?? 500 }

  /// Reads all cards, and writes a page with the first selected ones, by default in the order of the
  /// feed.
  func showPage() throws -> Int32 {
    let inputs = try run.inputs()
    let items = try LocalFeed(session.inspect.feed, session.console).list
    let checks = checks(of: inputs)
    let listing = listing(limit: pageLimit)
    let overview = Overview(self, of: inputs, checks: checks, listing: listing)
    let histories = CardHistories(self, inputs, listsChanges: true)
    let merges = session.device.merges
    return try show(
      inputs, [overview, histories], events: merges ? histories.events.add(_:in:at:) : nil
    ) { [selection, stream = run.stream] in
      OverviewProcessor(checks, listing, selecting: selection, in: stream)
    } end: { output, counts in
      try overview.end()
      explainSelection(counts, selected: overview.tally.cards)
      let (report, status) =
        merges ? report(on: histories, counts) : (nil, run.status(counts))
      if merges, report == nil { return status }
      let operands = inputs.operands.isEmpty ? ["-"] : inputs.operands
      let page = PageDocument(
        overview: overview, counts: counts,
        sources: operands.map { $0 == "-" ? "standard input" : SystemText.shown($0) },
        loadsImages: session.inspect.loadsImages, items: items, histories: report)
      try output.write { page.append(to: &$0) }
      return status
    }
  }
}
