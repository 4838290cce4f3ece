import CardJSON

extension RegistryParser {
  /// Reads `minimum` and `maximum`, and checks that they suit the type and each other.
  mutating func readBounds(_ members: Members, _ property: inout PropertyDefinition) {
    property.minimum = bound("minimum", in: members, of: property.type)
    property.maximum = bound("maximum", in: members, of: property.type)
    guard let low = members["minimum"], let high = members["maximum"],
      property.minimum != nil, property.maximum != nil
    else { return }
    if JSONNumber.compare(low.content, high.content) > 0 {
      let (least, greatest) = (low.string, high.string)
      report(at: low, "the minimum, \(least), is greater than the maximum, \(greatest)")
    }
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

  /// The allowed strings of a property.
  mutating func allowed(_ node: JSONNode) -> [String]? {
    guard expect(.array, at: node, "a list of the allowed values") else { return nil }
    var found: [String] = []
    var known: Set<String> = []
    for element in node.elements {
      guard let value = scalar(element) else { continue }
      let text = value.description
      if !known.insert(text).inserted { report(.repeated, at: element, "\"\(text)\" occurs twice") }
      found.append(text)
    }
    if node.isEmptyContainer {
      report(at: node, "expected at least one value, found an empty list")
    }
    return found
  }

  /// Reads `separator`, which only a list has.
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

  /// A string, number or boolean.
  mutating func scalar(_ node: JSONNode) -> ContentCardValue? {
    switch node.kind {
    case .string: return .text(node.string)
    case .number: return .number(ContentCardNumber(valid: node.string))
    case .true: return .flag(true)
    case .false: return .flag(false)
    case .object, .array, .null, .end:
      let found = node.kind.noun
      report(at: node, "expected a string, a number or a boolean, found \(found)")
      return nil
    }
  }

  /// A default that the property itself could have had.
  mutating func value(_ node: JSONNode, of property: PropertyDefinition) -> ContentCardValue? {
    switch property.type {
    case .string:
      guard expect(.string, at: node, "a string as default") else { return nil }
    case .url:
      guard expect(.string, at: node, "a URL as default") else { return nil }
      guard CardText(node).withText(ValueRules.isURL) else {
        report(at: node, "the default \"\(node.string)\" is not a URL")
        return nil
      }
    case .number, .integer: return number(node, of: property)
    case .boolean:
      let kind = node.kind
      if kind == .true || kind == .false { return .flag(kind == .true) }
      _ = expect(.true, at: node, "true or false as default")
      return nil
    case .list: return list(node, of: property)
    }
    let text = node.string
    checkAllowed(text, at: node, property)
    return .text(text)
  }

  private mutating func number(_ node: JSONNode, of property: PropertyDefinition)
    -> ContentCardValue?
  {
    guard expect(.number, at: node, "a number as default") else { return nil }
    let spelling = node.content
    if property.type == .integer, !JSONNumber.isInteger(spelling) {
      report(at: node, "the default \(spelling.text) is not a whole number")
    }
    if let minimum = property.minimum,
      ByteBuffer(minimum.utf8).read({ JSONNumber.compare(spelling, $0) }) < 0
    {
      report(at: node, "the default \(spelling.text) is less than the minimum, \(minimum)")
    }
    if let maximum = property.maximum,
      ByteBuffer(maximum.utf8).read({ JSONNumber.compare(spelling, $0) }) > 0
    {
      report(at: node, "the default \(spelling.text) is greater than the maximum, \(maximum)")
    }
    checkAllowed(spelling.text, at: node, property)
    return .number(ContentCardNumber(valid: spelling.text))
  }

  private mutating func list(_ node: JSONNode, of property: PropertyDefinition) -> ContentCardValue?
  {
    guard expect(.array, at: node, "a list of strings as default") else { return nil }
    var items: [String] = []
    let allowed = property.values.map(Set.init)
    for element in node.elements {
      guard expect(.string, at: element, "a string") else { continue }
      let item = element.string
      items.append(item)
      if allowed?.contains(item) == false { reportForbidden(item, at: element) }
    }
    return .list(items.map { .text($0) })
  }

  private mutating func checkAllowed(
    _ text: String, at node: JSONNode, _ property: PropertyDefinition
  ) {
    if property.values?.contains(text) == false { reportForbidden(text, at: node) }
  }

  private mutating func reportForbidden(_ text: String, at node: JSONNode) {
    report(at: node, "the default \"\(text)\" is not one of the allowed values")
  }

  /// Reports keys that cannot be combined.
  mutating func checkCombinations(
    _ members: Members, of property: PropertyDefinition
  ) {
    switch property.origin {
    case .join:
      if property.type == .list, let node = members["type"] {
        report(at: node, "\"join\" makes one text, not a list")
      }
      return
    case .from, .firstOf, .constant:
      if let node = members["with"] { report(at: node, "\"with\" needs \"join\"") }
    }
    switch property.origin {
    case .join, .from: return
    case .firstOf:
      if let node = members["default"] {
        report(at: node, "\"default\" and \"firstOf\" exclude each other: a default has no kind")
      }
    case .constant:
      for key in PropertyDefinition.valueKeys {
        guard let node = members[key] else { continue }
        report(at: node, "\"\(key)\" says nothing about a constant: leave it out")
      }
    }
  }
}
