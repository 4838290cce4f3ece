import CardJSON

/// A registry in the form that conversion reads: flat tables, nothing to allocate or to count.
///
/// Its memory is never freed and copies share it: make one for each registry, and give it to every
/// worker.
package struct ClassTable: Sendable {
  /// The registry that the table was made from; class indices count its classes.
  package let registry: Registry
  package let layout: Layout
  /// The keys of extras that are read for properties, and that of the class type.
  package let extraKeys: NameTable

  private static let typeKey = "class_type"

  /// The tables themselves.
  package struct Layout: BitwiseCopyable, Sendable {
    package let classes: PermanentTable<CompiledClass>
    package let properties: PermanentTable<CompiledProperty>
    package let sources: PermanentTable<CompiledSource>
    let allowed: PermanentTable<ByteView>
  }

  /// The table of `registry`.
  package init(_ registry: Registry) {
    var compiler = ClassCompiler()
    var classes: [CompiledClass] = []
    for definition in registry.classes { classes.append(compiler.compile(definition)) }
    self.registry = registry
    layout = Layout(
      classes: PermanentTable(classes), properties: PermanentTable(compiler.properties),
      sources: PermanentTable(compiler.sources), allowed: PermanentTable(compiler.allowed))
    // Nothing is read from the class type here, but a known key is found sooner than another.
    let isNamed = compiler.extraKeys.contains(ClassTable.typeKey)
    extraKeys = NameTable(compiler.extraKeys + (isNamed ? [] : [ClassTable.typeKey]))
  }

  /// The table of the built-in classes.
  package static let builtIn = ClassTable(.builtIn)

  /// The index of the class that a card names; nil when it names none of the registry.
  package func classIndex(of card: Card) -> Int? {
    card.classType.flatMap { layout.classIndex(of: $0) }
  }

  /// The index of the class with this class type; nil when the registry has none.
  package func classIndex(called name: CardText) -> Int? { layout.classIndex(of: name) }
}

extension ClassTable.Layout {
  /// The index of the class called `name`, but for the case of ASCII letters; nil without one.
  func classIndex(of name: CardText) -> Int? {
    name.withText { classIndex(of: $0) }
  }

  private func classIndex(of name: ByteView) -> Int? {
    for index in 0..<classes.count where classes[index].name == name { return index }
    for index in 0..<classes.count where classes[index].name.equalsIgnoringCase(name) {
      return index
    }
    return nil
  }
}

/// One class of a `ClassTable`.
package struct CompiledClass: BitwiseCopyable, Sendable {
  /// The class type in lower case.
  package let name: ByteView
  /// What stands between the card's id and its creation time:
  /// `,"contentCardClassType":"coupon_code","createdAt":`.
  let typeMember: ByteView
  /// What stands between the card's data and the first property: `},"object":"Coupon"`.
  let objectMember: ByteView
  /// The object's name.
  package let object: ByteView
  /// Where the properties stand in the table.
  package let firstProperty: Int
  package let propertyCount: Int
}

/// One property of a `ClassTable`, read where it stands: it is too large to be copied for each
/// card.
package typealias PropertyItem = PermanentItem<CompiledProperty>

/// One property of a `ClassTable`.
package struct CompiledProperty: BitwiseCopyable, Sendable {
  package enum Origin: UInt8, BitwiseCopyable { case from, firstOf, join, constant }

  package let origin: Origin
  package let type: PropertyType
  /// Whether the card fails without a value.
  package let isRequired: Bool
  /// The same for a control card, which has extras only.
  package let isRequiredOnControl: Bool
  /// The comma, the name and the colon: `,"imageUrl":`.
  package let key: ByteView
  /// Where the sources stand in the table.
  package let firstSource: Int
  package let sourceCount: Int
  /// Which of the joined sources have to be there, one bit each.
  let neededSources: UInt64
  /// What joins or separates, as text and as the inside of a JSON string.
  let separator: ByteView
  let separatorContent: ByteView
  /// JSON numbers; empty without a bound.
  let minimum: ByteView
  let maximum: ByteView
  /// Where the allowed texts stand in the table; all are allowed when there are none.
  let firstAllowed: Int
  let allowedCount: Int
  /// A constant or a default, as JSON and as text; empty JSON when there is none.
  package let givenJSON: ByteView
  package let givenText: ByteView
}

/// One field that a property reads.
package struct CompiledSource: BitwiseCopyable, Sendable {
  /// The canonical field; of no meaning when an extra is read.
  package let field: CardField
  /// The number of the extra's key in the table of keys; -1 for a field, -2 for a key that is too
  /// long for the table.
  package let extra: Int
  /// The key of the extra.
  package let key: ByteView
  /// The name of the alternative, as JSON and as text.
  let kindJSON: ByteView
  package let kind: ByteView

  package static let isField = -1
  static let isLongKey = -2
}

/// Failures in words: made only when a card fails, so text and allocations are free here.
extension ClassTable {
  /// Why the head of a card of a known class is not complete.
  package func headFailure(of card: Card, _ classIndex: Int) -> ConversionFailure {
    let name = layout.classes[classIndex].name.text
    guard let id = card.text(.id), !ContentCardHead.isBlank(id) else {
      return ConversionFailure(.idMissing, classType: name, sources: ["id"])
    }
    guard let created = card.text(.created) else {
      return ConversionFailure(.createdMissing, classType: name, sources: ["created"])
    }
    return ConversionFailure(
      .createdInvalid, classType: name, sources: ["created"],
      value: ConversionFailure.shown(created.string, isText: true), expected: "a time")
  }

  /// Why a property has no value.
  ///
  /// - Parameter read: the value at a source's place in the table.
  package func failure(
    _ value: PropertyValue, classIndex: Int, propertyIndex: Int, read: (Int) -> CardValue
  ) -> ConversionFailure {
    let name = layout.classes[classIndex].name.text
    let property = registry.classes[classIndex].properties[propertyIndex]
    let firstSource = layout.properties[
      layout.classes[classIndex].firstProperty + propertyIndex
    ].firstSource
    guard case .bad(let source) = value else {
      var sources = property.sources
      if case .fields(let needed) = property.requirement,
        let missing = sources.indices.first(where: { index in
          needed.contains(sources[index]) && read(firstSource + index).isAbsent
        })
      {
        sources = [sources[missing]]
      }
      return ConversionFailure(
        .propertyMissing, classType: name, property: property.name,
        sources: sources.map(\.name))
    }
    let found = read(source)
    let isText = if case .text = found { true } else { false }
    return ConversionFailure(
      .propertyInvalid, classType: name, property: property.name,
      sources: [property.sources[source - firstSource].name],
      value: ConversionFailure.shown(found.string, isText: isText),
      expected: property.expectation(of: found.string))
  }
}

extension PropertyDefinition {
  /// What `text` would have to be to be the property's value.
  func expectation(of text: String) -> String {
    let fitsType = ByteBuffer(text.utf8).read { bytes in
      switch type {
      case .number: JSONNumber.isValid(JSONNumber.trimmed(bytes))
      case .integer: JSONNumber.isInteger(JSONNumber.trimmed(bytes))
      case .url: ValueRules.isURL(bytes)
      case .string, .boolean, .list: values != nil
      }
    }
    if fitsType, let values, !(minimum != nil || maximum != nil) {
      let listed = values.map { "\"\($0)\"" }.joined(separator: ", ")
      return values.count == 1 ? listed : "one of \(listed)"
    }
    switch type {
    case .string: return "text"
    case .number: return "a number" + (fitsType ? bounds : "")
    case .integer: return "a whole number" + (fitsType ? bounds : "")
    case .boolean: return "true or false"
    case .url: return "a URL"
    case .list: return "a list of texts"
    }
  }

  private var bounds: String {
    switch (minimum, maximum) {
    case (nil, nil): ""
    case (let low?, nil): " of at least \(low)"
    case (nil, let high?): " of at most \(high)"
    case (let low?, let high?): " from \(low) to \(high)"
    }
  }
}
