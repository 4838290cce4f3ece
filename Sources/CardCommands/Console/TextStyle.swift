/// The style of human-readable text: colors and a width on a terminal.
///
/// Elsewhere it is the same text without color, and nothing is truncated or wrapped.
struct TextStyle: Sendable {
  /// The roles of text; the raw values are SGR parameters.
  enum Paint: String {
    case heading = "1"
    case name = "36"
    case dimmed = "2"
    case good = "32"
    case bad = "31"
    case error = "1;31"
    case highlighted = "33"
    case warning = "1;33"
    case note = "1;36"
    case mark = "1;32"

    /// Returns `text` in this color.
    func on(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
  }

  /// The width of a line, in columns: that of a terminal or, with `--color always`, of any output.
  var width = Int.max
  /// Whether colors are used.
  var isColored = false
  /// Whether lines are fitted to a width.
  var isFitted: Bool { width < .max }

  private static let minimumWidth = 20

  /// Creates a plain style.
  init() {}

  /// Creates the style for standard output, or for the file at `output`.
  init(_ session: Session, output: String? = nil) {
    let console = session.console
    let descriptor = output == nil ? console.output : TextStyle.noDescriptor
    isColored = session.common.color.applies(to: descriptor, console)
    if console.isCapableTerminal(descriptor) || session.common.color == .always {
      width = max(console.width(of: descriptor), TextStyle.minimumWidth)
    }
  }

  private static let noDescriptor: Int32 = -1

  /// Returns `text` in color if colors are used.
  func paint(_ text: String, _ paint: Paint?) -> String {
    guard let paint, isColored, !text.isEmpty else { return text }
    return paint.on(text)
  }

  /// Colors text that begins in column `start`, and wraps it; continuation lines are indented by
  /// `indent` spaces.
  func folded(_ text: String, from start: Int, indent: Int, _ paint: Paint? = nil) -> String {
    guard isFitted, start + DisplayWidth.of(text) > width else { return self.paint(text, paint) }
    let room = width - max(start, indent)
    // A piece begins a line, where a build system looks for commands.
    return DisplayWidth.folded(text, to: max(room, 1)).map { self.paint(leading($0), paint) }
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Returns an escaped line that is indented by `start` spaces and folded, with its line end.
  func line(_ text: String, after start: Int = 0, indent: Int, _ paint: Paint? = nil) -> String {
    let text = folded(escaped(text), from: start, indent: indent, paint)
    return String(repeating: " ", count: start) + text + "\n"
  }

  /// Escapes text from a card or an input so that it stays on one line and has no effect.
  func escaped(_ text: String) -> String { LineText.escaped(text) }

  /// Escapes text from a card or an input at the start of a line.
  func leading(_ text: String) -> String { LineText.leading(escaped(text)) }
}
