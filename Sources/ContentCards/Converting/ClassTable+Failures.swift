@_spi(CardTool) import CardJSON

/// Failures in words: made only when a card fails, so text and allocations are free here.
extension ClassTable {
  /// Why the head of a card of a known class is not complete.
  func headFailure(of card: Card, _ classIndex: Int) -> ConversionFailure {
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
  func failure(
    _ value: PropertyValue, classIndex: Int, propertyIndex: Int, card: IndexedCard,
    read: (Int) -> CardValue
  ) -> ConversionFailure {
    let name = layout.classes[classIndex].name.text
    let property = registry.classes[classIndex].properties[propertyIndex]
    let firstSource = layout.properties[
      layout.classes[classIndex].firstProperty + propertyIndex
    ].firstSource
    guard case .bad(let source) = value else {
      let missing = property.sources.enumerated().first { index, source in
        property.requirement.names(source) && read(firstSource + index).isAbsent
      }
      let sources = missing.map { [$0.element] } ?? property.sources
      return ConversionFailure(
        .propertyMissing, classType: name, property: property.name,
        sources: sources.map(\.name))
    }
    let found = read(source)
    var isText = false
    if case .text = found { isText = true }
    return ConversionFailure(
      .propertyInvalid, classType: name, property: property.name,
      sources: [property.sources[source - firstSource].name],
      value: ConversionFailure.shown(found.string, isText: isText),
      expected: property.expectation(of: found.string))
  }
}

extension PropertyDefinition.Requirement {
  /// Whether the registry lists `source` as one that has to be there.
  func names(_ source: PropertySource) -> Bool {
    switch self {
    case .optional, .required: false
    case .fields(let fields): fields.contains(source)
    }
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
