/// Writes JSON, value by value in the order of the calls.
///
/// Writes all JSON that is not a card: reports, lists, schemas, registries. Commas are added where
/// the last byte requires one.
///
///     output.json { $0.object { $0.add("rule", id) } }
package struct JSONWriter: ~Copyable {
  /// How values look.
  package enum Style {
    /// As JSON demands and no more.
    case plain
    /// For people: one member per line, two spaces per level, short lists of scalars on one line.
    case indented
    /// For what the log of a build may show, with the marks of commands escaped (`CommandMark`).
    case log
    /// Like `log`, with a space after colons and commas.
    case spacedLog
  }

  /// The JSON so far.
  package fileprivate(set) var text = ByteBuffer()
  private let style: Style
  /// The number of open objects and arrays.
  private var level = 0
  /// Where the innermost open array begins if it contains only scalars so far.
  private var flatArray: Int?
  /// The last byte before the text, which was drained.
  fileprivate var lastDrained = UInt8(ascii: "{")

  /// The most bytes of a list on one line.
  private static let lineLimit = 96
  /// The number of bytes after which `drain` need not wait.
  private static let drainSize = 1 << 16

  /// A writer that has written nothing.
  package init(_ style: Style = .plain) { self.style = style }

  /// Adds an object with the members that `body` adds.
  package mutating func object(
    _ key: StaticString? = nil, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    begin("{", key)
    try body(&self)
    end("}")
  }

  /// Adds an array with the items that `body` adds.
  package mutating func array(
    _ key: StaticString? = nil, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    begin("[", key)
    try body(&self)
    end("]")
  }

  /// Adds an array with an object for each of `items`, whose members `body` adds.
  package mutating func objects<Items: Sequence>(
    _ key: StaticString? = nil, _ items: Items,
    adding body: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try array(key) { array in
      for item in items { try array.object { try body(&$0, item) } }
    }
  }

  /// Begins an object or an array that is longer than a call: with its bracket.
  package mutating func begin(_ bracket: StaticString, _ key: StaticString? = nil) {
    start(key)
    text.append(bracket)
    level += 1
    flatArray = last == UInt8(ascii: "[") ? text.count - 1 : nil
  }

  /// Ends what was begun, with its bracket.
  package mutating func end(_ bracket: StaticString) {
    level -= 1
    if style == .indented, !isAfterBracket { breakLine(indent: 2 * level) }
    text.append(bracket)
    guard style == .indented, let start = flatArray.take() else { return }
    let array = text.take(from: start)
    JSONText.appendCompact(array.view, to: &text)
    guard text.count - start > JSONWriter.lineLimit else { return }
    text.truncate(to: start)
    text.append(array.view)
  }

  /// Begins a line for the next item, with this indentation.
  package mutating func newLine(indent: Int = 0) {
    if needsComma { text.append(",") }
    breakLine(indent: indent)
  }

  /// Ends an array or object that has one item per line, with its bracket.
  package mutating func endLines(_ bracket: StaticString = "]", indent: Int = 0) {
    if !isAfterBracket { breakLine(indent: indent) }
    end(bracket)
  }

  /// Ends the line after all that was begun has ended.
  package mutating func endText() { text.append("\n") }

  /// Adds the key of the value that comes next.
  package mutating func key(_ name: String) {
    add(nil, name)
    endKey()
  }

  /// Adds the key of the value that comes next, which is JSON already.
  package mutating func key(json name: ByteView) {
    start(nil)
    text.append(name)
    endKey()
  }

  /// Adds text.
  package mutating func add(_ key: StaticString? = nil, _ value: String) {
    start(key)
    append(value)
  }

  /// Adds text that is UTF-8.
  package mutating func add(_ key: StaticString? = nil, text value: ByteView) {
    add(key) { JSONText.appendQuoted(value, to: &$0) }
  }

  /// Adds strings as an array.
  package mutating func add(_ key: StaticString? = nil, _ values: [String]) {
    array(key) { for value in values { $0.add(nil, value) } }
  }

  /// Adds a number.
  package mutating func add(_ key: StaticString? = nil, _ value: Int) {
    add(key) { $0.append(signed: Int64(value)) }
  }

  /// Adds a boolean.
  package mutating func add(_ key: StaticString? = nil, _ value: Bool) {
    add(key) { $0.append(value) }
  }

  /// Adds null.
  package mutating func addNull(_ key: StaticString? = nil) { add(key) { $0.append("null") } }

  /// Adds existing JSON; values keep their spelling.
  package mutating func add(_ key: StaticString? = nil, json: ByteView) {
    start(key)
    guard style == .indented else { return text.append(json) }
    var bytes = ByteBuffer(capacity: json.count)
    bytes.append(json)
    var scanner = JSONScanner()
    guard case .value = scanner.scan(bytes.sealed()) else { return text.append(json) }
    add(scanner.document.root)
  }

  private mutating func add(_ value: JSONNode) {
    switch value.kind {
    case .object:
      object { object in
        for (key, member) in value.members {
          object.key(json: key.raw)
          object.add(member)
        }
      }
    case .array: array { for element in value.elements { $0.add(element) } }
    default: add { $0.append(value.raw) }
    }
  }

  /// Adds existing JSON.
  package mutating func add(_ key: StaticString? = nil, json: [UInt8]) {
    ByteBuffer(json).read { add(key, json: $0) }
  }

  /// Adds existing JSON, such as a number in its own spelling.
  package mutating func add(_ key: StaticString? = nil, json: String) {
    ByteBuffer(json.utf8).read { add(key, json: $0) }
  }

  /// Adds what `body` appends.
  package mutating func add(_ key: StaticString? = nil, _ body: (inout ByteBuffer) -> Void) {
    start(key)
    body(&text)
  }

  /// Passes what was written to `body` and removes it, so that long JSON takes little memory.
  ///
  /// - Parameter whenFull: whether to wait until there are many bytes.
  package mutating func drain(whenFull: Bool = false, _ body: (ByteView) throws -> Void) rethrows {
    guard text.count > (whenFull ? JSONWriter.drainSize : 0) else { return }
    try body(text.view)
    (lastDrained, flatArray) = (last, nil)
    text.removeAll()
  }

  private var last: UInt8 { text.count > 0 ? text.view[text.count - 1] : lastDrained }

  private var isAfterBracket: Bool { last == UInt8(ascii: "{") || last == UInt8(ascii: "[") }

  private var isSpaced: Bool { style == .spacedLog || style == .indented }

  private mutating func breakLine(indent: Int) {
    text.append("\n")
    for _ in 0..<indent { text.append(" ") }
  }

  /// Whether a value is last, so that a comma must follow it.
  private var needsComma: Bool {
    switch last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: " "), UInt8(ascii: "\n"):
      false
    default: true
    }
  }

  private mutating func start(_ key: StaticString?) {
    if needsComma {
      text.append(UInt8(ascii: ","))
      if style == .spacedLog { text.append(UInt8(ascii: " ")) }
    }
    if style == .indented, level > 0, last != UInt8(ascii: " ") { breakLine(indent: 2 * level) }
    guard let key else { return }
    text.append(UInt8(ascii: "\""))
    text.append(key)
    // A quote and a colon, the lowest byte first.
    text.append(word: 0x3A22, count: 2)
    if isSpaced { text.append(UInt8(ascii: " ")) }
  }

  private mutating func endKey() {
    text.append(UInt8(ascii: ":"))
    if isSpaced { text.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ value: String) {
    guard style == .log || style == .spacedLog else {
      return JSONText.appendQuoted(value, to: &text)
    }
    text.append(UInt8(ascii: "\""))
    let start = text.count
    text.append(value)
    if text.view.slice(start..<text.count).holds(JSONText.escapedInLogs) {
      text.truncate(to: start)
      CommandMark.append(value, to: &text) { JSONText.appendEscaped($0, to: &$1) }
    }
    text.append(UInt8(ascii: "\""))
  }
}

extension ByteBuffer {
  /// Appends JSON, or a piece of it.
  ///
  /// - Parameter isContinued: whether a value comes before it that is not in this buffer any more.
  package mutating func json(
    _ style: JSONWriter.Style = .plain, isContinued: Bool = false,
    _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    var writer = JSONWriter(style)
    if isContinued { writer.lastDrained = UInt8(ascii: "}") }
    swap(&self, &writer.text)
    defer { swap(&self, &writer.text) }
    try body(&writer)
  }

  /// Appends an object whose members `body` adds, and a line feed after it.
  package mutating func jsonLine(
    _ style: JSONWriter.Style = .plain, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    try json(style) { json in
      try json.object(nil, body)
      json.endText()
    }
  }
}
