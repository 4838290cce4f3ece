import CardJSON
import ContentCardKit

/// Strings that a card's text is compared with, sorted by their bytes.
///
/// They are never freed, so that using them retains no reference and threads share no counter.
struct TextSet: BitwiseCopyable, Sendable {
  private let texts: PermanentTable<ByteView>

  /// The maximum number of strings that are searched linearly, which is faster for a few.
  private static let shortList = 8

  init(_ texts: [String]) {
    // Sort by bytes: Swift's order of strings considers canonical equivalence.
    let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.texts = PermanentTable(sorted.map { ByteView(permanent: $0) })
  }

  /// Whether the set contains `text`.
  func contains(_ text: ByteView) -> Bool {
    guard texts.count > TextSet.shortList else { return texts.contains { $0 == text } }
    let place = (0..<texts.count).partitionPoint { texts[$0].precedes(text) }
    return place < texts.count && texts[place] == text
  }

  /// Whether the set, which is in lower case, contains a class type, whose case is ignored.
  func contains(classType: CardText, using scratch: inout MatchingScratch) -> Bool {
    let text = classType.decoded(using: &scratch.text)
    guard texts.count > TextSet.shortList else {
      return texts.contains { $0 == text || $0.equalsIgnoringCase(text) }
    }
    return contains(scratch.lowercased(text))
  }
}
