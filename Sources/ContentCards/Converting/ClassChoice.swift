@_spi(CardTool) import CardJSON

/// Decides which class a card is converted to, if any.
struct ClassChoice {
  enum Decision {
    case convert(Int)
    case skip(Conversion.SkipReason)
  }

  let layout: ClassTable.Layout
  /// For each class whether it is wanted; nil when all are, so that nothing is to be allocated.
  private let isWanted: PermanentTable<Bool>?

  init(_ classes: ClassTable, wanted: Set<Int>?) {
    layout = classes.layout
    let indices = classes.registry.classes.indices
    isWanted = wanted.map { wanted in PermanentTable(indices.map(wanted.contains)) }
  }

  @inline(__always)
  func decide(_ card: Card) -> Decision {
    if card.flag(.removed) { return .skip(.tombstone) }
    guard let name = card.classType else { return .skip(.noClass) }
    guard let index = layout.classIndex(of: name) else { return .skip(.unknownClass) }
    return isWanted?[index] ?? true ? .convert(index) : .skip(.notSelected)
  }
}
