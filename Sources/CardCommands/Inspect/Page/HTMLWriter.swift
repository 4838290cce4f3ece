@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// HTML in the making, in which nothing but the source can be markup.
///
/// Markup is a `StaticString`, so it cannot hold anything that was read; whatever was read goes
/// through `text` or `attribute`, where it cannot act: what is markup becomes an entity, control
/// and bidirectional characters become visible as `\u` escapes.
struct HTMLWriter: ~Copyable {
  /// What was written so far, as UTF-8.
  private(set) var bytes = ByteBuffer(capacity: 1 << 14)
  private var visible = ByteBuffer()
  private var decoded = ByteBuffer()

  /// The most bytes of one text that a page shows.
  static let textLimit = 4096

  /// Adds markup, as it stands in the source.
  mutating func markup(_ markup: StaticString) { bytes.append(markup) }

  /// Adds `text`, which is UTF-8.
  mutating func text(_ text: ByteView) {
    guard text.count > HTMLWriter.textLimit else { return escape(text) }
    var end = HTMLWriter.textLimit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    escape(text.slice(0..<end))
    bytes.append("… (")
    number(text.count - end)
    bytes.append(" bytes more)")
  }

  /// Adds `text`.
  mutating func text(_ text: String) {
    let copy = ByteBuffer(text.utf8)
    self.text(copy.view)
  }

  /// Adds the text of a card.
  mutating func text(_ text: CardText) { self.text(.text(text)) }

  /// Adds the value of a field or an extra as text.
  mutating func text(_ value: CardValue) {
    decoded.removeAll()
    value.appendText(to: &decoded)
    text(decoded.view)
  }

  /// Adds a whole number in plain digits.
  mutating func digits(_ number: Int) { bytes.append(signed: Int64(number)) }

  /// Adds a whole number, its thousands set apart.
  mutating func number(_ number: Int) {
    if number >= 1000 {
      self.number(number / 1000)
      bytes.append(",")
      bytes.append(decimal: UInt64(number % 1000), digits: 3)
    } else {
      bytes.append(decimal: UInt64(max(number, 0)))
    }
  }

  /// Adds an attribute with a blank in front.
  ///
  /// - Parameter name: the name and nothing else.
  mutating func attribute(_ name: StaticString, _ value: String) {
    begin(name)
    text(value)
    bytes.append("\"")
  }

  /// Adds an attribute whose value comes from a card.
  mutating func attribute(_ name: StaticString, _ value: CardValue) {
    begin(name)
    text(value)
    bytes.append("\"")
  }

  /// Adds an attribute whose value is UTF-8.
  mutating func attribute(_ name: StaticString, _ value: ByteView) {
    begin(name)
    text(value)
    bytes.append("\"")
  }

  /// Adds an attribute whose value is a number in plain digits.
  mutating func attribute(_ name: StaticString, _ value: Int) {
    begin(name)
    digits(value)
    bytes.append("\"")
  }

  /// Adds the attribute `src`, whose address is not cut off: an image may be in the card itself.
  mutating func source(_ address: ByteView) {
    begin("src")
    escape(address)
    bytes.append("\"")
  }

  /// Adds the attribute `srcdoc` with the HTML of a card, made ready for a sandboxed frame.
  mutating func frameSource(_ text: CardText) {
    decoded.removeAll()
    text.appendText(to: &decoded)
    begin("srcdoc")
    FrameSource.append(decoded.view, to: &bytes)
    bytes.append("\"")
  }

  /// Adds what another writer wrote.
  mutating func append(_ other: borrowing HTMLWriter) { bytes.append(other.bytes.view) }

  private mutating func begin(_ name: StaticString) {
    bytes.append(" ")
    bytes.append(name)
    bytes.append("=\"")
  }

  private mutating func escape(_ text: ByteView) {
    visible.removeAll()
    ControlEscapes.append(text, to: &visible, keepingLines: true)
    bytes.reserve(visible.count)
    for position in 0..<visible.count { HTMLWriter.append(visible.view[position], to: &bytes) }
  }

  /// Appends one byte of text; markup as an entity.
  static func append(_ byte: UInt8, to buffer: inout ByteBuffer) {
    switch byte {
    case UInt8(ascii: "&"): buffer.append("&amp;")
    case UInt8(ascii: "<"): buffer.append("&lt;")
    case UInt8(ascii: ">"): buffer.append("&gt;")
    case UInt8(ascii: "\""): buffer.append("&quot;")
    case UInt8(ascii: "'"): buffer.append("&#39;")
    default: buffer.append(byte)
    }
  }
}
