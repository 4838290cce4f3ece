@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// Turns the mistakes of a registry into findings.
enum RegistryCheck {
  /// Reports the mistakes of the registry file whose root is `node`.
  static func check(_ document: JSONDocument, _ node: Int, _ findings: inout FindingSink) {
    do {
      _ = try Registry(file: node, of: document)
    } catch {
      for mistake in mistakes(error, document, node) { findings.report(mistake) }
    }
  }

  /// The mistakes of the registry or the classes whose root is `root`, with the rules they break.
  static func mistakes(
    _ error: RegistryError, _ document: JSONDocument, _ root: Int
  ) -> [FileMistake] {
    error.mistakes.enumerated().map { index, mistake in
      let isLast = index == error.mistakes.count - 1
      let rest = isLast && error.omitted > 0 ? "; \(error.omitted) more mistakes follow" : ""
      return FileMistake(
        rule(for: mistake.kind), at: place(at: mistake.offset, document, root), in: document,
        mistake.message + rest)
    }
  }

  private static func rule(for kind: RegistryError.Kind) -> any Rule.Type {
    switch kind {
    case .unknownName: RegistryNameUnknown.self
    case .repeated: RegistryRepeated.self
    case .invalid: RegistryInvalid.self
    }
  }

  /// The key or value whose first byte is at `offset`.
  private static func place(at offset: Int, _ document: JSONDocument, _ root: Int) -> FindingPlace {
    var container = root
    while document.range(container).lowerBound != offset {
      var inner: Int?
      var key: Int?
      document.forEachMember(of: container) { name, value in
        if document.range(name).lowerBound == offset { key = value }
        if document.range(value).contains(offset) { inner = value }
      }
      document.forEachElement(of: container) { element in
        if document.range(element).contains(offset) { inner = element }
      }
      if let key { return .key(key) }
      guard let inner else { break }
      container = inner
    }
    return .value(container)
  }
}
