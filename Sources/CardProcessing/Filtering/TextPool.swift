import CardJSON
import ContentCardKit

/// The strings that cards are compared with, stored consecutively in one buffer.
///
/// Every matcher has its own pool, so workers share nothing, and using a string retains no
/// reference.
struct TextPool: ~Copyable {
  /// A string in the pool.
  struct Text: BitwiseCopyable {
    fileprivate let offset: Int
    fileprivate let count: Int
  }

  /// A list of strings in the pool.
  ///
  /// Long lists are sorted.
  struct List: BitwiseCopyable {
    fileprivate let first: Int
    let count: Int
  }

  /// The maximum length of a list that is searched linearly, which is faster for short lists.
  private static let shortList = 8

  private var bytes = ByteBuffer()
  private var texts: [Text] = []

  /// Adds a string.
  mutating func add(_ text: String) -> Text {
    let offset = bytes.count
    bytes.append(text)
    return Text(offset: offset, count: bytes.count - offset)
  }

  /// Adds a list of strings.
  mutating func add(_ list: [String]) -> List {
    let first = texts.count
    // Sort by bytes: Swift's order of strings considers canonical equivalence.
    for text in list.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      texts.append(add(text))
    }
    return List(first: first, count: list.count)
  }

  /// The bytes of a string, valid until the next one is added.
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

  /// Whether the lowercase `list` contains `text`, ignoring the case of ASCII letters.
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
