/// A page of the manual, which `--help` shows as text and `man/` contains as roff.
///
/// The roff uses the macros of man(7), which groff and mandoc interpret in the same way. Rejected:
/// mdoc(7), whose macros cannot occur inside a sentence, so every line of help would have to be
/// split.
package struct ManualPage: Sendable {
  /// The name of the page, such as `cardctl-convert`.
  package let name: String
  /// The section of the manual: 1 for commands, 5 for files, 7 for other topics.
  package let section: Int
  /// The subject of the page, in one line.
  package let abstract: String
  /// The nonempty sections, in order.
  package let sections: [ManualSection]

  /// Creates a page.
  package init(name: String, section: Int, abstract: String, sections: [ManualSection]) {
    (self.name, self.section, self.abstract) = (name, section, abstract)
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// The name of the page's file: `cardctl-convert.1`.
  package var fileName: String { "\(name).\(section)" }

  /// The page as roff.
  ///
  /// - Parameters:
  ///   - source: the package of the page, with its version: `cardctl 1.2.0`.
  ///   - date: the date of that version, such as `2026-11-20`. It is not the current date, so that
  ///     the same declarations always produce the same bytes.
  package func roff(source: String, date: String) -> String {
    var page = RoffWriter()
    let manual = String(source.prefix { $0 != " " }) + " manual"
    page.begin(
      [name.uppercased(), String(section), date, source, manual], name: name, abstract: abstract)
    for section in sections { page.add(section) }
    return page.text
  }

  /// The page as text, in lines of at most `width` characters unless a word is longer.
  package func text(width: Int, isStyled: Bool = false) -> String {
    var page = PageLines(width: width, isStyled: isStyled)
    let title =
      section == 1 ? name.split(separator: "-").joined(separator: " ") : "\(name)(\(section))"
    page.addWrapped("\(title): \(abstract)", hanging: 2)
    for section in sections {
      page.addGap()
      page.addHeading(section.heading)
      page.add(section.blocks, indent: 2)
    }
    return page.text
  }
}

/// A heading of a manual page and the text under it.
package struct ManualSection: Sendable {
  /// The heading, in capitals for sections of a page.
  package let heading: String
  /// The text under the heading.
  package private(set) var blocks: [ManualBlock]

  /// Creates a section.
  package init(_ heading: String, _ blocks: [ManualBlock]) {
    (self.heading, self.blocks) = (heading, blocks)
  }
}

/// A piece of a manual page.
///
/// Backquotes mark text that users type; options are recognized by their dashes.
package enum ManualBlock: Sendable {
  /// Sentences.
  case paragraph(String)
  /// A list of terms with their meanings.
  case terms([ManualTerm])
  /// Lines that are not wrapped.
  case verbatim([String])
  /// A subheading and the text under it.
  case part(ManualSection)
  /// A subsection of one sentence, which follows its heading on the same line of text.
  case brief(heading: String, String)
  /// The syntax of a command: its name, and placeholders such as `[OPTION]...`.
  case synopsis(name: String, placeholders: [String])
}

/// A term of a manual page and its explanation.
package struct ManualTerm: Sendable {
  /// The term, with backquotes.
  package let term: String
  /// The meaning.
  package let blocks: [ManualBlock]

  /// Creates a term with a paragraph that explains it.
  package init(_ term: String, _ meaning: String) { self.init(term, [.paragraph(meaning)]) }

  /// Creates a term with blocks that explain it.
  package init(_ term: String, _ blocks: [ManualBlock]) {
    (self.term, self.blocks) = (term, blocks)
  }
}

extension ManualSection {
  /// Parses text into sections, the first of which has no heading.
  ///
  /// `# ` begins a section, `## ` a subsection, `- ` a term that is followed by a colon and its
  /// meaning, and four spaces a verbatim line. Empty lines separate paragraphs.
  package static func parse(_ text: String) -> [ManualSection] {
    var lines: [(text: String, followsGap: Bool)] = []
    var followsGap = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isNew = followsGap || ["#", "- ", code].contains(where: line.hasPrefix)
      if isNew || lines.last?.text.hasPrefix(code) ?? true {
        if !line.isEmpty { lines.append((String(line), followsGap)) }
      } else if !line.isEmpty {
        lines[lines.count - 1].text += " " + line.drop { $0 == " " }
      }
      followsGap = line.isEmpty || line.hasPrefix("#")
    }
    var sections = [ManualSection("", [])]
    for (line, followsGap) in lines {
      if line.hasPrefix("# ") {
        sections.append(ManualSection(String(line.dropFirst(2)), []))
      } else {
        sections[sections.count - 1].add(line, followsGap: followsGap)
      }
    }
    return sections
  }

  private static let code = "    "

  /// Adds a logical line, whose continuation lines `parse` has joined.
  private mutating func add(_ line: String, followsGap: Bool) {
    let last = blocks.popLast()
    if line.hasPrefix("## ") {
      blocks += [last, .part(ManualSection(String(line.dropFirst(3)), []))].compactMap(\.self)
      return
    }
    switch last {
    case .part(var part):
      part.add(line, followsGap: followsGap)
      blocks.append(.part(part))
    case .verbatim(let lines) where line.hasPrefix(ManualSection.code):
      blocks.append(.verbatim(lines + (followsGap ? [""] : []) + [String(line.dropFirst(4))]))
    case .terms(let terms) where line.hasPrefix("- ") && !followsGap:
      blocks.append(.terms(terms + [ManualTerm(line: line)]))
    default:
      if let last { blocks.append(last) }
      if line.hasPrefix(ManualSection.code) {
        blocks.append(.verbatim([String(line.dropFirst(4))]))
      } else {
        blocks.append(line.hasPrefix("- ") ? .terms([ManualTerm(line: line)]) : .paragraph(line))
      }
    }
  }

  /// Formats code as verbatim lines for `parse`.
  package static func code(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : code + $0 }.joined(separator: "\n")
  }
}

extension ManualTerm {
  fileprivate init(line: String) {
    let colon = line.indices.first { line[$0...].hasPrefix(": ") } ?? line.endIndex
    self.init(String(line[..<colon].dropFirst(2)), String(line[colon...].dropFirst(2)))
  }
}

// Rendering of pages as text.
extension PageLines {
  /// Adds blocks; those that explain a term have no gaps between them.
  fileprivate mutating func add(_ blocks: [ManualBlock], indent: Int, ofTerm: Bool = false) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let text):
        // Captions of examples, which end with a colon, have no gap before them.
        if !ofTerm, index > 0, text.last != ":" { addGap() }
        addWrapped(PageLines.plain(text), indent: indent)
      case .verbatim(let lines):
        for line in lines {
          add(line.isEmpty ? "" : String(repeating: " ", count: indent + 2) + line)
        }
      case .part(let part):
        if index > 0 { addGap() }
        addHeading(part.heading, indent: indent)
        add(part.blocks, indent: indent + 2)
      case .brief(let heading, let text):
        if index > 0, case .part = blocks[index - 1] { addGap() }
        addWrapped(PageLines.plain("\(heading): \(text)"), indent: indent)
      case .synopsis(let name, let placeholders):
        addWrapped(([name] + placeholders).joined(separator: " "), indent: indent, hanging: 4)
      case .terms(let terms):
        if !ofTerm, index > 0 { addGap() }
        add(terms, indent: indent)
      }
    }
  }

  /// Adds terms: those with one paragraph as a table, others above their explanations.
  private mutating func add(_ terms: [ManualTerm], indent: Int) {
    var rows: [(term: String, meaning: String)] = []
    for term in terms {
      let name = PageLines.plain(term.term)
      if term.blocks.count == 1, case .paragraph(let meaning) = term.blocks[0] {
        rows.append((name, PageLines.plain(meaning)))
        continue
      }
      addTable(rows, indent: indent)
      rows = []
      addWrapped(name, indent: indent)
      add(term.blocks, indent: indent + 4, ofTerm: true)
    }
    addTable(rows, indent: indent)
  }

  private static func plain(_ text: String) -> String { String(text.filter { $0 != "`" }) }
}
