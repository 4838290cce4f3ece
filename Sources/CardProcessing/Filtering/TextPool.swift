import CardJSON
import ContentCardKit

/// Texts that cards are compared with, one after the other in one buffer.
///
/// Every matcher has its own, so that workers share nothing and naming a text costs no reference.
struct TextPool: ~Copyable {
  /// A text of the pool.
  struct Text: BitwiseCopyable {
    fileprivate let offset: Int
    fileprivate let count: Int
  }

  /// Some texts of the pool, sorted when there are many.
  struct List: BitwiseCopyable {
    fileprivate let first: Int
    let count: Int
  }

  /// Up to so many texts are compared one by one, which is faster than searching.
  private static let shortList = 8

  private var bytes = ByteBuffer()
  private var texts: [Text] = []

  /// Takes a text in.
  mutating func add(_ text: String) -> Text {
    let offset = bytes.count
    bytes.append(text)
    return Text(offset: offset, count: bytes.count - offset)
  }

  /// Takes texts in.
  mutating func add(_ list: [String]) -> List {
    let first = texts.count
    // Swift's own order of strings knows canonical equivalence: that of their bytes is wanted.
    for text in list.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      texts.append(add(text))
    }
    return List(first: first, count: list.count)
  }

  /// A text's bytes, until the next one is added.
  subscript(text: Text) -> ByteView {
    bytes.view.slice(text.offset..<text.offset + text.count)
  }

  /// Whether `text` is one of `list`.
  func contains(_ text: ByteView, in list: List) -> Bool {
    guard list.count > TextPool.shortList else {
      for index in list.first..<list.first + list.count where self[texts[index]] == text {
        return true
      }
      return false
    }
    let end = list.first + list.count
    let place = (list.first..<end).partitionPoint { self[texts[$0]].precedes(text) }
    return place < end && self[texts[place]] == text
  }

  /// Whether `text` is one of `list`, whose texts are in lower case, but for the case of its ASCII
  /// letters.
  func containsIgnoringCase(_ text: ByteView, in list: List, using scratch: inout ByteBuffer)
    -> Bool
  {
    guard list.count > TextPool.shortList else {
      for index in list.first..<list.first + list.count {
        let candidate = self[texts[index]]
        if candidate == text || candidate.equalsIgnoringCase(text) { return true }
      }
      return false
    }
    scratch.removeAll()
    scratch.append(lowercased: text)
    return contains(scratch.view, in: list)
  }
}
