import CardJSON

/// Reads objects from cards: the card's data and the values of the object's properties.
///
/// This is the guide's conversion: the class type selects the object, its properties are read from
/// extras and fields, and a card without a required value fails with the reason. A reader can be
/// used for any number of cards, on one thread.
package struct ObjectReader: ~Copyable {
  /// The options of a conversion.
  package struct Options: Sendable {
    /// The format of times.
    package var timeFormat: CardTimeFormat
    /// The indices of the requested classes; nil for all.
    package var wantedClasses: Set<Int>?

    /// Creates options; by default, times are epoch seconds and all classes are requested.
    package init(timeFormat: CardTimeFormat = .seconds, wantedClasses: Set<Int>? = nil) {
      (self.timeFormat, self.wantedClasses) = (timeFormat, wantedClasses)
    }
  }

  /// The classes of the objects.
  package let classes: ClassTable
  package let timeFormat: CardTimeFormat
  /// Whether each class is requested; nil if all are.
  private let isWanted: [Bool]?
  private var index: KeyIndex
  /// Text with its escapes resolved.
  var decoded = ByteBuffer()
  /// Joined fields and formatted times, as the content of a JSON string.
  var composed = ByteBuffer()
  /// The items of a list, and their end offsets.
  var items = ByteBuffer()
  var itemEnds: [Int] = []

  /// Creates a reader of the objects of `classes`.
  package init(_ classes: ClassTable, _ options: Options = Options()) {
    self.classes = classes
    timeFormat = options.timeFormat
    isWanted = options.wantedClasses.map { classes.registry.classes.indices.map($0.contains) }
    index = KeyIndex(classes.extraKeys)
  }

  /// Selects the class of a card and reads the card's data, valid until the next call.
  @inline(__always)
  package mutating func start(_ card: Card) -> ObjectOutcome<StartedObject> {
    start(card, of: card.classType)
  }

  /// Like `start(_:)`, but with the class type `name`.
  @inline(__always)
  mutating func start(_ card: Card, of name: JSONString?) -> ObjectOutcome<StartedObject> {
    if card.flag(.removed) { return .skipped(.tombstone) }
    guard let name else { return .skipped(.noClass) }
    guard let classIndex = classes.classIndex(called: name) else { return .skipped(.unknownClass) }
    if let isWanted, !isWanted[classIndex] { return .skipped(.notSelected) }
    do throws(ConversionFailure) {
      return .converted(try object(of: card, as: classIndex))
    } catch {
      return .failed(error)
    }
  }

  /// Reads the data of a card for the class at `classIndex`.
  @inline(__always)
  mutating func object(of card: Card, as classIndex: Int) throws(ConversionFailure) -> StartedObject
  {
    let definition = classes.classes.item(classIndex)
    guard let id = card.text(.id), id.withText({ JSONNumber.trimmed($0).count > 0 }),
      let created = card.time(.created), !timeFormat.kind.isDate || created.isInCalendar
    else {
      throw ConversionFailure(
        id: card.text(.id)?.string, created: card.text(.created)?.string,
        classType: definition.name.text)
    }
    return StartedObject(
      classIndex: classIndex, definition: definition, id: id, created: created,
      expires: card.time(.expiresAt), card: index(card, isControl: card.isControl))
  }

  /// Looks up the extras of a card; the result is valid until the next call.
  private mutating func index(_ card: Card, isControl: Bool) -> IndexedCard {
    // For a card without extras, passes a key to the index, which is not an object and so has no
    // members.
    let extras = card.extras ?? card.object.document[card.object.index + 1]
    return IndexedCard(card: card, extras: index.index(extras), isControl: isControl)
  }

  /// Calls `body` with each property of an object, its index in the class and its value; returns
  /// the failure of the first property that makes the card fail.
  @inline(__always)
  package mutating func read(
    _ object: StartedObject, _ body: (PropertyItem, Int, ReadValue) -> Void
  ) -> ConversionFailure? {
    let (card, properties) = (object.card, object.definition.properties)
    for index in 0..<properties.count {
      let property = properties.item(index)
      let value = value(of: property, in: card)
      if isFatal(value, of: property, in: card) {
        return failure(value, classIndex: object.classIndex, property: index, card: card)
      }
      body(property, index, value)
    }
    return nil
  }

  @inline(__always)
  private func isFatal(
    _ value: ReadValue, of property: PropertyItem, in card: IndexedCard
  ) -> Bool {
    switch value {
    case .value, .list, .fixed: false
    case .absent: card.isControl ? property.isRequiredOnControl : property.isRequired
    case .bad:
      property.failsIfInvalid
        || (card.isControl ? property.isRequiredOnControl : property.isRequired)
    }
  }

  private func failure(
    _ value: ReadValue, classIndex: Int, property index: Int, card: IndexedCard
  ) -> ConversionFailure {
    let definition = classes.classes[classIndex]
    let declared = classes.registry.classes[classIndex].properties[index]
    let (name, sources) = (definition.name.text, definition.properties[index].sources)
    func read(_ source: Int) -> CardValue { card.value(of: sources.item(source)) }
    guard case .bad(let source) = value else {
      return ConversionFailure(missing: declared, classType: name) { read($0).isAbsent }
    }
    return ConversionFailure(
      invalid: declared, classType: name, source: source, value: read(source))
  }

  /// Calls `body` with every error in a card of a known class, and whether it makes the card fail.
  package mutating func forEachFailure(
    of card: Card, _ body: (_ failure: ConversionFailure, _ isFatal: Bool) -> Void
  ) {
    switch start(card) {
    case .skipped: return
    case .failed(let failure): body(failure, true)
    case .converted: break
    }
    guard let classIndex = classes.classIndex(of: card) else { return }
    forEachPropertyFailure(of: card, isControl: card.isControl, as: classIndex, body)
  }

  /// Calls `body` with the errors in a card's properties, for the class at `classIndex`.
  package mutating func forEachPropertyFailure(
    of card: Card, isControl: Bool, as classIndex: Int,
    _ body: (_ failure: ConversionFailure, _ isFatal: Bool) -> Void
  ) {
    let card = index(card, isControl: isControl)
    let properties = classes.classes.item(classIndex).properties
    for index in 0..<properties.count {
      let value = value(of: properties.item(index), in: card)
      let isFatal = isFatal(value, of: properties.item(index), in: card)
      let isBad = if case .bad = value { true } else { false }
      if isBad || isFatal {
        body(failure(value, classIndex: classIndex, property: index, card: card), isFatal)
      }
    }
  }

  /// Calls `body` with each property of an object, those of `contentCardData` first, and the names
  /// of its source fields and extras.
  package mutating func forEachOrigin(
    of object: StartedObject, _ body: (_ name: String, _ sources: [String]) -> Void
  ) {
    for column in CardDataColumn.allCases {
      body(column.name, [(column.field ?? .type).name.description])
    }
    let declared = classes.registry.classes[object.classIndex].properties
    _ = read(object) { item, index, value in
      guard let source = value.source else { return }
      let used = declared[index].sources.enumerated().filter { place, _ in
        item.origin == .join
          ? !object.card.value(of: item.sources.item(place)).isAbsent : place == source
      }
      body(declared[index].name, used.map(\.element.name))
    }
  }
}

/// The result of converting a card, or of the first step of the conversion.
package enum ObjectOutcome<Object> {
  /// The card becomes an object; after the first step, only if no property fails.
  case converted(Object)
  /// The card is skipped.
  case skipped(SkipReason)
  /// The card cannot become an object.
  indirect case failed(ConversionFailure)
}

extension ObjectOutcome: Sendable where Object: Sendable {}

/// A reason why a card is skipped.
package enum SkipReason: CaseIterable, Sendable {
  /// The server removed the card.
  case tombstone
  /// The card has no class type.
  case noClass
  /// The registry does not have the card's class type.
  case unknownClass
  /// The card's class type was not requested.
  case notSelected
}

/// An object whose properties are not read yet; borrowed like the card.
package struct StartedObject {
  package let classIndex: Int
  package let definition: PermanentItem<CompiledClass>
  package let id: JSONString
  package let created: CardTime
  package let expires: CardTime?
  package let card: IndexedCard
}

/// A card with its extras looked up; borrowed like the card.
package struct IndexedCard {
  package let card: Card
  let extras: IndexedObject
  package let isControl: Bool

  /// The value of a source; fields are absent on a control card.
  @inline(__always)
  func value(of source: PermanentItem<CompiledSource>) -> CardValue {
    let number = source.extra
    if number >= 0 { return extras[number]?.extraValue ?? .absent }
    return isControl ? .absent : card.value(source.field)
  }
}
