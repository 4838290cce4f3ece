import CardJSON
import ContentCardKit

/// The parts of a card's id, which it has without any card.
struct IDWords {
  /// The campaign.
  let campaign: String
  private let id: String
  private let variation: String?

  /// Decodes an id; nil if it does not contain a campaign.
  init?(_ id: String) {
    var scratch = ByteBuffer()
    let parts = ByteBuffer(id.utf8).read { text -> (String, String?)? in
      guard let composite = CompositeID(text, decodedInto: &scratch) else { return nil }
      return (composite.campaign.text, composite.variation?.text)
    }
    guard let parts, !parts.0.isEmpty else { return nil }
    (self.id, campaign, variation) = (id, parts.0, parts.1)
  }

  /// The parts in words.
  var words: String { "campaign \(campaign)" + (variation.map { ", variation \($0)" } ?? "") }

  /// The view of the parts.
  func view(_ style: TextStyle) -> View {
    var view = View()
    view.add { json in
      json.add("id", id)
      json.add("campaign_id", campaign)
      if let variation { json.add("message_variation_id", variation) }
    }
    view.ending = style.leading(words) + "\n"
    return view
  }
}
