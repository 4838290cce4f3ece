import CardJSON
import ContentCards

// The app's own object, made from a card's metadata as the implementation guide has it. Its class is
// one of a registry like those that `convert --classes` reads.
struct LoyaltyCard: ContentCardable {
  let contentCardData: ContentCardData?
  let points: NumberText

  static let classes = ClassTable(
    Registry([
      ClassDefinition(
        name: "loyalty_card", object: "LoyaltyCard",
        properties: [
          PropertyDefinition(
            name: "points", origin: .from([.extra("points")]), type: .number, minimum: "0",
            requirement: .required)
        ])
    ]))

  init(
    converting metaData: ContentCardMetaData, classType: ContentCardClassType
  ) throws(ConversionFailure) {
    let properties = try ContentCardProperties(metaData, classType, in: LoyaltyCard.classes)
    contentCardData = properties.contentCardData
    points = try properties.required("points")
  }
}

// Where its impressions, clicks and dismissals go; here to the screen.
struct ScreenSink: ContentCardEventSink {
  mutating func record(_ event: ContentCardEvent, of card: ContentCardData) {
    print("\(event.rawValue) of \(card.contentCardId)")
  }
}

let feed = """
  {"cards":[
    {"id":"c-1","tp":"short_news","ca":1795165200,"tt":"Points","i":"https://example.com/a.png",
     "e":{"class_type":"loyalty_card","points":"120"}},
    {"id":"c-2","tp":"short_news","ca":1795165200,"tt":"No points","e":{"class_type":"loyalty_card"}},
    {"id":"c-3","tp":"text_announcement","ca":1795165200,"tt":"15 % off","p":true,
     "e":{"class_type":"coupon_code","discount_percentage":"15"}}
  ],"message":"success"}
  """

// Converting: the class type in the extras chooses the object.
let loyalty = ContentCardClassType.custom("loyalty_card")
let classes = Registry.builtIn.merging(LoyaltyCard.classes.registry)
var factory = ContentCardFactory()
factory.register(LoyaltyCard.self, for: loyalty)
var sink = ScreenSink()
var problems = CardReader.forEachCard(in: feed.utf8) { card in
  let classType = card.classType(in: classes)
  do {
    let object = try factory.contentCardable(with: card.metaData, for: classType)
    if let loyaltyCard = object as? LoyaltyCard { print("\(loyaltyCard.points.spelling) points") }
    object?.logContentCardImpression(to: &sink)
  } catch {
    print("not converted: \(error)")
  }
}

// Filtering, as `cardctl filter --pinned` does, and the objects as JSON, as `cardctl convert` does.
var selection = CardSelection()
selection.isPinned = true
var matcher = CardMatcher(selection, now: 1_795_200_000_000)
var converter = ObjectConverter(ClassTable(.builtIn))
var json = ByteBuffer()
problems += CardReader.forEachCard(in: feed.utf8) { card in
  if matcher.matches(card), case .converted = converter.convert(card, to: &json) {
    json.append("\n")
  }
}
print(json.read { $0.text }, terminator: "")
print("\(problems.count) problems")
