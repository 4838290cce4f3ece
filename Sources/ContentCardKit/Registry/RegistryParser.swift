import CardJSON

/// Parses class definitions from a scanned JSON document and collects all errors.
struct RegistryParser {
  private(set) var mistakes: [RegistryError.Mistake] = []

  /// Parses the root of a registry file.
  mutating func file(_ node: JSONNode) -> [ContentCardClass] {
    guard expect(.object, at: node, "an object with \"classes\"") else { return [] }
    let members = members(of: node, known: ["classes", "$schema"])
    if let schema = members["$schema"] {
      _ = expect(.string, at: schema, "the address of a schema")
    }
    guard let classes = members["classes"] else {
      report(at: node, "\"classes\" is missing: a registry is {\"classes\": {…}}")
      return []
    }
    return self.classes(classes)
  }

  /// Parses an object that maps class types to definitions.
  mutating func classes(_ node: JSONNode) -> [ContentCardClass] {
    guard expect(.object, at: node, "an object of class types") else { return [] }
    return definitions(in: node, .classType) { parser, name, key, value in
      if name.lowercasedASCII == "none" {
        parser.report(at: key, "\"none\" means cards without a class: choose another name")
      }
      return parser.definition(name, value)
    }
  }

  private mutating func definition(_ name: String, _ node: JSONNode) -> ContentCardClass? {
    let wanted = "an object with \"object\" and \"properties\""
    guard expect(.object, at: node, wanted) else { return nil }
    let members = members(of: node, known: ["object", "properties"])
    var object = ""
    if let node = members["object"] {
      object = text(node, "the object's name, a string") ?? ""
    } else {
      report(at: node, "\"object\" is missing: the name of the object that \"\(name)\" becomes")
    }
    let properties = members["properties"].map { self.properties($0) }
    return ContentCardClass(name: name, object: object, properties: properties ?? [])
  }

  private mutating func properties(_ node: JSONNode) -> [PropertyDefinition] {
    guard expect(.object, at: node, "an object of properties") else { return [] }
    return definitions(in: node, .property) { parser, name, key, value in
      if ContentCardClass.reservedNames.contains(name) {
        parser.report(at: key, "every object has a key \"\(name)\" already: choose another name")
      }
      return parser.property(name, value)
    }
  }

  /// Parses a property; nil if it has no valid origin.
  private mutating func property(_ name: String, _ node: JSONNode) -> PropertyDefinition? {
    let wanted = "an object with the origin of the property"
    guard expect(.object, at: node, wanted) else { return nil }
    let origins = PropertyDefinition.Origin.allCases.map(\.rawValue)
    let members = members(of: node, known: origins + ["with"] + PropertyDefinition.valueKeys)
    guard var property = origin(of: name, node, members) else { return nil }
    let (count, limit) = (property.sources.count, RegistryParser.sourceLimit)
    if count > limit { report(at: node, "reads \(count) fields; at most \(limit)") }
    if let type = members["type"] { property.type = self.type(type) ?? .string }
    readBounds(members, &property)
    if let values = members["values"] { property.values = allowed(values) }
    readSeparator(members, &property)
    if let required = members["required"] { readRequirement(required, &property) }
    if let fallback = members["default"] { property.fixedValue = value(fallback, of: property) }
    if let policy = members["invalid"], let text = text(policy, "\"fails\"") {
      property.failsIfInvalid = text == "fails"
      if text != "fails" { report(at: policy, "expected \"fails\", found \"\(text)\"") }
    }
    checkCombinations(members, of: property)
    return property
  }

  /// The maximum number of sources of a property, including all alternatives.
  static let sourceLimit = 64

  /// The values of an object's members, by name.
  typealias Members = [String: JSONNode]

  /// Records an error at the first byte of `node`.
  mutating func report(
    _ kind: RegistryError.Kind = .invalid, at node: JSONNode, _ message: String
  ) { mistakes.append(.init(offset: node.range.lowerBound, message: message, kind: kind)) }

  /// Records an unknown name as an error, and suggests the nearest known name.
  mutating func reportUnknown(
    _ noun: String, _ name: String, at node: JSONNode, known: [String], otherwise: String
  ) {
    let hint = NearestName.hint(for: name, among: known, otherwise: "; expected \(otherwise)")
    report(.unknownName, at: node, "unknown \(noun) \"\(name)\"\(hint)")
  }

  /// The members of an object; unknown and duplicate keys are errors.
  mutating func members(of node: JSONNode, known: [String]) -> Members {
    var found: Members = [:]
    for (key, value) in node.members {
      let name = key.string
      if !known.contains(name) {
        let listed = known.filter { !$0.hasPrefix("$") }.map { "\"\($0)\"" }
        reportUnknown("key", name, at: key, known: known, otherwise: listed.joined(separator: ", "))
      } else if found.updateValue(value, forKey: name) != nil {
        report(.repeated, at: key, "\"\(name)\" occurs twice")
      }
    }
    return found
  }

  /// The kinds of named definitions.
  enum Definition: String {
    case classType = "a class type"
    case property = "a property"
    case alternative = "an alternative"
  }

  /// Parses an object of named definitions; empty and duplicate names are errors.
  mutating func definitions<Value>(
    in node: JSONNode, _ kind: Definition,
    _ read: (_ parser: inout RegistryParser, String, _ key: JSONNode, JSONNode) -> Value?
  ) -> [Value] {
    var found: [Value] = []
    var names: Set<String> = []
    for (key, value) in node.members {
      let name = key.string
      let known = kind == .classType ? name.lowercasedASCII : name
      if names.contains(known) {
        let message =
          switch kind {
          case .classType: "the class \"\(name)\" is defined twice (case is ignored)"
          case .property: "the property \"\(name)\" is defined twice"
          case .alternative: "\"\(name)\" occurs twice"
          }
        report(.repeated, at: key, message)
      }
      if name.isEmpty { report(at: key, "\(kind.rawValue) needs a name, found \"\"") }
      guard let definition = read(&self, name, key, value) else { continue }
      found.append(definition)
      names.insert(known)
    }
    return found
  }

  /// Parses a list whose elements are called `noun`, which must not be empty or have duplicates;
  /// `read` returns an element's value and name.
  mutating func list<Value>(
    _ node: JSONNode, of noun: String,
    _ read: (_ parser: inout RegistryParser, JSONNode) -> (value: Value, name: String)?
  ) -> [Value] {
    var found: [Value] = []
    var names: Set<String> = []
    for element in node.elements {
      guard let (value, name) = read(&self, element) else { continue }
      if !names.insert(name).inserted { report(.repeated, at: element, "\"\(name)\" occurs twice") }
      found.append(value)
    }
    if node.isEmptyContainer {
      report(at: node, "expected at least one \(noun), found an empty list")
    }
    return found
  }

  /// Whether `node` is of `kind`; if not, records an error.
  mutating func expect(_ kind: JSONKind, at node: JSONNode, _ wanted: String) -> Bool {
    if node.kind == kind { return true }
    report(at: node, "expected \(wanted), found \(node.kind.noun)")
    return false
  }

  /// The text of a nonempty string; nil for any other value, which is an error.
  mutating func text(_ node: JSONNode, _ wanted: String) -> String? {
    guard expect(.string, at: node, wanted) else { return nil }
    let text = node.string
    if text.isEmpty { report(at: node, "expected \(wanted), found \"\"") }
    return text.isEmpty ? nil : text
  }
}
