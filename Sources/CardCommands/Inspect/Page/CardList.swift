import CardProcessing
import CardJSON
import ContentCardKit

/// What holds for all cards of the page.
struct CardListSettings: Sendable {
  var cards: CardDecoder.Options
  var classes: ClassTable
  /// Epoch milliseconds.
  var now: Int64
  var loadsImages: Bool
}

/// The cards of the page, drawn one after the other, and what the page's head has to know of them.
struct CardList: ~Copyable {
  private let settings: CardListSettings
  private var decoder: CardDecoder
  private var converter: ObjectConverter
  private var cardScanner = JSONScanner()
  private var objectScanner = JSONScanner()
  private var cardBytes = ByteBuffer()
  private var objectBytes = ByteBuffer()
  private var scratch = ByteBuffer()

  /// The articles.
  private(set) var html = HTMLWriter()
  /// How many cards were drawn.
  private(set) var count = 0
  /// How many of them users see.
  private(set) var seen = 0
  /// How many of them have an object at each place, and how many of those users see.
  private(set) var places: [PreviewPlace: Int] = [:]
  private(set) var seenPlaces: [PreviewPlace: Int] = [:]
  /// How many are of each class type, in lower case; "" for those without one.
  private(set) var classTypes: [String: Int] = [:]

  init(_ settings: CardListSettings) {
    self.settings = settings
    decoder = CardDecoder(settings.cards)
    converter = ObjectConverter(settings.classes)
  }

  /// Draws a card.
  ///
  /// - Parameter bytes: the card as it was read.
  mutating func append(_ kept: PreviewCards.KeptCard, _ bytes: ByteView) {
    cardBytes.removeAll()
    cardBytes.append(bytes)
    let text = cardBytes.sealed()
    guard case .value = cardScanner.scan(text),
      case .card(let card) = decoder.find(cardScanner.document, 0, isElement: true)
    else { return }
    count += 1
    objectBytes.removeAll()
    let conversion = converter.convert(card, to: &objectBytes)
    let view = CardView(
      card: card, object: object(of: conversion), reason: CardList.reason(of: conversion),
      number: count, kept: kept, settings: settings)
    let isSeen = view.absence == nil
    if isSeen { seen += 1 }
    if let object = view.object {
      places[object.place, default: 0] += 1
      if isSeen { seenPlaces[object.place, default: 0] += 1 }
    }
    let name = card.classType?.string.lowercased() ?? ""
    classTypes[name, default: 0] += 1
    appendArticle(view, name)
  }

  /// The object that the converter has written.
  private mutating func object(of conversion: Conversion) -> CardObject? {
    guard case .converted(let index) = conversion else { return nil }
    let text = objectBytes.sealed()
    guard case .value = objectScanner.scan(text) else { return nil }
    let name = settings.classes.registry.classes[index].object
    return CardObject(
      document: objectScanner.document, name: name, place: PreviewPlace(object: name))
  }

  private static func reason(of conversion: Conversion) -> String? {
    switch conversion {
    case .converted: nil
    case .skipped(.tombstone): "the server removed it"
    case .skipped(.noClass): "it has no class type"
    case .skipped(.unknownClass): "its class type is not in the registry"
    case .skipped(.notSelected): "its class is not wanted"
    case .failed(let failure): failure.description
    }
  }

  private mutating func appendArticle(_ view: CardView, _ classType: String) {
    html.add(#"<article class="card" data-card="\#(view.card.value(.id))" data-class=""#)
    html.add(#"\#(classType)" data-type="\#(ByteView(view.card.typeName))""#)
    if let place = view.object?.place { html.add(#" data-place="\#(place.rawValue)""#) }
    html.add(#" data-findings="\#(view.kept.findings.count)""#)
    if view.absence != nil { html.add(" data-unseen") }
    html.add(#" aria-labelledby="card-\#(view.number)"><h3 class="unseen" id="card-"#)
    html.add(#"\#(view.number)">Card \#(view.number)"#)
    if let title = view.card.text(.title) {
      html.add(": <bdi>\(title)</bdi>")
    }
    html.add(#"</h3><div class="shown"><div class="as-card">"#)
    FeedRendering.append(view, to: &html)
    html.add("</div>")
    if let object = view.object {
      html.add(#"<div class="as-object">"#)
      ObjectRendering.append(object, view, to: &html)
      html.add("</div>")
    }
    html.add("</div>")
    FactsRendering.append(view, using: &scratch, to: &html)
    html.add("</article>\n")
  }
}
