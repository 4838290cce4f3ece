import CardJSON
import ContentCardKit

/// An error in a registry or a configuration file, with which cardctl does not read it.
package struct FileMistake {
  /// The offset in bytes from the start of the document.
  package let offset: Int
  /// The error in words: lower case, no full stop.
  package let message: String
  /// The rule that is broken.
  let rule: Rule
  /// The location of the error.
  let place: FindingPlace

  init(_ rule: Rule, at place: FindingPlace, in document: JSONDocument, _ message: String) {
    self.rule = rule
    self.place = place
    self.message = message
    offset = place.range.lowerBound
  }
}

/// Turns the errors of a registry into findings.
enum RegistryCheck {
  /// Reports the errors of the registry file whose root is `node`.
  static func check(_ node: JSONNode, _ findings: inout FindingSink) {
    do {
      _ = try Registry(file: node)
    } catch {
      for mistake in mistakes(error, node) { findings.report(mistake) }
    }
  }

  /// The errors of the registry or the classes whose root is `root`.
  static func mistakes(_ error: RegistryError, _ root: JSONNode) -> [FileMistake] {
    error.mistakes.enumerated().map { index, mistake in
      let isLast = index == error.mistakes.count - 1
      let rest = isLast && error.omitted > 0 ? "; \(error.omitted) more errors follow" : ""
      return FileMistake(
        rule(for: mistake.kind), at: place(at: mistake.offset, root), in: root.document,
        mistake.message + rest)
    }
  }

  private static func rule(for kind: RegistryError.Kind) -> Rule {
    switch kind {
    case .unknownName: .registryNameUnknown
    case .repeated: .registryRepeated
    case .invalid: .registryInvalid
    }
  }

  /// The key or value whose first byte is at `offset`.
  private static func place(at offset: Int, _ root: JSONNode) -> FindingPlace {
    let document = root.document
    // Nodes are in the order of their offsets, and only keys precede a colon.
    var node = root.index
    while document.range(node).lowerBound < offset { node += 1 }
    let next = JSONScanner.skipSpace(document.bytes, from: document.range(node).upperBound)
    let isKey = document.bytes[next] == UInt8(ascii: ":")
    return isKey ? .key(document[node + 1]) : .value(document[node])
  }
}
