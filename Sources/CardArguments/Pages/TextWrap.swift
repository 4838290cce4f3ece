/// Breaks text into lines of at most `width` characters, only between words.
///
/// A longer word gets its own line. Text that begins with a space has a fixed layout and keeps its
/// lines.
package func wrapped(_ text: String, width: Int) -> [String] {
  if text.first == " " {
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
  var lines: [String] = []
  var line = ""
  for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    if line.isEmpty {
      line = String(word)
    } else if line.count + 1 + word.count <= width {
      line += " " + word
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  return line.isEmpty ? lines : lines + [line]
}

/// The lines of a page, which are wrapped and indented when they are added.
struct PageLines {
  /// The maximum width of a line, in characters.
  let width: Int
  private(set) var lines: [String] = []

  /// The page, each line ended by a newline.
  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func add(_ line: String) {
    lines.append(line)
  }

  /// Adds an empty line, except at the top or below another one.
  mutating func addGap() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  mutating func addWrapped(_ text: String, indent: Int = 0, hanging: Int = 0) {
    let broken = wrapped(text, width: width - indent - hanging)
    for (index, line) in broken.enumerated() {
      add(spaces(index == 0 ? indent : indent + hanging) + line)
    }
  }

  /// Adds terms with their meanings next to them.
  ///
  /// A term that is too long for its column has its own line.
  mutating func addTerms(_ terms: [(term: String, meaning: String)], indent: Int = 2) {
    let longest = terms.map(\.term.count).max() ?? 0
    let column = indent + min(longest, (width - indent) * 2 / 5) + 2
    for (term, meaning) in terms {
      var meanings = wrapped(meaning, width: width - column)[...]
      if indent + term.count + 2 <= column, let first = meanings.popFirst() {
        let gap = column - indent - term.count
        add(spaces(indent) + term + spaces(gap) + first)
      } else {
        add(spaces(indent) + term)
      }
      for line in meanings { add(spaces(column) + line) }
    }
  }
}

private func spaces(_ count: Int) -> String {
  String(repeating: " ", count: count)
}

extension Substring {
  /// The first occurrence of `word`, or nil.
  ///
  /// The standard library's search would link a megabyte of regular expressions.
  func place(of word: String) -> Range<Index>? {
    var rest = self
    while !rest.isEmpty {
      if rest.hasPrefix(word) {
        return rest.startIndex..<rest.index(rest.startIndex, offsetBy: word.count)
      }
      rest.removeFirst()
    }
    return nil
  }
}
