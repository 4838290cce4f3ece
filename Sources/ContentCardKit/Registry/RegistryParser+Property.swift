import CardJSON

extension RegistryParser {
  /// The maximum number of sources of a property, in all its alternatives together.
  static let sourceLimit = 64

  private static let keys =
    PropertyDefinition.originKeys + ["with"] + PropertyDefinition.valueKeys

  /// One property; nil if it has no origin.
  mutating func property(_ name: String, _ node: JSONNode) -> PropertyDefinition? {
    let wanted = "an object that says where the property comes from"
    guard expect(.object, at: node, wanted) else { return nil }
    let members = members(of: node, known: RegistryParser.keys)
    guard let origin = origin(node, members) else { return nil }
    var property = PropertyDefinition(name: name, origin: origin)
    if property.sources.count > RegistryParser.sourceLimit {
      report(
        at: node, "reads \(property.sources.count) fields; at most \(RegistryParser.sourceLimit)")
    }
    if let type = members["type"] { property.type = self.type(type) ?? .string }
    readBounds(members, &property)
    if let values = members["values"] { property.values = allowed(values) }
    readSeparator(members, &property)
    if let required = members["required"] {
      property.requirement = requirement(required, origin)
    }
    if let fallback = members["default"] { property.fallback = value(fallback, of: property) }
    if let policy = members["invalid"], let text = text(policy, "\"fails\"") {
      property.failsIfInvalid = text == "fails"
      if text != "fails" { report(at: policy, "expected \"fails\", found \"\(text)\"") }
    }
    checkCombinations(members, of: property)
    return property
  }

  private mutating func origin(_ node: JSONNode, _ members: Members)
    -> PropertyDefinition.Origin?
  {
    let keys = PropertyDefinition.originKeys
    guard let first = keys.firstIndex(where: { members[$0] != nil }),
      let value = members[keys[first]]
    else {
      report(at: node, "one of \"from\", \"firstOf\", \"join\", \"constant\" is missing")
      return nil
    }
    if keys[(first + 1)...].contains(where: { members[$0] != nil }) {
      let given = keys.filter { members[$0] != nil }.map { "\"\($0)\"" }
      report(at: node, "\(given.joined(separator: " and ")) exclude each other: keep one")
    }
    switch keys[first] {
    case "from": return sources(value).map(PropertyDefinition.Origin.from)
    case "firstOf": return alternatives(value).map(PropertyDefinition.Origin.firstOf)
    case "join":
      var joint = PropertyDefinition.commonJoint
      if let node = members["with"],
        expect(.string, at: node, "the text between the joined fields, a string")
      {
        joint = node.string
      }
      return sources(value).map { .join($0, separator: joint) }
    default: return scalar(value).map(PropertyDefinition.Origin.constant)
    }
  }

  private mutating func sources(_ node: JSONNode) -> [PropertySource]? {
    guard expect(.array, at: node, "a list of fields") else { return nil }
    var found: [PropertySource] = []
    var known: Set<PropertySource> = []
    for element in node.elements {
      guard let source = source(element) else { continue }
      if !known.insert(source).inserted {
        report(.repeated, at: element, "\"\(source.name)\" occurs twice")
      }
      found.append(source)
    }
    if node.isEmptyContainer {
      report(at: node, "expected at least one field, found an empty list")
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
      report(at: node, "\"extras\" holds many values: name one of them, \"extras.KEY\"")
      return nil
    }
    if let field = CardField(name: name) { return .field(field) }
    report(.unknownName, at: node, "unknown field \"\(name)\"\(fieldHint(name))")
    return nil
  }

  /// The nearest field, or how one of the extras is named.
  private func fieldHint(_ name: String) -> String {
    let parts = name.split(separator: ".", maxSplits: 1)
    if parts.count == 2, NearestName.of(String(parts[0]), among: ["extras"]) != nil {
      return "; did you mean \"\(PropertySource.extrasPrefix)\(parts[1])\"?"
    }
    let fields = CardField.allCases.map(\.name.description)
    return NearestName.hint(
      for: name, among: fields, otherwise: "; expected a field of the card or \"extras.KEY\"")
  }

  private mutating func alternatives(_ node: JSONNode) -> [PropertyDefinition.Alternative]? {
    guard expect(.object, at: node, "an object of named alternatives") else { return nil }
    var found: [PropertyDefinition.Alternative] = []
    var kinds: Set<String> = []
    for (key, value) in node.members {
      let kind = key.string
      if kind.isEmpty { report(at: key, "an alternative needs a name, found \"\"") }
      if kinds.contains(kind) {
        report(.repeated, at: key, "\"\(kind)\" occurs twice")
      }
      if let sources = sources(value) {
        kinds.insert(kind)
        found.append(PropertyDefinition.Alternative(kind: kind, sources: sources))
      }
    }
    if node.isEmptyContainer {
      report(at: node, "expected at least one alternative, found an empty object")
    }
    return found.isEmpty ? nil : found
  }

  private mutating func type(_ node: JSONNode) -> PropertyType? {
    guard let name = text(node, "the name of a type, a string") else { return nil }
    if let type = PropertyType(rawValue: name) { return type }
    let names = PropertyType.allCases.map(\.rawValue)
    let expected = NearestName.hint(
      for: name, among: names, otherwise: "; expected \(names.joined(separator: ", "))")
    report(.unknownName, at: node, "unknown type \"\(name)\"\(expected)")
    return nil
  }

  private mutating func requirement(_ node: JSONNode, _ origin: PropertyDefinition.Origin)
    -> PropertyDefinition.Requirement
  {
    switch node.kind {
    case .true: return .required
    case .false: return .optional
    case .array: break
    case let kind:
      let found = kind.noun
      report(at: node, "expected true, false or a list of the joined fields, found \(found)")
      return .optional
    }
    guard case .join(let joined, _) = origin else {
      report(at: node, "a list of required fields needs \"join\": say true or false")
      return .optional
    }
    guard let fields = sources(node) else { return .optional }
    let known = Set(joined)
    for field in fields where !known.contains(field) {
      report(at: node, "\"\(field.name)\" is required but not one of the joined fields")
    }
    return .fields(fields)
  }
}
