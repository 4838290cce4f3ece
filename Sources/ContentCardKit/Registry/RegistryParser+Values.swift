import CardJSON

// Parsing of a property's origin and constraints.
extension RegistryParser {
  /// Parses the origin of the property called `name`; nil if absent or invalid.
  mutating func origin(
    of name: String, _ node: JSONNode, _ members: Members
  ) -> PropertyDefinition? {
    let given = PropertyDefinition.Origin.allCases.filter { members[$0.rawValue] != nil }
    guard let origin = given.first, let value = members[origin.rawValue] else {
      report(at: node, "one of \"from\", \"firstOf\", \"join\", \"constant\" is missing")
      return nil
    }
    if given.count > 1 {
      let names = given.map { "\"\($0.rawValue)\"" }.joined(separator: " and ")
      report(at: node, "\(names) cannot be combined; keep one")
    }
    var property = PropertyDefinition(name: name, origin: origin)
    switch origin {
    case .from, .join: property.alternatives = sources(value).map { [.init(sources: $0)] } ?? []
    case .firstOf: property.alternatives = alternatives(value)
    case .constant: property.fixedValue = scalar(value)
    }
    if origin == .join {
      let joint = members["with"].flatMap { node in
        expect(.string, at: node, "the text between the joined fields, a string")
          ? node.string : nil
      }
      property.separator = joint ?? PropertyDefinition.commonJoint
    }
    return property.alternatives.isEmpty && property.fixedValue == nil ? nil : property
  }

  private mutating func sources(_ node: JSONNode) -> [PropertySource]? {
    guard expect(.array, at: node, "a list of fields") else { return nil }
    let found = list(node, of: "field") { parser, element in
      parser.source(element).map { ($0, $0.name) }
    }
    return found.isEmpty ? nil : found
  }

  private mutating func source(_ node: JSONNode) -> PropertySource? {
    guard expect(.string, at: node, "the name of a field, a string") else { return nil }
    let name = node.string
    if let key = PropertySource.extraKey(in: name) {
      if key.isEmpty { report(at: node, "\"extras.\" must be followed by the name of a key") }
      return key.isEmpty ? nil : .extra(key)
    }
    if name == "extras" {
      report(at: node, "\"extras\" has many values: select one with \"extras.KEY\"")
      return nil
    }
    if let field = CardField(name: name) { return .field(field) }
    let parts = name.split(separator: ".", maxSplits: 1)
    if parts.count == 2, NearestName.of(String(parts[0]), among: ["extras"]) != nil {
      report(
        .unknownName, at: node,
        "unknown field \"\(name)\"; did you mean \"\(CardField.extrasPrefix)\(parts[1])\"?")
    } else {
      reportUnknown(
        "field", name, at: node, known: CardField.allCases.map(\.name.description),
        otherwise: "a field of the card or \"extras.KEY\"")
    }
    return nil
  }

  private mutating func alternatives(_ node: JSONNode) -> [PropertyDefinition.Alternative] {
    guard expect(.object, at: node, "an object of named alternatives") else { return [] }
    let found = definitions(in: node, .alternative) { parser, kind, _, value in
      parser.sources(value).map { PropertyDefinition.Alternative(kind: kind, sources: $0) }
    }
    if node.isEmptyContainer {
      report(at: node, "expected at least one alternative, found an empty object")
    }
    return found
  }

  /// Parses `required`.
  mutating func readRequirement(_ node: JSONNode, _ property: inout PropertyDefinition) {
    switch node.kind {
    case .true: property.isRequired = true
    case .false: break
    case .array where property.origin != .join:
      report(at: node, "a list of required fields needs \"join\": use true or false")
    case .array:
      property.needed = sources(node) ?? []
      property.isRequired = !property.needed.isEmpty
      let known = Set(property.sources)
      for field in property.needed where !known.contains(field) {
        report(at: node, "\"\(field.name)\" is required, but is not one of the joined fields")
      }
    case let kind:
      report(at: node, "expected true, false or a list of the joined fields, found \(kind.noun)")
    }
  }

  // MARK: The constraints on a value

  /// Parses the type of a property.
  mutating func type(_ node: JSONNode) -> PropertyType? {
    guard let name = text(node, "the name of a type, a string") else { return nil }
    if let type = PropertyType(rawValue: name) { return type }
    let names = PropertyType.allCases.map(\.rawValue)
    reportUnknown("type", name, at: node, known: names, otherwise: names.joined(separator: ", "))
    return nil
  }

  /// Parses `minimum` and `maximum`, and checks them against the type and each other.
  mutating func readBounds(_ members: Members, _ property: inout PropertyDefinition) {
    property.minimum = bound("minimum", in: members, of: property.type)
    property.maximum = bound("maximum", in: members, of: property.type)
    guard let low = property.minimum, let high = property.maximum, let node = members["minimum"],
      ContentCardNumber(valid: low) > ContentCardNumber(valid: high)
    else { return }
    report(at: node, "the minimum, \(low), is greater than the maximum, \(high)")
  }

  private mutating func bound(
    _ key: String, in members: Members, of type: PropertyType
  ) -> String? {
    guard let node = members[key] else { return nil }
    if !type.isNumeric {
      report(at: node, "\"\(key)\" needs the type number or integer, not \(type.rawValue)")
    }
    return expect(.number, at: node, "a number") ? node.string : nil
  }

  /// Parses the allowed strings of a property.
  mutating func allowed(_ node: JSONNode) -> [String]? {
    guard expect(.array, at: node, "a list of the allowed values") else { return nil }
    return list(node, of: "value") { parser, element in
      parser.scalar(element).map { ($0.description, $0.description) }
    }
  }

  /// Parses `separator`, which only a list can have.
  mutating func readSeparator(_ members: Members, _ property: inout PropertyDefinition) {
    guard let node = members["separator"] else {
      if property.type == .list { property.separator = PropertyDefinition.commonSeparator }
      return
    }
    if property.type != .list {
      report(at: node, "\"separator\" needs the type list, not \(property.type.rawValue)")
    }
    property.separator = text(node, "the text between the items, a string")
  }

  /// Parses a string, a number or a Boolean.
  private mutating func scalar(_ node: JSONNode) -> ContentCardValue? {
    switch node.kind {
    case .string, .number, .true, .false: return ContentCardValue(node)
    case .object, .array, .null, .end:
      report(at: node, "expected a string, a number or a boolean, found \(node.kind.noun)")
      return nil
    }
  }

  /// Parses a default, which must be a valid value of the property.
  mutating func value(_ node: JSONNode, of property: PropertyDefinition) -> ContentCardValue? {
    let (kind, noun): (JSONKind, String) =
      switch property.type {
      case .string: (.string, "a string")
      case .url: (.string, "a URL")
      case .number, .integer: (.number, "a number")
      case .boolean: (node.kind == .false ? .false : .true, "true or false")
      case .list: (.array, "a list of strings")
      }
    guard expect(kind, at: node, "\(noun) as default") else { return nil }
    switch property.type {
    case .string: checkAllowed([node], of: property)
    case .boolean: break
    case .url where JSONString(node).withText(ValueRules.isURL): checkAllowed([node], of: property)
    case .url: report(at: node, "the default \"\(node.string)\" is not a URL")
    case .number, .integer: checkNumber(node, of: property)
    case .list:
      var items: [JSONNode] = []
      for element in node.elements where expect(.string, at: element, "a string") {
        items.append(element)
      }
      checkAllowed(items, of: property)
    }
    return ContentCardValue(node)
  }

  private mutating func checkNumber(_ node: JSONNode, of property: PropertyDefinition) {
    let number = ContentCardNumber(valid: node.string)
    if property.type == .integer, !JSONNumber.isInteger(node.content) {
      report(at: node, "the default \(number) is not a whole number")
    }
    if let minimum = property.minimum, number < ContentCardNumber(valid: minimum) {
      report(at: node, "the default \(number) is less than the minimum, \(minimum)")
    }
    if let maximum = property.maximum, number > ContentCardNumber(valid: maximum) {
      report(at: node, "the default \(number) is greater than the maximum, \(maximum)")
    }
    checkAllowed([node], of: property)
  }

  private mutating func checkAllowed(_ nodes: [JSONNode], of property: PropertyDefinition) {
    guard let allowed = property.values.map(Set.init) else { return }
    for node in nodes where !allowed.contains(node.string) {
      report(at: node, "the default \"\(node.string)\" is not one of the allowed values")
    }
  }

  /// Reports keys that cannot be combined.
  mutating func checkCombinations(_ members: Members, of property: PropertyDefinition) {
    if property.origin != .join, let node = members["with"] {
      report(at: node, "\"with\" needs \"join\"")
    }
    switch property.origin {
    case .from: break
    case .join:
      if property.type == .list, let node = members["type"] {
        report(at: node, "\"join\" produces a string, not a list")
      }
    case .firstOf:
      if let node = members["default"] {
        report(
          at: node, "\"default\" and \"firstOf\" cannot be used together: a default has no kind")
      }
    case .constant:
      for key in PropertyDefinition.valueKeys {
        guard let node = members[key] else { continue }
        report(at: node, "\"\(key)\" does not apply to a constant: remove it")
      }
    }
  }
}
