import CardJSON

/// Which class types exist, which object each becomes and which properties that object has.
///
/// The format is JSON, the same for the built-in classes, for a file and for a configuration:
///
///     {"classes": {"coupon_code": {"object": "Coupon", "properties": {
///       "discountPercentage": {"from": ["extras.discount_percentage"], "type": "number",
///         "minimum": 0, "maximum": 100, "required": true},
///       "imageUrl": {"from": ["image"], "type": "url"}}}}}
///
/// A registry is a description; `ClassTable` is its form for conversion.
package struct Registry: Equatable, Sendable {
  /// The classes, in the order in which they were declared.
  package let classes: [ClassDefinition]

  /// A registry of classes whose names differ by more than case.
  package init(_ classes: [ClassDefinition]) {
    self.classes = classes
  }

  /// Reads a registry file, `{"classes": {…}}`.
  ///
  /// - Parameter text: JSON in UTF-8, a byte order mark in front or not.
  /// - Throws: every mistake, with offsets that count from the start of `text`.
  package init(parsing text: some Collection<UInt8>) throws(RegistryError) {
    var buffer = ByteBuffer(text)
    var scanner = JSONScanner()
    let bytes = buffer.sealed()
    let start = ByteView("\u{FEFF}").stands(at: 0, of: bytes) ? 3 : 0
    switch scanner.scan(bytes, from: start) {
    case .invalid(let error):
      throw RegistryError([.init(offset: error.offset, message: error.description)])
    case .incomplete:
      throw RegistryError([.init(offset: bytes.count, message: "the input ends inside a value")])
    case .value(let end):
      let rest = JSONNumber.trimmed(bytes.slice(end..<bytes.count))
      guard rest.count == 0 else {
        throw RegistryError([
          .init(offset: end, message: "expected the end of the registry, found more text")
        ])
      }
    }
    try self.init(file: 0, of: scanner.document)
  }

  /// Reads the classes that stand under a key of another document, such as a configuration file.
  ///
  /// - Parameters:
  ///   - node: the value of the key `classes`.
  ///   - document: the scanned document; offsets of mistakes count from its start.
  package init(classes node: Int, of document: JSONDocument) throws(RegistryError) {
    var parser = RegistryParser(document: document)
    let classes = parser.classes(node)
    guard parser.mistakes.isEmpty else { throw RegistryError(parser.mistakes) }
    self.init(classes)
  }

  /// Reads a registry file that is scanned already.
  ///
  /// - Parameters:
  ///   - node: the root of the file.
  ///   - document: the scanned document; offsets of mistakes count from its start.
  package init(file node: Int, of document: JSONDocument) throws(RegistryError) {
    var parser = RegistryParser(document: document)
    let classes = parser.file(node)
    guard parser.mistakes.isEmpty else { throw RegistryError(parser.mistakes) }
    self.init(classes)
  }

  /// This registry with the classes of `other`, which replace those of the same name.
  package func merging(_ other: Registry) -> Registry {
    var merged = classes
    var places = Dictionary(
      uniqueKeysWithValues: classes.enumerated().map { (Registry.key($1.name), $0) })
    for definition in other.classes {
      let place = places[Registry.key(definition.name), default: merged.count]
      if place < merged.count {
        merged[place] = definition
      } else {
        places[Registry.key(definition.name)] = place
        merged.append(definition)
      }
    }
    return Registry(merged)
  }

  /// The place of the class called `name` in `classes`; nil when there is none.
  package func index(of name: String) -> Int? {
    classes.firstIndex { Registry.same($0.name, name) }
  }

  /// Whether two class types are the same: but for the case of ASCII letters.
  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { ByteView.lowercased($0) == ByteView.lowercased($1) }
  }

  /// What is equal for class types that are the same, and for no others.
  static func key(_ name: String) -> [UInt8] { name.utf8.map(ByteView.lowercased) }
}
