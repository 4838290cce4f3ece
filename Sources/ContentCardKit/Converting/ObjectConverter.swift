import CardJSON

/// Turns cards into the objects of their classes, as JSON.
///
/// This is the guide's conversion: the class type chooses the object, extras and fields fill its
/// properties, and a card without what is required is refused with the reason. One converter serves
/// one thread and is reused for every card.
///
///     var converter = ObjectConverter(.builtIn)
///     switch converter.convert(card, to: &output) {
///     case .converted: output.append("\n")
///     case .skipped(let reason): counts[reason, default: 0] += 1
///     case .failed(let failure): problems.append("\(failure)")
///     }
package struct ObjectConverter: ~Copyable {
  /// How cards are to be converted.
  package struct Options: Sendable {
    /// How times are written.
    package var timeFormat: CardTimeFormat
    /// The indices of the classes that are wanted; nil wants all.
    package var wantedClasses: Set<Int>?

    /// Epoch seconds, all classes.
    package init(timeFormat: CardTimeFormat = .seconds, wantedClasses: Set<Int>? = nil) {
      self.timeFormat = timeFormat
      self.wantedClasses = wantedClasses
    }
  }

  /// The classes that cards are converted to.
  package let classes: ClassTable
  private let choice: ClassChoice
  package let timeFormat: CardTimeFormat
  package var reader: PropertyReader

  /// A converter to the objects of `classes`.
  package init(_ classes: ClassTable, _ options: Options = Options()) {
    self.classes = classes
    choice = ClassChoice(classes, wanted: options.wantedClasses)
    timeFormat = options.timeFormat
    reader = PropertyReader(classes, .json, options.timeFormat)
  }

  /// Appends the object that `card` becomes, on one line without a line feed; nothing when the card
  /// is skipped or fails.
  package mutating func convert(_ card: Card, to output: inout ByteBuffer) -> Conversion {
    switch choice.decide(card) {
    case .skip(let reason): .skipped(reason)
    case .convert(let classIndex): convert(card, as: classIndex, to: &output)
    }
  }

  /// The same as the class at `classIndex` of the registry, whatever the card names.
  mutating func convert(
    _ card: Card, as classIndex: Int, to output: inout ByteBuffer
  ) -> Conversion {
    let definition = choice.layout.classes[classIndex]
    let indexed = reader.index(card)
    guard let head = ContentCardHead(indexed, timeFormat) else {
      return .failed(classes.headFailure(of: card, classIndex))
    }
    let start = output.count
    output.reserve(card.raw.count + ObjectConverter.overhead)
    head.append(card, definition.typeMember, timeFormat, to: &output)
    output.append(definition.objectMember)
    for index in 0..<definition.propertyCount {
      let place = definition.firstProperty + index
      let property = choice.layout.properties.item(place)
      let value = reader.value(of: property, in: indexed)
      if append(value, of: property, to: &output) { continue }
      guard indexed.isControl ? property.isRequiredOnControl : property.isRequired else { continue }
      output.truncate(to: start)
      return .failed(failure(value, classIndex: classIndex, property: index, card: indexed))
    }
    output.append(UInt8(ascii: "}"))
    return .converted(classIndex: classIndex)
  }

  /// How many bytes an object may need beyond those of its card; more only costs time.
  private static let overhead = 512

  /// Appends the member for one property; false, and nothing appended, when it has no good value.
  @inline(__always)
  private func append(
    _ value: PropertyValue, of property: PropertyItem, to output: inout ByteBuffer
  ) -> Bool {
    let source: Int
    switch value {
    case .absent, .bad: return false
    case .given:
      output.append(property.key)
      output.append(property.givenJSON)
      return true
    case .text(_, let place), .plain(_, let place): source = place
    }
    output.append(property.key)
    if property.origin == .firstOf {
      output.append("{\"kind\":")
      output.append(choice.layout.sources[source].kindJSON)
      output.append(",\"value\":")
    }
    switch value {
    case .text(let text, _): text.appendJSON(to: &output)
    case .plain(let bytes, _): output.append(bytes)
    case .absent, .bad, .given: break
    }
    if property.origin == .firstOf { output.append(UInt8(ascii: "}")) }
    return true
  }
}

extension ObjectConverter {
  /// Everything that is wrong with a card of a known class, optional properties included; empty for
  /// a card that is skipped.
  ///
  /// - Parameter body: called with each failure and whether the card fails because of it.
  package mutating func forEachFailure(
    of card: Card, _ body: (_ failure: ConversionFailure, _ isFatal: Bool) -> Void
  ) {
    guard case .convert(let classIndex) = choice.decide(card) else { return }
    let indexed = reader.index(card)
    if ContentCardHead(indexed, timeFormat) == nil {
      body(classes.headFailure(of: card, classIndex), true)
    }
    forEachPropertyFailure(of: indexed, as: classIndex, body)
  }

  /// What is wrong with the properties that a card has for the class at `classIndex` of the
  /// registry.
  ///
  /// - Parameters:
  ///   - extras: where the extras are whose keys are in `classes.extraKeys`.
  ///   - isControl: whether it is a control card.
  package mutating func forEachPropertyFailure(
    of card: Card, extras: KeyNodes, isControl: Bool, as classIndex: Int,
    _ body: (_ failure: ConversionFailure, _ isFatal: Bool) -> Void
  ) {
    let indexed = IndexedCard(card: card, extras: extras, isControl: isControl)
    forEachPropertyFailure(of: indexed, as: classIndex, body)
  }

  @inline(__always)
  private mutating func forEachPropertyFailure(
    of indexed: IndexedCard, as classIndex: Int,
    _ body: (_ failure: ConversionFailure, _ isFatal: Bool) -> Void
  ) {
    let definition = choice.layout.classes[classIndex]
    for index in 0..<definition.propertyCount {
      let property = choice.layout.properties.item(definition.firstProperty + index)
      let isRequired = indexed.isControl ? property.isRequiredOnControl : property.isRequired
      let value = reader.value(of: property, in: indexed)
      switch value {
      case .text, .plain, .given: continue
      case .absent where !isRequired: continue
      case .absent, .bad:
        body(failure(value, classIndex: classIndex, property: index, card: indexed), isRequired)
      }
    }
  }

  /// Where a card that becomes an object of the class at `classIndex` has its properties from,
  /// those of `contentCardData` first: the names of fields and extras; none for what the registry
  /// gives.
  package mutating func forEachProperty(
    of card: Card, as classIndex: Int, _ body: (_ name: String, _ sources: [String]) -> Void
  ) {
    for column in HeadColumn.allCases {
      body(column.name, [(column.field ?? .type).name.description])
    }
    let indexed = reader.index(card)
    for (place, property) in classes.registry.classes[classIndex].properties.enumerated() {
      let item = choice.layout.properties.item(
        choice.layout.classes[classIndex].firstProperty + place)
      switch reader.value(of: item, in: indexed) {
      case .absent, .bad, .given: continue
      case .text(_, let source), .plain(_, let source):
        let used = property.sources.indices.filter { index in
          item.origin == .join
            ? !reader.value(at: item.firstSource + index, in: indexed).isAbsent
            : item.firstSource + index == source
        }
        body(property.name, used.map { property.sources[$0].name })
      }
    }
  }

  private func failure(
    _ value: PropertyValue, classIndex: Int, property: Int, card: IndexedCard
  ) -> ConversionFailure {
    classes.failure(value, classIndex: classIndex, propertyIndex: property) {
      reader.value(at: $0, in: card)
    }
  }
}
