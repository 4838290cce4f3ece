import CardJSON
import ContentCardKit

/// An error in a registry or a configuration file, because of which cardctl rejects the file.
package struct FileError {
  /// The offset in bytes from the start of the document.
  package let offset: Int
  /// The message: lower case, no period.
  package let message: String
  /// The violated rule.
  let rule: Rule
  /// The location of the error.
  let place: FindingPlace

  init(_ rule: Rule, at place: FindingPlace, _ message: String) {
    (self.rule, self.place, self.message) = (rule, place, message)
    offset = place.range.lowerBound
  }
}

extension RegistryError {
  /// Returns the errors of the registry or the class definitions at `root`.
  func mistakes(in root: JSONNode) -> [FileError] {
    mistakes.enumerated().map { index, mistake in
      let isLast = index == mistakes.count - 1
      let rest = isLast && omitted > 0 ? "; \(omitted) more errors follow" : ""
      return FileError(
        mistake.kind.rule, at: RegistryError.place(at: mistake.offset, root), mistake.message + rest
      )
    }
  }

  /// Returns the key or value whose first byte is at `offset`.
  private static func place(at offset: Int, _ root: JSONNode) -> FindingPlace {
    let document = root.document
    // Nodes are sorted by offset, and only keys precede a colon.
    var node = root.index
    while document[node].range.lowerBound < offset { node += 1 }
    let next = JSONScanner.skipSpace(document.bytes, from: document[node].range.upperBound)
    return document.bytes[next] == UInt8(ascii: ":")
      ? .key(document[node + 1]) : .value(document[node])
  }
}

extension RegistryError.Kind {
  /// The rule that such an error breaks.
  fileprivate var rule: Rule {
    switch self {
    case .unknownName: .registryNameUnknown
    case .repeated: .registryRepeated
    case .invalid: .registryInvalid
    }
  }
}
