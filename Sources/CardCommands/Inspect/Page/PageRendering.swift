import CardJSON
import CardRules
import ContentCardKit

/// The whole page: one document that needs nothing else, from nowhere.
struct PageRendering {
  /// The names of the inputs.
  let sources: [String]
  /// How many cards were read.
  let cards: Int
  let findings: ReportSummary
  /// What was found that is not about one card.
  let inputFindings: [LocatedFinding]
  /// How many local items there are.
  let items: Int
  let settings: CardListSettings

  /// Writes what comes before the cards.
  func appendHead(_ list: borrowing CardList, to html: inout HTMLWriter) {
    html.add(#"<!doctype html>\#n<html lang="en">\#n<head>\#n<meta charset="utf-8">\#n"#)
    PagePolicy.append(loadsImages: settings.loadsImages, to: &html)
    html.add(
      """
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Content cards: 
      """)
    html.add("\(shownSources)</title>\n<style>\n")
    for part in PageStyle.parts { html.add("\(part)\n") }
    html.add("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#cards\">Skip to the cards</a>\n")
    appendHeader(to: &html)
    let places = PreviewPlace.allCases.filter { count(of: $0, list) > 0 }
    appendViews(places, list, to: &html)
    appendFilter(list, to: &html)
    html.add(#"<main id="cards" tabindex="-1"><div class="frame">\#n"#)
    appendLeads(places, to: &html)
    appendCount(list, to: &html)
    html.add(#"<div class="cards">\#n"#)
  }

  /// Writes what comes after the cards and the local items.
  ///
  /// - Parameter histories: the histories of cards, if the inputs were merged.
  func appendTail(
    _ list: borrowing CardList, histories: HistoryReport?, to html: inout HTMLWriter
  ) {
    html.add(#"</div>\#n<p id="nothing" class="notice""#)
    html.add(list.seen + items > 0 ? " hidden>" : ">")
    html.add(
      list.count == 0 ? "There are no cards.</p>\n" : "Users see no card here.</p>\n")
    if cards > list.count {
      html.add(#"<p class="notice" id="left-out">\#(grouped: cards - list.count) of "#)
      html.add("\(grouped: cards)")
      html.add(" cards are left out, the last in the order of the feed. <code>--limit N</code>")
      html.add(" shows more or fewer.</p>\n")
    }
    if !inputFindings.isEmpty {
      html.add(#"<section class="notice" aria-labelledby="input"><h2 id="input">"#)
      html.add("About the input</h2>")
      FactsRendering.append(inputFindings, showsPath: true, to: &html)
      html.add("</section>\n")
    }
    if let histories {
      let isOpen = histories.items.count <= PageRendering.openHistories
      TimelineRendering.append(
        histories, limit: PageRendering.historyLimit, isOpen: isOpen, to: &html)
    }
    html.add(#"</div></main>\#n<footer><div class="frame"><p>"#)
    html.add("This page runs no code but its own and asks no server for anything")
    html.add(
      settings.loadsImages
        ? " but the cards' images.</p>"
        : ". Images are placeholders of the right proportions; <code>--images</code> loads them.</p>"
    )
    html.add("</div></footer>\n<script>\(PageScript.text)</script>\n</body>\n</html>\n")
  }

  /// The maximum number of histories on a page, and of those that are open.
  private static let historyLimit = 500
  private static let openHistories = 3

  private var shownSources: String {
    let shown = sources.prefix(3).joined(separator: ", ")
    return sources.count > 3 ? "\(shown) and \(sources.count - 3) more" : shown
  }

  private func count(of place: PreviewPlace, _ list: borrowing CardList) -> Int {
    (list.places[place] ?? 0) + (place == .home ? items : 0)
  }

  /// Writes how many cards are below, and the switch that adds those that users do not see.
  private func appendCount(_ list: borrowing CardList, to html: inout HTMLWriter) {
    html.add(#"<div class="count"><p id="count" role="status">\#(counted(list.seen, "card"))"#)
    html.add(#"</p>\#n<label class="check"><input type="checkbox" id="all">"#)
    html.add("Also what users do not see (\(grouped: list.count - list.seen))</label></div>\n")
  }

  /// Writes how many cards of a view users see, and how many there are in all; the switch decides
  /// which of the two is shown.
  private func appendCounts(_ seen: Int, _ all: Int, to html: inout HTMLWriter) {
    html.add(#" <span class="seen">\#(grouped: seen)</span><span class="every">\#(grouped: all)"#)
    html.add("</span></label>\n")
  }

  private func appendHeader(to html: inout HTMLWriter) {
    html.add(#"<header><div class="frame"><div class="about"><h1>Content cards</h1>\#n<p><bdi>"#)
    html.add(#"\#(shownSources)</bdi> <span class="quiet">as of "#)
    html.add(#"\#(CardTime(milliseconds: settings.now))</span></p>\#n<p class="quiet">"#)
    html.add("\(counted(cards, "card"))")
    for (count, name) in findings.found where count > 0 {
      html.add(", \(grouped: count) \(name)\(count == 1 ? "" : "s")")
    }
    html.add(
      """
      </p></div>
      <fieldset class="choices"><legend class="unseen">Color scheme</legend>
      <label><input type="radio" name="scheme" id="scheme-system" checked>System</label>
      <label><input type="radio" name="scheme" id="scheme-light">Light</label>
      <label><input type="radio" name="scheme" id="scheme-dark">Dark</label>
      </fieldset></div></header>

      """)
  }

  private func appendViews(
    _ places: [PreviewPlace], _ list: borrowing CardList, to html: inout HTMLWriter
  ) {
    html.add(
      """
      <nav aria-label="Views"><div class="frame"><fieldset class="choices">
      <legend class="unseen">View</legend>
      <label><input type="radio" name="view" id="view-feed" value="feed" checked>Feed
      """)
    appendCounts(list.seen, list.count, to: &html)
    for place in places {
      html.add(#"<label><input type="radio" name="view" id="view-\#(place.rawValue)" value=""#)
      html.add(#"\#(place.rawValue)">\#(place.title)"#)
      let items = place == .home ? items : 0
      appendCounts((list.seenPlaces[place] ?? 0) + items, count(of: place, list), to: &html)
    }
    html.add("</fieldset></div></nav>\n")
  }

  private func appendFilter(_ list: borrowing CardList, to html: inout HTMLWriter) {
    html.add(
      """
      <form id="filter" role="search" aria-label="Filter" hidden><div class="frame">
      <label>Search <input type="search" id="search" autocomplete="off"></label>
      <label>Class type <select id="kind"><option value="">all</option>

      """)
    for (name, count) in list.classTypes.sorted(by: { $0.key < $1.key }) {
      html.add(#"<option value="=\#(name)">\#(name.isEmpty ? "none" : name) (\#(grouped: count)"#)
      html.add(")</option>\n")
    }
    html.add(
      """
      </select></label>
      <label class="check"><input type="checkbox" id="troubled">With findings</label>
      </div></form>

      """)
  }

  private func appendLeads(_ places: [PreviewPlace], to html: inout HTMLWriter) {
    html.add(#"<div class="lead lead-feed"><h2>Feed</h2><p>"#)
    html.add("The cards as the SDKs' own feeds draw them: pinned cards first, then the newest.</p>")
    html.add("</div>\n")
    for place in places {
      html.add(#"<div class="lead lead-\#(place.rawValue)"><h2>\#(place.title)</h2><p>"#)
      html.add("\(place.summary)</p></div>\n")
    }
  }
}

/// What the page may do, as its content security policy says it.
///
/// Nothing is allowed but the page's own script, known by its SHA-256, and styles. Frames inherit
/// the policy, and a card's HTML brings styles of its own, so styles cannot be limited to known
/// ones; they can load nothing, as neither fonts nor style sheets are allowed. A frame's scripts
/// are stopped twice: by this and by the frame's sandbox.
enum PagePolicy {
  /// Writes the policy; with `loadsImages` images may come from secure addresses.
  static func append(loadsImages: Bool, to html: inout HTMLWriter) {
    html.add(
      #"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-"#
    )
    html.add("\(PageScript.hash)'; style-src 'unsafe-inline'; img-src ")
    html.add(loadsImages ? "https: data:" : "'none'")
    html.add(#"; base-uri 'none'; form-action 'none'">\#n"#)
  }
}
