import CardJSON
import ContentCardKit

/// A page in the making: what was added so far.
struct HTMLWriter: ~Copyable {
  /// What was written so far, as UTF-8.
  private(set) var bytes = ByteBuffer(capacity: 1 << 14)

  /// Adds a piece of HTML.
  mutating func add(_ html: HTML) { bytes.append(html.pieces.bytes.view) }
}

/// A piece of HTML in which nothing but the source can be markup.
///
/// What a literal says is markup. Whatever is put into it was read and cannot act: what is markup
/// becomes an entity, control and bidirectional characters become visible as `\u` escapes.
///
///     html.add("<dt>\(key)</dt><dd>\(value)</dd>")
struct HTML: ExpressibleByStringInterpolation {
  fileprivate let pieces: Pieces

  /// The most bytes of one text that a page shows.
  static let textLimit = 4096

  init(stringInterpolation pieces: Pieces) { self.pieces = pieces }

  init(stringLiteral markup: String) {
    pieces = Pieces(literalCapacity: 0, interpolationCount: 0)
    pieces.appendLiteral(markup)
  }

  /// The pieces that a literal is put together from.
  final class Pieces: StringInterpolationProtocol {
    fileprivate var bytes = ByteBuffer()
    private var visible = ByteBuffer()
    private var decoded = ByteBuffer()

    init(literalCapacity: Int, interpolationCount: Int) {}

    func appendLiteral(_ markup: String) { bytes.append(markup) }

    /// Markup that is a constant of the source.
    func appendInterpolation(_ markup: StaticString) { bytes.append(markup) }

    /// Text that is UTF-8.
    func appendInterpolation(_ text: ByteView) {
      guard text.count > HTML.textLimit else { return escape(text) }
      let start = text.prefix(HTML.textLimit)
      escape(start)
      bytes.append("… (")
      appendInterpolation(grouped: text.count - start.count)
      bytes.append(" bytes more)")
    }

    func appendInterpolation(_ text: String) {
      ByteBuffer(text.utf8).read { appendInterpolation($0) }
    }

    func appendInterpolation(_ text: CardText) { appendInterpolation(.text(text)) }

    /// The value of a field or an extra as text.
    func appendInterpolation(_ value: CardValue) {
      decoded.removeAll()
      value.appendText(to: &decoded)
      appendInterpolation(decoded.view)
    }

    /// A time as people read it; one that the calendar does not have as a number.
    func appendInterpolation(_ time: CardTime) {
      var text = ByteBuffer(capacity: 32)
      guard time.appendISO8601(to: &text) else { return appendInterpolation(.time(time)) }
      appendLiteral("<time datetime=\"")
      appendInterpolation(text.view)
      appendLiteral("\">")
      appendInterpolation(text.view.slice(0..<10))
      appendLiteral(" ")
      appendInterpolation(text.view.slice(11..<16))
      appendLiteral(" UTC</time>")
    }

    /// A whole number in plain digits.
    func appendInterpolation(_ number: Int) { bytes.append(signed: Int64(number)) }

    /// A whole number from 0, its thousands set apart.
    func appendInterpolation(grouped number: Int) { bytes.append(grouped(number)) }

    /// Text that is not cut off, such as the address of an image that may be in the card itself.
    func appendInterpolation(whole text: ByteView) { escape(text) }

    /// The HTML of a card, made ready for the attribute `srcdoc` of a sandboxed frame.
    func appendInterpolation(frame text: CardText) {
      decoded.removeAll()
      text.appendText(to: &decoded)
      FrameSource.append(decoded.view, to: &bytes)
    }

    private func escape(_ text: ByteView) {
      visible.removeAll()
      ControlEscapes.append(text, to: &visible, keepingLines: true)
      bytes.reserve(visible.count)
      for position in 0..<visible.count { HTML.append(visible.view[position], to: &bytes) }
    }
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
