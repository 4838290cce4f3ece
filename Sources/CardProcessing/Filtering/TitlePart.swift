import CardJSON

/// A part of a title, as people type it.
package struct TitlePart {
  private let text: [UInt8]

  /// Creates the part.
  package init(_ text: String) { self.text = Array(Condition.folded(text).utf8) }

  /// Whether a title contains the part, ignoring case as a condition with `~=`.
  package func isIn(_ title: String) -> Bool {
    guard !text.isEmpty else { return false }
    return ByteBuffer(Condition.folded(title).utf8).read { title in
      ByteBuffer(text).read { title.firstIndex(of: $0) != nil }
    }
  }
}
