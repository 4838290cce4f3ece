import CardJSON
import ContentCards

/// Builds JSON member by member, in the order of the calls, without white space.
struct JSONBuilder: ~Copyable {
  /// What was built.
  private(set) var text = ByteBuffer()
  private var needsComma = false

  /// A builder that has built nothing.
  init() {}

  /// Forgets what was built.
  mutating func removeAll() {
    text.removeAll()
    needsComma = false
  }

  /// Adds an object with the members that `body` adds.
  mutating func object(_ key: StaticString? = nil, _ body: (inout JSONBuilder) throws -> Void)
    rethrows
  {
    begin(key)
    text.append(UInt8(ascii: "{"))
    needsComma = false
    try body(&self)
    text.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Adds an array with the items that `body` adds.
  mutating func array(_ key: StaticString? = nil, _ body: (inout JSONBuilder) throws -> Void)
    rethrows
  {
    begin(key)
    text.append(UInt8(ascii: "["))
    needsComma = false
    try body(&self)
    text.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Adds text.
  mutating func add(_ key: StaticString? = nil, _ value: String) {
    begin(key)
    JSONText.appendQuoted(value, to: &text)
  }

  /// Adds text that is UTF-8.
  mutating func add(_ key: StaticString? = nil, text value: ByteView) {
    begin(key)
    JSONText.appendQuoted(value, to: &text)
  }

  /// Adds a number.
  mutating func add(_ key: StaticString? = nil, _ value: Int) {
    begin(key)
    text.append(signed: Int64(value))
  }

  /// Adds a boolean.
  mutating func add(_ key: StaticString? = nil, _ value: Bool) {
    begin(key)
    text.append(value)
  }

  /// Adds a time, given in epoch milliseconds, as epoch seconds.
  mutating func add(_ key: StaticString? = nil, milliseconds: Int64) {
    begin(key)
    CardTime(milliseconds: milliseconds).appendSeconds(to: &text)
  }

  /// Adds a card's value as it is written.
  mutating func add(_ key: StaticString? = nil, _ value: CardValue) {
    begin(key)
    if case .nested(let json) = value {
      JSONText.appendCompact(json, to: &text)
    } else {
      value.appendJSON(to: &text)
    }
  }

  /// Adds JSON that is there already.
  mutating func add(_ key: StaticString? = nil, json: ByteView) {
    begin(key)
    text.append(json)
  }

  /// Adds JSON that is there already.
  mutating func add(_ key: StaticString? = nil, json: [UInt8]) {
    begin(key)
    text.append(json)
  }

  private mutating func begin(_ key: StaticString?) {
    if needsComma { text.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let key else { return }
    text.append(UInt8(ascii: "\""))
    text.append(key)
    text.append("\":")
  }
}
