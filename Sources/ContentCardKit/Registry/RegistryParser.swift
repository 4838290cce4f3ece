import CardJSON

/// Reads class definitions from a scanned JSON document and collects all errors.
struct RegistryParser {
  typealias Mistake = RegistryError.Mistake

  let document: JSONDocument
  private(set) var mistakes: [Mistake] = []

  /// The classes of a registry file.
  mutating func file(_ node: Int = 0) -> [ContentCardClass] {
    guard expect(.object, node, "an object with \"classes\"") else { return [] }
    let members = members(of: node, known: ["classes", "$schema"])
    if let schema = members["$schema"] { _ = expect(.string, schema, "the address of a schema") }
    guard let classes = members["classes"] else {
      report(at: node, "\"classes\" is missing: a registry is {\"classes\": {…}}")
      return []
    }
    return self.classes(classes)
  }

  /// The classes of the object `node`: class type → definition.
  mutating func classes(_ node: Int) -> [ContentCardClass] {
    guard expect(.object, node, "an object of class types") else { return [] }
    var found: [ContentCardClass] = []
    var names: Set<[UInt8]> = []
    forEachMember(of: node) { parser, key, value in
      let name = parser.document.string(key)
      let isRepeated = names.contains(Registry.key(name))
      if isRepeated {
        parser.report(
          .repeated, at: key, "the class \"\(name)\" is defined twice (case does not count)")
      }
      if name.isEmpty { parser.report(at: key, "a class type needs a name, found \"\"") }
      if Registry.same(name, "none") {
        parser.report(at: key, "\"none\" stands for cards without a class: choose another name")
      }
      if let definition = parser.definition(name, value), !isRepeated {
        found.append(definition)
        names.insert(Registry.key(name))
      }
    }
    return found
  }

  private mutating func definition(_ name: String, _ node: Int) -> ContentCardClass? {
    let wanted = "an object with \"object\" and \"properties\""
    guard expect(.object, node, wanted) else { return nil }
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

  private mutating func properties(_ node: Int) -> [PropertyDefinition] {
    guard expect(.object, node, "an object of properties") else { return [] }
    var found: [PropertyDefinition] = []
    var names: Set<String> = []
    forEachMember(of: node) { parser, key, value in
      let name = parser.document.string(key)
      let isRepeated = names.contains(name)
      if isRepeated {
        parser.report(.repeated, at: key, "the property \"\(name)\" is defined twice")
      }
      if name.isEmpty { parser.report(at: key, "a property needs a name, found \"\"") }
      if ContentCardClass.reservedNames.contains(name) {
        parser.report(at: key, "every object has a key \"\(name)\" already: choose another name")
      }
      if let property = parser.property(name, value), !isRepeated {
        found.append(property)
        names.insert(name)
      }
    }
    return found
  }
}

extension RegistryParser {
  /// The nodes of an object's members; a search is faster than a table for so few.
  struct Members {
    private var members: [(name: String, node: Int)] = []

    /// The node of the member called `name`, the last one of duplicates.
    subscript(name: String) -> Int? { members.last { $0.name == name }?.node }

    init() { members.reserveCapacity(8) }

    mutating func append(_ name: String, _ node: Int) { members.append((name, node)) }
  }

  /// Records an error at the first byte of `node`.
  mutating func report(
    _ kind: RegistryError.Kind = .invalid, at node: Int, _ message: String
  ) {
    let offset = document.range(node).lowerBound
    mistakes.append(Mistake(offset: offset, message: message, kind: kind))
  }

  /// Calls `body` with each member of an object, in order.
  mutating func forEachMember(
    of node: Int, _ body: (inout RegistryParser, _ key: Int, _ value: Int) -> Void
  ) {
    let document = document
    document.forEachMember(of: node) { key, value in body(&self, key, value) }
  }

  /// The members of an object; unknown and duplicate keys are errors.
  mutating func members(of node: Int, known: [String]) -> Members {
    var found = Members()
    forEachMember(of: node) { parser, key, value in
      let name = parser.document.string(key)
      if !known.contains(name) {
        let listed = known.filter { !$0.hasPrefix("$") }.map { "\"\($0)\"" }
        let expected = NearestName.hint(
          for: name, among: known, otherwise: "; expected \(listed.joined(separator: ", "))")
        parser.report(.unknownName, at: key, "unknown key \"\(name)\"\(expected)")
      } else {
        if found[name] != nil {
          parser.report(.repeated, at: key, "\"\(name)\" stands twice")
        }
        found.append(name, value)
      }
    }
    return found
  }

  /// Whether an array or an object is empty.
  func isEmpty(_ node: Int) -> Bool { document.kind(node + 1) == .end }

  /// Whether `node` is of `kind`; records an error if it is not.
  mutating func expect(_ kind: JSONKind, _ node: Int, _ wanted: String) -> Bool {
    let found = document.kind(node)
    if found == kind { return true }
    report(at: node, "expected \(wanted), found \(found.noun)")
    return false
  }

  /// The text of a non-empty string; records an error and gives nil for anything else.
  mutating func text(_ node: Int, _ wanted: String) -> String? {
    guard expect(.string, node, wanted) else { return nil }
    let text = document.string(node)
    if text.isEmpty { report(at: node, "expected \(wanted), found \"\"") }
    return text.isEmpty ? nil : text
  }
}
