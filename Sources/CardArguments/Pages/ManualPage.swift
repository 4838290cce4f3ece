/// A manual page: its name, its section of the manual, and its text.
///
/// The text is roff with the macros of man(7), which groff and mandoc interpret in the same way.
/// mdoc(7) was not chosen: its macros cannot occur inside a sentence, so every help line would have
/// to be split.
package struct ManualPage: Sendable {
  /// The name of the page, such as `cardctl-convert`.
  package let name: String
  /// The section of the manual: 1 for commands, 5 for files, 7 for other topics.
  package let section: Int
  /// The subject of the page, in one line.
  package let abstract: String
  /// The sections, in this order.
  package var sections: [ManualSection]

  /// Creates a page.
  package init(name: String, section: Int, abstract: String, sections: [ManualSection]) {
    self.name = name
    self.section = section
    self.abstract = abstract
    self.sections = sections
  }

  /// The name of the page's file: `cardctl-convert.1`.
  package var fileName: String { "\(name).\(section)" }

  /// The page as roff.
  ///
  /// - Parameters:
  ///   - source: the package of the page, with its version: `cardctl 1.2.0`.
  ///   - date: the date of that version, such as `2026-11-20`. It is not the current date, so that
  ///     the same declarations always result in the same bytes.
  package func roff(source: String, date: String) -> String {
    var page = RoffWriter()
    page.comment("Made from the declarations in Sources; `swift test` says how to make it anew.")
    let manual = String(source.prefix { $0 != " " }) + " manual"
    page.title([name.uppercased(), String(section), date, source, manual])
    page.request("SH", ["NAME"])
    page.line(RoffText.code(name) + " \\- " + RoffText.prose(abstract))
    for section in sections where !section.blocks.isEmpty {
      page.request("SH", [section.heading])
      page.add(section.blocks)
    }
    return page.text
  }
}

/// A heading of a manual page and the text under it.
package struct ManualSection: Sendable {
  /// The heading, in capitals for sections of a page.
  package let heading: String
  /// The text under the heading.
  package let blocks: [ManualBlock]

  /// Creates a section.
  package init(_ heading: String, _ blocks: [ManualBlock]) {
    self.heading = heading
    self.blocks = blocks
  }

  /// A section that consists only of sentences.
  package init(_ heading: String, _ paragraphs: String...) {
    self.init(heading, paragraphs.map(ManualBlock.paragraph))
  }
}

/// A piece of a manual page.
///
/// Backquotes mark what users type; options are recognized by their dashes.
package enum ManualBlock: Sendable {
  /// Sentences.
  case paragraph(String)
  /// Terms with their meanings below them.
  case terms([ManualTerm])
  /// Lines that are not wrapped.
  case verbatim([String])
  /// A subheading and the text under it.
  case part(ManualSection)
  /// The syntax of a command.
  case synopsis(SynopsisLine)
}

/// A term of a manual page and its explanation.
package struct ManualTerm: Sendable {
  /// The term, with marks.
  package let term: String
  /// The meaning.
  package let blocks: [ManualBlock]

  /// Creates a term that sentences explain.
  package init(_ term: String, _ meaning: String) {
    self.term = term
    blocks = [.paragraph(meaning)]
  }

  /// Creates a term that paragraphs, terms and lines explain.
  package init(_ term: String, _ blocks: [ManualBlock]) {
    self.term = term
    self.blocks = blocks
  }
}

/// The syntax of one command: its name and the placeholders after it.
package struct SynopsisLine: Sendable {
  /// The words to type.
  let name: String
  /// The placeholders, such as `[OPTION]...`.
  let placeholders: [String]
}

/// The text of a page that is not in the declaration of its command.
///
/// It is separate from the declaration, so that running the command does not create it.
package struct ManualProse: Sendable {
  /// Parts of the description, below the command's own discussion.
  package var parts: [ManualSection]
  /// Longer examples, below those of the declaration.
  package var examples: [ManualBlock]
  /// The environment variables that the command reads.
  package var environment: [ManualTerm]
  /// The files that it reads or writes by default.
  package var files: [ManualTerm]
  /// Other pages, as `cardctl-formats(5)`.
  package var seeAlso: [String]

  /// Creates prose.
  package init(
    parts: [ManualSection] = [], examples: [ManualBlock] = [], environment: [ManualTerm] = [],
    files: [ManualTerm] = [], seeAlso: [String] = []
  ) {
    self.parts = parts
    self.examples = examples
    self.environment = environment
    self.files = files
    self.seeAlso = seeAlso
  }
}

/// A manual page as plain text, for terminals whose man does not have it.
extension ManualPage {
  /// The page in lines of at most `width` characters, unless a word is longer, ended by a newline.
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
  /// Adds blocks; the first one directly follows the term that it explains.
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

  /// Adds an empty line, except directly below a heading or a term.
  private mutating func addGapBehindText() {
    if lines.count > 1, let last = lines.last, last.first == " " { addGap() }
  }

  /// Removes the marks from text.
  private static func plain(_ text: String) -> String {
    String(text.filter { $0 != "`" })
  }
}
