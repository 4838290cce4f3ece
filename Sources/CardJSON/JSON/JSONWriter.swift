/// A streaming writer of all JSON other than cards, which adds commas as needed.
package struct JSONWriter: ~Copyable {
  /// The layout of the output.
  package enum Style {
    /// Compact, with only the escapes that JSON requires.
    case plain
    /// For people: one member per line, two spaces per level, short lists of scalars on one line.
    case indented
    /// Compact, for output that may appear in a build log: command marks are escaped
    /// (`CommandMark`).
    case log
    /// Like `log`, with a space after colons and commas.
    case spacedLog
  }

  /// The JSON so far.
  package fileprivate(set) var text = ByteBuffer()
  private let style: Style
  /// The number of open objects and arrays.
  private var level = 0
  /// The offset of the innermost open array, if it contains only scalars so far.
  private var flatArray: Int?
  /// The last byte that was drained, before the current text.
  fileprivate var lastDrained = UInt8(ascii: "{")

  /// The maximum length of an array on one line, in bytes.
  private static let lineLimit = 96
  /// The number of bytes above which `drain(whenFull:)` drains.
  private static let drainSize = 1 << 16

  /// Creates a writer without output.
  package init(_ style: Style = .plain) { self.style = style }

  /// Adds an object with the members that `body` adds.
  package mutating func object(
    _ key: StaticString? = nil, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    begin("{", key)
    try body(&self)
    end("}")
  }

  /// Adds an array with the elements that `body` adds.
  package mutating func array(
    _ key: StaticString? = nil, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    begin("[", key)
    try body(&self)
    end("]")
  }

  /// Adds an array of objects, one for each of `items`, with the members that `body` adds.
  package mutating func objects<Items: Sequence>(
    _ key: StaticString? = nil, _ items: Items,
    adding body: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try array(key) { array in
      for item in items { try array.object { try body(&$0, item) } }
    }
  }

  /// Begins an object or array that does not end in the same call.
  package mutating func begin(_ bracket: StaticString, _ key: StaticString? = nil) {
    start(key)
    text.append(bracket)
    level += 1
    flatArray = last == UInt8(ascii: "[") ? text.count - 1 : nil
  }

  /// Ends an object or array with its closing bracket.
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

  /// Begins an indented line for the next element.
  package mutating func newLine(indent: Int = 0) {
    if needsComma { text.append(",") }
    breakLine(indent: indent)
  }

  /// Ends an array or object that has one element per line, with its closing bracket.
  package mutating func endLines(_ bracket: StaticString = "]", indent: Int = 0) {
    if !isAfterBracket { breakLine(indent: indent) }
    end(bracket)
  }

  /// Ends the last line of the output.
  package mutating func endText() { text.append("\n") }

  /// Adds the key of the next value.
  package mutating func key(_ name: String) {
    add(nil, name)
    endKey()
  }

  /// Adds the key of the next value, as a JSON string with its quotes.
  package mutating func key(json name: ByteView) {
    start(nil)
    text.append(name)
    endKey()
  }

  /// Adds a string.
  package mutating func add(_ key: StaticString? = nil, _ value: String) {
    start(key)
    append(value)
  }

  /// Adds a string from UTF-8 bytes.
  package mutating func add(_ key: StaticString? = nil, text value: ByteView) {
    add(key) { JSONText.appendQuoted(value, to: &$0) }
  }

  /// Adds an array of strings.
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

  /// Adds existing JSON, with its values as written.
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

  /// Adds existing JSON, such as a number as written.
  package mutating func add(_ key: StaticString? = nil, json: String) {
    ByteBuffer(json.utf8).read { add(key, json: $0) }
  }

  /// Adds the JSON value that `body` appends.
  package mutating func add(_ key: StaticString? = nil, _ body: (inout ByteBuffer) -> Void) {
    start(key)
    body(&text)
  }

  /// Passes the output so far to `body` and removes it; if `whenFull`, only from `drainSize` bytes.
  package mutating func drain<Failure>(
    whenFull: Bool = false, _ body: (ByteView) throws(Failure) -> Void
  ) throws(Failure) {
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

  /// Whether the output ends with a value, so that a comma must follow.
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
    // A quote and a colon, lowest byte first.
    text.append(word: 0x3A22, count: 2)
    if isSpaced { text.append(UInt8(ascii: " ")) }
  }

  private mutating func endKey() {
    text.append(UInt8(ascii: ":"))
    if isSpaced { text.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ value: String) {
    let start = text.count
    JSONText.appendQuoted(value, to: &text)
    guard style == .log || style == .spacedLog,
      text.view.slice(start..<text.count).containsAny(of: ByteClass(.byte(UInt8(ascii: "#"))))
    else { return }
    text.truncate(to: start)
    text.append(UInt8(ascii: "\""))
    CommandMark.append(value, to: &text) { JSONText.appendEscaped($0, to: &$1) }
    text.append(UInt8(ascii: "\""))
  }
}

extension ByteBuffer {
  /// Appends the JSON that `body` writes, which may be a fragment that continues earlier output.
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

  /// Appends an object with the members that `body` adds, and a line feed.
  package mutating func jsonLine(
    _ style: JSONWriter.Style = .plain, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    try json(style) { json in
      try json.object(nil, body)
      json.endText()
    }
  }
}
