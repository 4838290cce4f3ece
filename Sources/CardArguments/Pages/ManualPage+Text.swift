/// A manual page as plain text, for terminals whose man does not have it.
extension ManualPage {
  /// The page in lines of at most `width` characters where words allow, ended by a newline.
  package func text(width: Int) -> String {
    let width = min(max(width, HelpPage.widths.lowerBound), HelpPage.widths.upperBound)
    var page = PageLines(width: width)
    page.addWrapped("\(name)(\(section)): \(abstract)", hanging: 2)
    for section in sections where !section.blocks.isEmpty {
      page.addGap()
      page.add(section.heading)
      page.add(section.blocks, indent: 2)
    }
    return page.text
  }
}

extension PageLines {
  /// Adds blocks; the first one stands right below the term that it explains.
  fileprivate mutating func add(_ blocks: [ManualBlock], indent: Int, ofTerm: Bool = false) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let text):
        if index > 0 || !ofTerm { addGapBehindText() }
        addWrapped(PageLines.plain(text), indent: indent)
      case .verbatim(let lines):
        for line in lines { add(String(repeating: " ", count: indent + 2) + line) }
      case .part(let part):
        addGap()
        add(String(repeating: " ", count: indent) + part.heading)
        add(part.blocks, indent: indent + 2)
      case .synopsis(let line):
        addWrapped(([line.name] + line.placeholders).joined(separator: " "), indent: indent)
      case .terms(let terms):
        for term in terms {
          addGapBehindText()
          addWrapped(PageLines.plain(term.term), indent: indent)
          add(term.blocks, indent: indent + 4, ofTerm: true)
        }
      }
    }
  }

  /// An empty line, except right below a heading or a term.
  private mutating func addGapBehindText() {
    if lines.count > 1, let last = lines.last, last.first == " " { addGap() }
  }

  /// A text without the marks of what is typed.
  private static func plain(_ text: String) -> String {
    String(text.filter { $0 != "`" })
  }
}
