import CardJSON

/// JSON Pointers (RFC 6901): the way from a document's root to one of its values.
///
/// Values are requested mostly in order, so the path to the last one is kept, and the search for the
/// next one begins after it: many findings in one long object take one walk through it.
struct JSONPointer: ~Copyable {
  /// The members and elements on the path to the last value.
  private var steps: [Step] = []
  /// The pointer of that value.
  private var text = ByteBuffer()

  /// The longest pointer that is given out, in bytes: every finding in a card could have a key in
  /// its pointer that is as long as half of the card.
  static let limit = 1024

  /// A member or an element of a container.
  private struct Step {
    /// Its key, or the element itself.
    let start: Int
    let value: Int
    /// The node after it.
    let end: Int
    /// Its number in the container.
    let index: Int
    /// How long the pointer of its container is, in bytes.
    let prefix: Int
  }

  /// Gets ready for another document.
  mutating func removeAll() {
    if !steps.isEmpty { steps.removeAll(keepingCapacity: true) }
    text.removeAll()
  }

  /// The pointer of `node`, which may be `root`; where that would be too long, the pointer of the
  /// innermost container whose own is not.
  ///
  /// - Parameters:
  ///   - root: the node from which it leads, the same one until `removeAll`.
  ///   - document: likewise.
  mutating func text(of node: Int, from root: Int = 0, in document: JSONDocument) -> String {
    var depth = 0
    while depth < steps.count, steps[depth].start <= node, node < steps[depth].end { depth += 1 }
    var container = depth == 0 ? root : steps[depth - 1].value
    // The step that leads elsewhere may still be one before the wanted one, in the same container.
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
    // The longest of the pointers on the way that is short enough.
    let end = steps.last { $0.prefix <= JSONPointer.limit }?.prefix ?? 0
    return text.view.slice(0..<end).text
  }

  /// The member or element of `container` that contains `node`; nil for none.
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
      if key.word.isEscaped || key.content.holds(JSONPointer.escapes) {
        text.append(JSONPointer.escaped(key.string))
      } else {
        text.append(key.content)
      }
    } else {
      text.append(decimal: UInt64(step.index))
    }
  }

  /// The bytes that a token must not have.
  private static var escapes: ByteClass {
    ByteClass(.byte(UInt8(ascii: "~")), or: .byte(UInt8(ascii: "/")))
  }

  /// A key as a token, with `~` and `/` escaped.
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
