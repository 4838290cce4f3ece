import CardPlatform

/// The style of text for people: with colors and bars on a terminal, and plain elsewhere.
struct TextStyle: Sendable {
  /// The color of each role.
  enum Paint: String {
    case heading = "1"
    case name = "36"
    case faint = "2"
    case good = "32"
    case bad = "31"
    case worst = "1;31"
    case notable = "33"
    case warning = "1;33"
    case note = "1;36"
    case mark = "1;32"

    /// Returns `text` in this color.
    func on(_ text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
  }

  /// The maximum width of a line, in columns.
  var width = TextStyle.usualWidth
  /// Whether colors are used.
  var isColored = false
  /// Whether bars are drawn, which `--color always` also enables for a file.
  var draws = false

  /// The default width.
  private static let usualWidth = 80
  /// The minimum width.
  private static let minimumWidth = 20

  /// Creates a plain style.
  init() {}

  /// Creates the style for standard output, or for the file of `-o`.
  init(_ session: Session, output: String? = nil) {
    let console = session.console
    let descriptor = output == nil ? console.output : TextStyle.noDescriptor
    isColored = session.common.color.applies(to: descriptor, console)
    let isTerminal = SystemCalls.isTerminal(descriptor) && console.variable("TERM") != "dumb"
    draws = isTerminal || session.common.color == .always
    width = max(console.width(of: descriptor), TextStyle.minimumWidth)
  }

  private static let noDescriptor: Int32 = -1

  /// Returns `text` in color if colors are used.
  func paint(_ text: String, _ paint: Paint?) -> String {
    guard let paint, isColored, !text.isEmpty else { return text }
    return paint.on(text)
  }

  /// Text that begins in column `start`.
  ///
  /// On a terminal it is wrapped, with an indentation of `indent` blanks.
  func folded(_ text: String, from start: Int, indent: Int, _ paint: Paint? = nil) -> String {
    guard draws, start + DisplayWidth.of(text) > width else { return self.paint(text, paint) }
    let room = width - max(start, indent)
    return DisplayWidth.folded(text, to: max(room, 1)).map { self.paint($0, paint) }
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// A line after `start` blanks, escaped and with its line end.
  ///
  /// On a terminal it is wrapped, with an indentation of `indent` blanks.
  func line(_ text: String, after start: Int = 0, indent: Int, _ paint: Paint? = nil) -> String {
    let text = folded(shown(text), from: start, indent: indent, paint)
    return String(repeating: " ", count: start) + text + "\n"
  }

  /// Escapes text of a card or an input so that it stays on its line and has no effect.
  func shown(_ text: String) -> String { LineText.escaped(text) }

  /// Escapes such text at the beginning of a line.
  func leading(_ text: String) -> String { LineText.leading(shown(text)) }
}
