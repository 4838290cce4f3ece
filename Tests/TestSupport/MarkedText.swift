/// Text without its marks `⟦` and `⟧`, and the bytes that they enclosed.
public struct MarkedText {
  /// The text without the marks.
  public private(set) var text = ""
  /// The offsets of the bytes between the marks; nil without marks.
  public private(set) var range: Range<Int>?

  /// Removes the marks.
  public init(_ marked: String) {
    var start = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": start = text.utf8.count
      case "⟧": range = start..<text.utf8.count
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
