import CardJSON

/// The class types, and the objects that their cards become, with the properties of the objects.
///
/// The format is JSON, for a file for `cardctl --classes` and for the configuration file:
///
///     {"classes": {"coupon_code": {"object": "Coupon", "properties": {
///       "discountPercentage": {"from": ["extras.discount_percentage"], "type": "number",
///         "minimum": 0, "maximum": 100, "required": true},
///       "imageUrl": {"from": ["image"], "type": "url"}}}}}
///
/// A registry is a declaration; conversion uses it as a compiled `ClassTable`.
public struct Registry: Hashable, Sendable {
  /// The classes, in the order of declaration; their class types are unique.
  public let classes: [ContentCardClass]

  /// Creates a registry; of classes with the same class type, the last one is used.
  public init(_ classes: [ContentCardClass]) {
    self.classes = classes.lastOfEach(\.classType.rawType)
  }

  /// Parses a registry file, `{"classes": {…}}`.
  ///
  /// - Parameter text: JSON in UTF-8, with or without a byte order mark.
  /// - Throws: all errors, with byte offsets from the start of `text`.
  public init(parsing text: some Collection<UInt8>) throws(RegistryError) {
    var buffer = ByteBuffer(text)
    var scanner = JSONScanner()
    let bytes = buffer.sealed()
    let start = ByteView("\u{FEFF}").occurs(at: 0, in: bytes) ? 3 : 0
    let root: JSONNode
    do throws(JSONSyntaxError) {
      root = try scanner.scanWhole(bytes, from: start)
    } catch {
      let isRest = error.reason == .unexpectedText
      let offset = isRest ? scanner.document.root.range.upperBound : error.offset
      let message = isRest ? "expected the end of the registry, found more text" : "\(error)"
      throw RegistryError([.init(offset: offset, message: message)])
    }
    try self.init(file: root)
  }

  /// Parses the text of a registry file, `{"classes": {…}}`.
  ///
  /// - Throws: all errors, with offsets in UTF-8 bytes.
  public init(parsing text: String) throws(RegistryError) { try self.init(parsing: text.utf8) }

  /// Parses the value of the key `classes` in another document, such as a configuration file.
  package init(classes value: JSONNode) throws(RegistryError) {
    try self.init { $0.classes(value) }
  }

  /// Parses the root of a registry file.
  package init(file root: JSONNode) throws(RegistryError) { try self.init { $0.file(root) } }

  private init(_ read: (inout RegistryParser) -> [ContentCardClass]) throws(RegistryError) {
    var parser = RegistryParser()
    self.init(read(&parser))
    guard parser.mistakes.isEmpty else { throw RegistryError(parser.mistakes) }
  }

  /// The registry with the classes of `other` added; they replace classes with the same class type.
  public func merging(_ other: Registry) -> Registry { Registry(classes + other.classes) }

  /// The index in `classes` of the class with this class type; nil if absent.
  package func index(of name: String) -> Int? {
    let classType = ContentCardClassType(rawType: name)
    return classes.firstIndex { $0.classType == classType }
  }

  /// The keys of the extras that properties use, without duplicates, in the order of the registry.
  package var extraKeys: [String] {
    var known: Set<String> = []
    return classes.flatMap(\.extraKeys).filter { known.insert($0).inserted }
  }
}

extension Array {
  /// The last element with each key, at the position of the first element with that key.
  func lastOfEach(_ key: (Element) -> String) -> [Element] {
    var kept: [Element] = []
    kept.reserveCapacity(count)
    var keys = TextNumbers()
    for element in self {
      let place = keys.number(of: key(element))
      if place < kept.count { kept[place] = element } else { kept.append(element) }
    }
    return kept
  }
}
