/// Writes JSON, value by value in the order of the calls.
///
/// The one way in which anything that is no card is written: reports, lists, schemas, registries.
/// A comma is put in wherever one belongs: what stands last says whether.
///
///     output.json { $0.object { $0.add("rule", id) } }
package struct JSONWriter: ~Copyable {
  /// How values look.
  package enum Style {
    /// As JSON demands and no more.
    case plain
    /// For what the log of a build may show, where `##[…]` would be a command wherever it stands:
    /// the second of two `#` is an escape.
    case log
    /// The same with a blank behind colons and commas.
    case spacedLog
  }

  /// What was written.
  package fileprivate(set) var text = ByteBuffer()
  private let style: Style

  /// A writer that has written nothing.
  package init(_ style: Style = .plain) { self.style = style }

  /// Forgets what was written.
  package mutating func removeAll() { text.removeAll() }

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

  /// Begins an object or an array that is longer than a call: with its bracket.
  package mutating func begin(_ bracket: StaticString, _ key: StaticString? = nil) {
    start(key)
    text.append(bracket)
  }

  /// Ends what was begun, with its bracket.
  package mutating func end(_ bracket: StaticString) { text.append(bracket) }

  /// Begins another line for the next item, with some blanks in front of it.
  package mutating func newLine(indent: Int = 0) {
    if needsComma { text.append(UInt8(ascii: ",")) }
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<indent { text.append(UInt8(ascii: " ")) }
  }

  /// Ends an array of which each item has a line of its own.
  package mutating func endLines(indent: Int = 0) {
    if text.view[text.count - 1] != UInt8(ascii: "[") {
      text.append(UInt8(ascii: "\n"))
      for _ in 0..<indent { text.append(UInt8(ascii: " ")) }
    }
    end("]")
  }

  /// Adds the key of the value that comes next.
  package mutating func key(_ name: String) {
    start(nil)
    append(name)
    text.append(style == .spacedLog ? ": " : ":")
  }

  /// Adds text.
  package mutating func add(_ key: StaticString? = nil, _ value: String) {
    start(key)
    append(value)
  }

  /// Adds text that is UTF-8.
  package mutating func add(_ key: StaticString? = nil, text value: ByteView) {
    start(key)
    JSONText.appendQuoted(value, to: &text)
  }

  /// Adds texts as an array.
  package mutating func add(_ key: StaticString? = nil, _ values: [String]) {
    array(key) { for value in values { $0.add(nil, value) } }
  }

  /// Adds a number.
  package mutating func add(_ key: StaticString? = nil, _ value: Int) {
    start(key)
    text.append(signed: Int64(value))
  }

  /// Adds a boolean.
  package mutating func add(_ key: StaticString? = nil, _ value: Bool) {
    start(key)
    text.append(value)
  }

  /// Adds JSON that is there already.
  package mutating func add(_ key: StaticString? = nil, json: ByteView) {
    start(key)
    text.append(json)
  }

  /// Adds JSON that is there already.
  package mutating func add(_ key: StaticString? = nil, json: [UInt8]) {
    start(key)
    text.append(json)
  }

  /// Adds JSON that is there already, such as a number in its own spelling.
  package mutating func add(_ key: StaticString? = nil, json: String) {
    start(key)
    text.append(json)
  }

  /// Adds what `body` appends.
  package mutating func add(_ key: StaticString? = nil, _ body: (inout ByteBuffer) -> Void) {
    start(key)
    body(&text)
  }

  /// Whether a value stands last, so that a comma belongs behind it.
  private var needsComma: Bool {
    guard text.count > 0 else { return false }
    switch text.view[text.count - 1] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","),
      UInt8(ascii: " "), UInt8(ascii: "\n"):
      return false
    default: return true
    }
  }

  private mutating func start(_ key: StaticString?) {
    if needsComma {
      text.append(UInt8(ascii: ","))
      if style == .spacedLog { text.append(UInt8(ascii: " ")) }
    }
    guard let key else { return }
    text.append(key: key)
    if style == .spacedLog { text.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ value: String) {
    let start = text.count
    JSONText.appendQuoted(value, to: &text)
    guard style != .plain,
      text.view.slice(start..<text.count).holds(ByteClass(.byte(UInt8(ascii: "#"))))
    else {
      return
    }
    let marked = text.take(from: start)
    JSONWriter.appendBroken(marked.view, to: &text)
  }

  /// Appends what stands between quotes, each `#` behind another one as an escape.
  private static func appendBroken(_ string: ByteView, to text: inout ByteBuffer) {
    for position in 0..<string.count {
      let isSecond =
        string[position] == UInt8(ascii: "#") && string[position - 1] == UInt8(ascii: "#")
      if isSecond {
        JSONText.appendUnicodeEscape(UInt16(UInt8(ascii: "#")), to: &text)
      } else {
        text.append(string[position])
      }
    }
  }
}

extension ByteBuffer {
  /// Appends JSON.
  package mutating func json(
    _ style: JSONWriter.Style = .plain, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    var writer = JSONWriter(style)
    swap(&self, &writer.text)
    defer { swap(&self, &writer.text) }
    try body(&writer)
  }
}
