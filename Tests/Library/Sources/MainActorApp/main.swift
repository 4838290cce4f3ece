import ContentCardKit

// All code here is isolated to the main actor. The feed is read elsewhere, and its values are
// passed back.

nonisolated struct LoyaltyCard: ContentCardObject {
  static let points = Property<Int>("points", from: .extra("points"), minimum: 0, isRequired: true)
  static let contentCardClass = ContentCardClass("loyalty_card", properties: points)

  let contentCardData: ContentCardData?
  let points: Int

  init(_ properties: ContentCardProperties) throws(ConversionFailure) {
    contentCardData = properties.contentCardData
    points = try properties.required(Self.points)
  }
}

struct Screen {
  var lines: [String] = []

  mutating func show(_ objects: [any ContentCardable]) {
    for object in objects {
      if let card = object as? LoyaltyCard { lines.append("\(card.points) points") }
    }
  }
}

let json = """
  {"cards":[
    {"id":"c-1","tp":"short_news","ca":1795165200,"tt":"Points","i":"https://example.com/a.png",
     "e":{"class_type":"loyalty_card","points":"120"}},
    {"id":"c-2","tp":"short_news","ca":1795165200,"tt":"No points","e":{"class_type":"loyalty_card"}}
  ]}
  """
let factory = ContentCardFactory(LoyaltyCard.self)
let reading = Task.detached { factory.convert(json) }
let result = await reading.value
var screen = Screen()
screen.show(result.objects)
print(screen.lines.joined(separator: ", "))
for failure in result.failures { print(failure) }
