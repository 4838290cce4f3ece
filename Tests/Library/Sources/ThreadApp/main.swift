// A secondary thread on Apple's platforms has a stack of 512 KiB, and the library in an app's debug
// build is not optimized. The deepest extras that are read must fit.
import ContentCardKit
import ContentCardKitFoundation
import Foundation

func card(_ depth: Int, _ open: String, _ close: String) -> String {
  let value = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
  return #"{"id":"c","tp":"short_news","ca":1,"tt":"t","e":{"deep":"# + value + "}}"
}

/// Prints what is read from a card, and how deep its extras are where an app gets them.
func report(_ text: String) {
  let feed = ContentCardFeed(text)
  print(feed.cards.count, feed.failures.map(\.description))
  for card in feed.cards {
    let depths = [card, ContentCard(metaData: card.metaData)].map { card in
      "\(card.extraValues?["deep"] ?? .null)".filter { $0 == "[" || $0 == "{" }.count
    }
    print(depths, card.extras?.count ?? 0, feed == ContentCardFeed(text))
    print(ContentCardFactory().convert(feed).failures.map(\.description))
  }
}

let isDone = DispatchSemaphore(value: 0)
let thread = Thread {
  for (open, close) in [(#"{"a":"#, "}"), ("[", "]")] {
    report(card(510, open, close))
    report(card(511, open, close))
  }
  isDone.signal()
}
thread.stackSize = 512 << 10
thread.start()
isDone.wait()

// Characters that a URL cannot have are percent-encoded on every system.
let links = ["https://example.com/a b?q=\u{E9}%20#x", "https://example.com/a", "", "http://[", "%"]
print(links.map { URL(propertyValue: .text($0))?.absoluteString ?? "none" })
