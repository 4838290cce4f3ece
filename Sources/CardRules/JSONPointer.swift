import CardJSON

/// Computes JSON Pointers (RFC 6901), which are paths from a document's root to one of its values.
///
/// Values are mostly requested in document order, so the path to the last value is cached, and the
/// search for the next one starts there. Many findings in a long object then take a single pass.
struct JSONPointer: ~Copyable {
  /// The members and elements on the path to the last value.
  private var steps: [Step] = []
  /// The pointer to that value.
  private var text = ByteBuffer()

  /// The maximum length of a pointer in bytes.
  ///
  /// Without it, a long key could be repeated in every finding of a card.
  static let limit = 1024

  /// A member or an element of a container.
  private struct Step {
    /// The node of its key, or of the element.
    let start: Int
    let value: Int
    /// The node after it.
    let end: Int
    /// Its index in the container.
    let index: Int
    /// The length of the pointer to its container, in bytes.
    let prefix: Int
  }

  /// Clears the cached path, for another document.
  mutating func removeAll() {
    if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
    text.removeAll()
  }

  /// Returns the pointer to `node`, which may be `root`.
  ///
  /// If that would be too long, returns the pointer to the innermost container that fits.
  ///
  /// - Parameters:
  ///   - root: the node that pointers start from, the same one until `removeAll`.
  ///   - document: the document, the same one until `removeAll`.
  mutating func text(of node: Int, from root: Int = 0, in document: JSONDocument) -> String {
    var depth = 0
    while depth < steps.count, steps[depth].start <= node, node < steps[depth].end { depth += 1 }
    var container = depth == 0 ? root : steps[depth - 1].value
    // The cached step may be an earlier sibling of the next one; search from there.
    var before = depth < steps.count && steps[depth].end <= node ? steps[depth] : nil
    if depth < steps.count {
      text.truncate(to: steps[depth].prefix)
      steps.removeSubrange(depth...)
    }
    while container != node {
      guard let step = step(from: container, behind: before, to: node, in: document) else { break }
      append(step, isMember: document[container].kind == .object, of: document)
      (container, before) = (step.value, nil)
    }
    if text.count <= JSONPointer.limit { return text.view.text }
    // The longest prefix that fits.
    let end = steps.last { $0.prefix <= JSONPointer.limit }?.prefix ?? 0
    return text.view.slice(0..<end).text
  }

  /// Returns the member or element of `container` that contains `node`; nil if absent.
  private func step(
    from container: Int, behind before: Step?, to node: Int, in document: JSONDocument
  ) -> Step? {
    let isObject = document[container].kind == .object
    guard isObject || document[container].kind == .array else { return nil }
    var index = before.map { $0.index + 1 } ?? 0
    var next = before?.end ?? container + 1
    while document[next].kind != .end {
      let value = isObject ? next + 1 : next
      let end = document[value].next.index
      if node < end {
        return Step(start: next, value: value, end: end, index: index, prefix: text.count)
      }
      next = end
      index += 1
    }
    return nil
  }

  private mutating func append(_ step: Step, isMember: Bool, of document: JSONDocument) {
    steps.append(step)
    text.append(UInt8(ascii: "/"))
    if isMember {
      let key = document[step.start]
      if key.word.isEscaped || key.content.containsAny(of: JSONPointer.escapes) {
        text.append(JSONPointer.escaped(key.string))
      } else {
        text.append(key.content)
      }
    } else {
      text.append(decimal: UInt64(step.index))
    }
  }

  /// The bytes that must be escaped in a token.
  private static var escapes: ByteClass {
    ByteClass(.byte(UInt8(ascii: "~")), or: .byte(UInt8(ascii: "/")))
  }

  /// Returns a key as a token, with `~` and `/` escaped.
  static func escaped(_ key: String) -> String {
    var token = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return token
  }
}
