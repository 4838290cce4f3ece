import CardJSON

/// Reads class definitions from a scanned JSON document and collects all errors.
struct RegistryParser {
  typealias Mistake = RegistryError.Mistake

  private(set) var mistakes: [Mistake] = []

  /// The classes of a registry file.
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

  /// The classes of the object `node`: class type → definition.
  mutating func classes(_ node: JSONNode) -> [ContentCardClass] {
    guard expect(.object, at: node, "an object of class types") else { return [] }
    var found: [ContentCardClass] = []
    var names: Set<[UInt8]> = []
    for (key, value) in node.members {
      let name = key.string
      let isRepeated = names.contains(Registry.key(name))
      if isRepeated {
        report(
          .repeated, at: key, "the class \"\(name)\" is defined twice (case does not count)")
      }
      if name.isEmpty { report(at: key, "a class type needs a name, found \"\"") }
      if Registry.same(name, "none") {
        report(at: key, "\"none\" stands for cards without a class: choose another name")
      }
      if let definition = definition(name, value), !isRepeated {
        found.append(definition)
        names.insert(Registry.key(name))
      }
    }
    return found
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
    var found: [PropertyDefinition] = []
    var names: Set<String> = []
    for (key, value) in node.members {
      let name = key.string
      let isRepeated = names.contains(name)
      if isRepeated {
        report(.repeated, at: key, "the property \"\(name)\" is defined twice")
      }
      if name.isEmpty { report(at: key, "a property needs a name, found \"\"") }
      if ContentCardClass.reservedNames.contains(name) {
        report(at: key, "every object has a key \"\(name)\" already: choose another name")
      }
      if let property = property(name, value), !isRepeated {
        found.append(property)
        names.insert(name)
      }
    }
    return found
  }
}

extension RegistryParser {
  /// The values of an object's members by their names.
  typealias Members = [String: JSONNode]

  /// Records an error at the first byte of `node`.
  mutating func report(
    _ kind: RegistryError.Kind = .invalid, at node: JSONNode, _ message: String
  ) {
    mistakes.append(Mistake(offset: node.range.lowerBound, message: message, kind: kind))
  }

  /// The members of an object; unknown and duplicate keys are errors.
  mutating func members(of node: JSONNode, known: [String]) -> Members {
    var found: Members = [:]
    for (key, value) in node.members {
      let name = key.string
      if !known.contains(name) {
        let listed = known.filter { !$0.hasPrefix("$") }.map { "\"\($0)\"" }
        let expected = NearestName.hint(
          for: name, among: known, otherwise: "; expected \(listed.joined(separator: ", "))")
        report(.unknownName, at: key, "unknown key \"\(name)\"\(expected)")
      } else {
        if found[name] != nil {
          report(.repeated, at: key, "\"\(name)\" occurs twice")
        }
        found[name] = value
      }
    }
    return found
  }

  /// Whether `node` is of `kind`; records an error if it is not.
  mutating func expect(_ kind: JSONKind, at node: JSONNode, _ wanted: String) -> Bool {
    let found = node.kind
    if found == kind { return true }
    report(at: node, "expected \(wanted), found \(found.noun)")
    return false
  }

  /// The text of a non-empty string; records an error and gives nil for anything else.
  mutating func text(_ node: JSONNode, _ wanted: String) -> String? {
    guard expect(.string, at: node, wanted) else { return nil }
    let text = node.string
    if text.isEmpty { report(at: node, "expected \(wanted), found \"\"") }
    return text.isEmpty ? nil : text
  }
}
