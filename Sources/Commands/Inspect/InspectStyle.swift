import Platform

/// How the text of `inspect` looks: coloured and drawn on a terminal, plain elsewhere.
struct InspectStyle: Sendable {
  /// What is painted in which way.
  enum Paint: String {
    case heading = "1"
    case name = "36"
    case faint = "2"
    case good = "32"
    case bad = "31"
    case worst = "1;31"
    case notable = "33"
  }

  /// How many columns a line may take.
  var width = InspectStyle.usualWidth
  /// Whether there is colour.
  var isColored = false
  /// Whether bars are drawn; `--color always` wants them in a file too.
  var draws = false

  /// The width where nobody says another one.
  private static let usualWidth = 80
  /// Less is no width that anybody reads at.
  private static let leastWidth = 20

  /// A plain style.
  init() {}

  /// The style for what goes to standard output, or to the file that `-o` names.
  init(_ session: Session, _ cards: CardOptions) {
    let console = session.console
    let descriptor = cards.output == nil ? console.output : InspectStyle.noDescriptor
    isColored = session.common.color.applies(to: descriptor, console)
    let isTerminal = SystemCalls.isTerminal(descriptor) && console.variable("TERM") != "dumb"
    draws = isTerminal || session.common.color == .always
    width = max(console.width(of: descriptor), InspectStyle.leastWidth)
  }

  private static let noDescriptor: Int32 = -1

  /// `text` in colour where there is colour.
  func paint(_ text: String, _ paint: Paint) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Text of a card or an input, so that it stays on its line and acts nowhere.
  func shown(_ text: String) -> String { LineText.escaped(text) }
}
