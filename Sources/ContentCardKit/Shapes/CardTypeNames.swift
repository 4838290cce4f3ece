import CardJSON

/// A shape's names for the card types, prepared for reading (`ShapeDefinition.types`).
package struct CardTypeNames: BitwiseCopyable {
  private struct Entry: BitwiseCopyable, Sendable {
    let name: ByteView
    let type: CardType
    let dependsOnImage: Bool
    let isTolerated: Bool
  }
  private let entries: PermanentTable<Entry>

  init(_ names: [TypeName]) {
    entries = PermanentTable(
      names.map { name in
        Entry(
          name: ByteView(name.name), type: name.type, dependsOnImage: name.dependsOnImage,
          isTolerated: name.isTolerated)
      })
  }

  /// The type called `name`, and whether that is exactly one of the shape's own names; nil if
  /// unknown.
  ///
  /// Apps write `CLASSIC` where the SDK writes `Classic`, so names that differ only in case match.
  package func meaning(of name: ByteView, hasImage: @autoclosure () -> Bool) -> (
    type: CardType, isOwn: Bool
  )? {
    func type(_ entry: Entry) -> CardType {
      guard entry.dependsOnImage else { return entry.type }
      return hasImage() ? .classicImage : .classic
    }
    for index in 0..<entries.count where entries[index].name == name {
      return (type(entries[index]), !entries[index].isTolerated)
    }
    for index in 0..<entries.count where entries[index].name.equalsIgnoringCase(name) {
      return (type(entries[index]), false)
    }
    return nil
  }
}
