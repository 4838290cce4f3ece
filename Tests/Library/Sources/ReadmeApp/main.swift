import ContentCardKit

struct LoyaltyCard: RegisteredContentCardable {
  static let contentCardClass = ContentCardClass(
    "loyalty_card",
    properties: [
      ContentCardProperty("points", .integer, from: ["extras.points"], isRequired: true, minimum: 0)
    ])

  let contentCardData: ContentCardData?
  let points: Int

  init(_ properties: ContentCardProperties) throws(ConversionFailure) {
    contentCardData = properties.contentCardData
    points = try properties.required("points")
  }
}

let json = """
  {"cards":[
    {"id":"c-1","tp":"short_news","ca":1795165200,"tt":"Points","ds":"Well done",
     "e":{"class_type":"loyalty_card","points":"120"}},
    {"id":"c-2","tp":"short_news","ca":1795165200,"e":{"class_type":"loyalty_card"}}]}
  """
var factory = ContentCardFactory()
factory.register(LoyaltyCard.self)
let result = factory.contentCards(in: json)
for case let card as LoyaltyCard in result.objects { print("\(card.points) points") }
for failure in result.failures { print("no object: \(failure)") }
