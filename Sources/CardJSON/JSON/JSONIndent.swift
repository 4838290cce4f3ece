/// JSON for people: one member per line, two spaces per level, short lists of scalars on one line.
package enum JSONIndent {
  /// The most bytes of a list on one line.
  static let lineLimit = 96

  /// Appends `json`, which is JSON, in this form; values keep their spelling.
  ///
  /// - Parameter level: how many objects and arrays hold the value.
  package static func append(_ json: ByteView, level: Int = 0, to output: inout ByteBuffer) {
    var text = ByteBuffer(capacity: json.count)
    text.append(json)
    var scanner = JSONScanner()
    let sealed = text.sealed()
    if case .value = scanner.scan(sealed) {
      append(0, of: scanner.document, level: level, to: &output)
    } else {
      output.append(json)
    }
  }

  private static func append(
    _ node: Int, of document: JSONDocument, level: Int, to output: inout ByteBuffer
  ) {
    let isList = document.kind(node) == .array
    guard isList || document.kind(node) == .object, document.kind(node + 1) != .end,
      !(isList && isFlat(node, of: document))
    else { return JSONText.appendCompact(document.raw(node), to: &output) }
    output.append(UInt8(ascii: isList ? "[" : "{"))
    var isFirst = true
    func begin(_ output: inout ByteBuffer) {
      output.append(isFirst ? "\n" : ",\n")
      isFirst = false
      for _ in 0...level { output.append("  ") }
    }
    document.forEachElement(of: node) { element in
      begin(&output)
      append(element, of: document, level: level + 1, to: &output)
    }
    document.forEachMember(of: node) { key, value in
      begin(&output)
      output.append(document.raw(key))
      output.append(": ")
      append(value, of: document, level: level + 1, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<level { output.append("  ") }
    output.append(UInt8(ascii: isList ? "]" : "}"))
  }

  private static func isFlat(_ list: Int, of document: JSONDocument) -> Bool {
    var isFlat = document.raw(list).count <= lineLimit
    document.forEachElement(of: list) { element in
      let kind = document.kind(element)
      if kind == .object || kind == .array { isFlat = false }
    }
    return isFlat
  }
}
