/// Wraps text between words into lines of at most `width` characters unless a word is longer.
package func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    if let line = lines.last, line.count + 1 + word.count <= width {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines
}

/// The lines of a text page, which wraps and indents text as it is added.
struct PageLines {
  /// The maximum width of a line in characters, which only longer words exceed.
  let width: Int
  /// Whether headings are bold (SGR 1).
  let isStyled: Bool
  private var lines: [String] = []

  /// Creates an empty page for a terminal of this width, which is clamped to 40 to 100 characters.
  init(width: Int, isStyled: Bool) {
    self.width = min(max(width, 40), 100)
    self.isStyled = isStyled
  }

  /// The text of the page; every line ends with a newline.
  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func add(_ line: String) { lines.append(line) }

  /// Adds an empty line, except at the top or after another one.
  mutating func addGap() { if let last = lines.last, !last.isEmpty { lines.append("") } }

  mutating func addHeading(_ heading: String, indent: Int = 0) {
    add(spaces(indent) + (isStyled ? "\u{1B}[1m\(heading)\u{1B}[0m" : heading))
  }

  mutating func addWrapped(_ text: String, indent: Int = 0, hanging: Int = 0) {
    let broken = wrapped(text, width: width - indent - hanging)
    for (index, line) in broken.enumerated() {
      add(spaces(index == 0 ? indent : indent + hanging) + line)
    }
  }

  /// Adds a two-column table of terms and their meanings.
  ///
  /// A term that is too long for its column is on a separate line.
  mutating func addTable(_ terms: [(term: String, meaning: String)], indent: Int = 2) {
    let longest = terms.map(\.term.count).max() ?? 0
    let column = indent + min(longest, (width - indent) * 2 / 5) + 2
    for (term, meaning) in terms {
      var meanings = wrapped(meaning, width: width - column)[...]
      if indent + term.count + 2 <= column, let first = meanings.popFirst() {
        add(spaces(indent) + term + spaces(column - indent - term.count) + first)
      } else {
        add(spaces(indent) + term)
      }
      for line in meanings { add(spaces(column) + line) }
    }
  }
}

private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
