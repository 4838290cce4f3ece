/// One field that cards are sorted by, and in which direction.
@_spi(CardTool) public struct SortKey: Hashable, Sendable {
  /// The field.
  public let field: FieldPath
  /// Whether larger values come first.
  public let isDescending: Bool

  /// The order of the default feed of the Android SDK: pinned cards first, then the newest, then by
  /// descending id.
  public static let feed = [
    SortKey(.canonical(.pinned), isDescending: true),
    SortKey(.canonical(.created), isDescending: true),
    SortKey(.canonical(.id), isDescending: true),
  ]

  /// The name of the order `feed`.
  public static let feedName = "feed"

  /// Sorting by `field`.
  public init(_ field: FieldPath, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }

  /// The keys that `text` stands for: `FIELD`, `FIELD:asc`, `FIELD:desc` or `feed`.
  public static func keys(_ text: String) throws(SelectionError) -> [SortKey] {
    if text == feedName { return feed }
    let (name, isDescending) = try direction(of: text)
    guard !name.isEmpty else { throw .missingField(text) }
    return [SortKey(try FieldPath(named: name), isDescending: isDescending)]
  }

  /// Cuts the direction off.
  ///
  /// The key of an extra may hold colons, so only the two directions count there.
  private static func direction(of text: String) throws(SelectionError) -> (String, Bool) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (text, false) }
    let name = String(text[..<colon])
    let direction = String(text[text.utf8.index(after: colon)...])
    switch direction {
    case "desc": return (name, true)
    case "asc": return (name, false)
    default:
      if FieldPath(name: text) != nil { return (text, false) }
      guard FieldPath(name: name) != nil else { throw .unknownField(name) }
      throw .unknownDirection(direction)
    }
  }
}
