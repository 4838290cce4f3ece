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
    guard case .value = scanner.scan(text.sealed()) else { return output.append(json) }
    append(scanner.document.root, level: level, to: &output)
  }

  private static func append(_ value: JSONNode, level: Int, to output: inout ByteBuffer) {
    let isFlat =
      value.kind != .object && value.raw.count <= lineLimit
      && !value.elements.contains { $0.word.isContainer }
    guard value.word.isContainer, !value.isEmptyContainer, !isFlat else {
      return JSONText.appendCompact(value.raw, to: &output)
    }
    let isObject = value.kind == .object
    var separator: StaticString = isObject ? "{\n" : "[\n"
    func begin(_ output: inout ByteBuffer) {
      output.append(separator)
      separator = ",\n"
      for _ in 0...level { output.append("  ") }
    }
    for element in value.elements {
      begin(&output)
      append(element, level: level + 1, to: &output)
    }
    for (key, member) in value.members {
      begin(&output)
      output.append(key.raw)
      output.append(": ")
      append(member, level: level + 1, to: &output)
    }
    output.append("\n")
    for _ in 0..<level { output.append("  ") }
    output.append(isObject ? "}" : "]")
  }
}
