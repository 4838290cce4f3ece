import CardJSON
import ContentCardKit

/// A set of strings to compare with a card's text, sorted by their bytes and never freed.
struct TextSet: BitwiseCopyable, Sendable {
  private let texts: PermanentTable<ByteView>

  init(_ texts: [String]) {
    // Sort by bytes, because Swift's `<` uses canonical equivalence.
    let sorted = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.texts = PermanentTable(sorted.map { ByteView(permanent: $0) })
  }

  /// Returns whether the set contains `text`.
  func contains(_ text: ByteView) -> Bool {
    let place = (0..<texts.count).partitionPoint { texts[$0].precedes(text) }
    return place < texts.count && texts[place] == text
  }

  /// Returns whether the set, whose strings are lowercase, contains a class type, ignoring case.
  func contains(classType: JSONString, using scratch: inout MatchingScratch) -> Bool {
    let text = classType.decoded(using: &scratch.text)
    if texts.count > TextSet.comparedLimit { return contains(scratch.lowercased(text)) }
    for index in 0..<texts.count where texts[index].equalsIgnoringCase(text) { return true }
    return false
  }

  /// The number of class types up to which all are compared, mostly by their lengths.
  private static let comparedLimit = 8
}
