import ContentCardKit

struct LoyaltyCard: ContentCardObject {
  static let points = Property<Int>("points", from: .extra("points"), minimum: 0, isRequired: true)
  static let contentCardClass = ContentCardClass("loyalty_card", properties: points)

  let contentCardData: ContentCardData?
  let points: Int

  init(_ properties: ContentCardProperties) throws(ConversionFailure) {
    contentCardData = properties.contentCardData
    points = try properties.required(Self.points)
  }
}

let json = """
  {"cards":[
    {"id":"c-1","tp":"short_news","ca":1795165200,"tt":"Points","ds":"Well done",
     "e":{"class_type":"loyalty_card","points":"120"}},
    {"id":"c-2","tp":"short_news","ca":1795165200,"e":{"class_type":"loyalty_card"}}]}
  """
let conversion = ContentCardFactory(LoyaltyCard.self).convert(json)
for card in conversion.objects(of: LoyaltyCard.self) { print("\(card.points) points") }
for failure in conversion.failures { print("no object: \(failure)") }
