import BrazeKitStub
import ContentCardKit
import ContentCardKitAsync
import ContentCardKitFoundation
import Foundation

func card(_ id: String, _ extras: String, _ rest: String = "") -> Braze.ContentCard {
  let json = #"{"id":"\#(id)","tp":"short_news","ca":1795165200,"ea":1795265200,"tt":"T","ds":"D","#
  return Braze.ContentCard(
    id: id,
    json: json + #""i":"https://example.com/a.png","#
      + #""e":{"class_type":"Loyalty_Card",\#(extras)}\#(rest)}"#)
}

let braze = Braze()
let store = CardStore(braze)
braze.contentCards.receive([
  card("o-1", #""points":"50","tier":"gold""#, #","p":true"#), card("o-2", #""points":"7""#),
  card("o-3", #""points":"120""#), card("o-4", #""points":"3","tier":"bronze""#),
  card("o-5", #""points":"1""#, #","d":true"#),
])
for offer in store.conversion.objects(of: Offer.self) {
  print(offer.points, offer.tier, offer.image?.host ?? "", offer.until?.timeIntervalSince1970 ?? 0)
  offer.logContentCardImpression(to: store)
}
for failure in store.conversion.failures { print(failure.cardID ?? "", failure) }
print(braze.contentCards.cards.map { $0.context?.log.count ?? 0 })

// The feed: order, lookup, expiry, saving.
print(
  store.feed.shown(at: 1_795_165_300).compactMap(\.id), store.feed.shown(at: 1_795_265_200).count)
let file = FileManager.default.temporaryDirectory.appendingPathComponent("cards-\(UUID()).json")
try store.save(to: file)
let saved = try ContentCardFeed(contentsOf: file)
try FileManager.default.removeItem(at: file)
print(saved == store.feed, saved[id: "o-2"]?.clickURL == nil, saved.failures.isEmpty)

// Diffing: equality is by id, content is compared apart.
let before = store.conversion.objects(of: Offer.self).compactMap(\.contentCardData)
braze.contentCards.receive([card("o-1", #""points":"51","tier":"gold""#, #","v":true"#)])
let after = store.conversion.objects(of: Offer.self).compactMap(\.contentCardData)
print(before[0] == after[0], before[0].hasSameContent(as: after[0]), Set(before).count)

// The registry file of the class, and objects of a registry file.
let registry = Registry([Offer.contentCardClass])
print(registry.json)
print(try Registry(parsing: registry.json) == registry)
var dynamic = ContentCardFactory()
dynamic.register(registry)
let objects = dynamic.convert(store.feed).objects(of: RegistryObject.self)
print(objects[0].object, objects[0].values["points"] ?? 0, objects[0][Offer.tier] ?? .silver)
do {
  _ = try Registry(
    parsing: #"{"classes":{"a":{"object":"A","properties":{"t":{"from":["tittle"]}}}}}"#)
} catch { print(error.localizedDescription) }

// Declarations that name no value never stop the process.
let odd = ContentCardClass(
  "odd", properties: Property<String>("", from: .extra("")),
  Property<Double>("x", from: .created, minimum: 0.5),
  Property<String>("object", constant: "y"), Property<Bool>("x", from: .pinned))
dynamic.register(Registry([odd, ContentCardClass("ODD")]))
print(dynamic.registry.classes.count)

// An actor as the sink, and bytes one by one.
actor Journal: AsyncContentCardEventSink {
  private(set) var lines: [String] = []
  func record(_ event: ContentCardEvent, of card: ContentCardData) {
    lines.append("\(event) \(card.id)")
  }
}
let journal = Journal()
struct Bytes: AsyncSequence {
  let text: String
  struct AsyncIterator: AsyncIteratorProtocol {
    var base: String.UTF8View.Iterator
    mutating func next() async -> UInt8? { base.next() }
  }
  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: text.utf8.makeIterator()) }
}
let lines = braze.contentCards.cards.compactMap { $0.json() }
let text = String(decoding: Data(lines.joined(separator: [0x0A])), as: UTF8.self)
for try await conversion in ContentCardFactory(Offer.self).conversions(of: Bytes(text: text)) {
  for object in conversion.objects { await object.logContentCardClicked(to: journal) }
}
for try await element in ContentCardSequence(Bytes(text: text)) {
  if case .card(let card, let place) = element { print(card.id ?? "", place.line) }
}
print(await journal.lines)
let sink: any ContentCardEventSink<Never> = store
print(type(of: sink))
