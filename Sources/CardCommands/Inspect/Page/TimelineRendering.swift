import CardJSON

/// The histories of cards on the page, each with its verdict.
enum TimelineRendering {
  /// Writes a section with the histories of `report`; the first `limit` of them.
  ///
  /// - Parameter isOpen: whether each history is open.
  static func append(
    _ report: HistoryReport, limit: Int, isOpen: Bool, to html: inout HTMLWriter
  ) {
    html.add(#"<section class="notice" aria-labelledby="histories"><h2 id="histories">"#)
    html.add("Why users see a card, or not</h2>")
    for item in report.items.prefix(limit) {
      html.add(isOpen ? "<details open>" : "<details>")
      html.add("<summary><bdi>\(item.title)</bdi>: <bdi>")
      html.add("\(item.verdict.words(ofFeed: report.feedCount))</bdi></summary>")
      append(item.history, to: &html)
      html.add("</details>")
    }
    if report.items.count > limit {
      html.add("<p>\(grouped: report.items.count - limit) more cards are left out.</p>")
    }
    html.add("</section>\n")
  }

  private static func append(_ history: CardHistory, to html: inout HTMLWriter) {
    html.add(#"<p class="quiet"><bdi>\#(history.id)</bdi></p><ol class="findings">"#)
    for entry in history.entries {
      html.add("<li>")
      if let time = entry.time { html.add("<time>\(CardHistory.text(time))</time> ") }
      html.add("<bdi>\(history.words(entry))</bdi>")
      if let place = entry.place { html.add("<small><bdi>\(place.words)</bdi></small>") }
      html.add("</li>")
    }
    html.add("</ol>")
  }
}
