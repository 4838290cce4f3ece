import CardJSON

/// JSON Pointers (RFC 6901): the way from a document's root to one of its values.
enum JSONPointer {
  /// The pointer of `node`; empty for the root, and for every value of a document that is itself
  /// the text of a string, because no pointer leads into a string.
  static func text(of node: Int, in document: JSONDocument, from origin: DocumentOrigin) -> String {
    origin.isString ? "" : text(of: node, in: document)
  }

  /// The pointer of `node` from the root of `document`.
  static func text(of node: Int, in document: JSONDocument) -> String {
    var pointer = ByteBuffer(capacity: 64)
    var container = 0
    while container != node {
      guard let next = append(from: container, to: node, in: document, &pointer) else { break }
      container = next
    }
    return pointer.read { $0.text }
  }

  /// Appends the member or element of `container` in which `node` is; nil when there is none.
  private static func append(
    from container: Int, to node: Int, in document: JSONDocument, _ pointer: inout ByteBuffer
  ) -> Int? {
    let isObject = document.kind(container) == .object
    guard isObject || document.kind(container) == .array else { return nil }
    var index: UInt64 = 0
    var next = container + 1
    while document.kind(next) != .end {
      let value = isObject ? next + 1 : next
      let end = document.next(value)
      if node < end {
        pointer.append(UInt8(ascii: "/"))
        if isObject {
          append(key: next, of: document, &pointer)
        } else {
          pointer.append(decimal: index)
        }
        return value
      }
      next = end
      index += 1
    }
    return nil
  }

  private static func append(
    key: Int, of document: JSONDocument, _ pointer: inout ByteBuffer
  ) {
    let name = document.content(key)
    let isPlain =
      !document.word(key).isEscaped
      && name.firstIndex(of: UInt8(ascii: "~"), from: 0, to: name.count) == nil
      && name.firstIndex(of: UInt8(ascii: "/"), from: 0, to: name.count) == nil
    if isPlain { pointer.append(name) } else { pointer.append(escaped(document.string(key))) }
  }

  /// A key as a token: `~` and `/` have escapes of their own.
  static func escaped(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return key
    }
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
