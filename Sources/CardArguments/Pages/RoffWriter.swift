/// Writes a roff file and escapes text, so that every character is shown literally.
struct RoffWriter {
  private(set) var text = ""

  /// The maximum line length in bytes, as `mandoc -T lint` requires.
  private static let width = 80

  /// Adds the title of a page and its NAME section.
  mutating func begin(_ title: [String], name: String, abstract: String) {
    text += ".\\\" Generated from the declarations in Sources; `swift test` says how.\n"
    // Not escaped, because programs that parse the date expect plain hyphens.
    text += ".TH " + title.map { "\"\($0)\"" }.joined(separator: " ") + "\n"
    request("SH", ["NAME"])
    line(RoffWriter.code(name) + " \\- " + RoffWriter.prose(abstract))
  }

  /// Adds a section.
  mutating func add(_ section: ManualSection, as request: String = "SH") {
    self.request(request, [section.heading])
    add(section.blocks)
  }

  private mutating func add(_ blocks: [ManualBlock], inTerm: Bool = false) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let sentences):
        // Headings and terms already start a paragraph.
        if index > 0 { request(inTerm ? "IP" : "PP") }
        for line in wrapped(RoffWriter.prose(sentences), width: RoffWriter.width) {
          self.line(line)
        }
      case .terms(let terms):
        if inTerm { request("RS") }
        for term in terms {
          request("TP")
          line(RoffWriter.prose(term.term))
          add(term.blocks, inTerm: true)
        }
        if inTerm { request("RE") }
      case .verbatim(let lines):
        request("PP")
        request("RS", ["4"])
        request("EX")
        for line in lines { self.line(RoffWriter.code(line)) }
        request("EE")
        request("RE")
      case .part(let section): add(section, as: "SS")
      case .brief(let heading, let sentence):
        add(ManualSection(heading, [.paragraph(sentence)]), as: "SS")
      case .synopsis(let name, let placeholders):
        if index > 0 { request("br") }
        let words = [RoffWriter.bold(name)] + placeholders.map(RoffWriter.placeholder)
        line(words.joined(separator: " "))
      }
    }
  }

  private mutating func request(_ name: String, _ arguments: [String] = []) {
    let words = arguments.map { argument in
      let text = RoffWriter.code(argument)
      return "\"" + text.map { $0 == "\"" ? "\\(dq" : String($0) }.joined() + "\""
    }
    text += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  /// Adds a line of roff, escaped if it would be parsed as a request.
  private mutating func line(_ roff: String) {
    let isRequest = roff.utf8.first == UInt8(ascii: ".") || roff.utf8.first == UInt8(ascii: "'")
    text += (isRequest ? "\\&" : "") + roff + "\n"
  }

  // MARK: The words of a line

  /// Bold text, for text that users type.
  private static func bold(_ text: String) -> String { "\\fB\(code(text))\\fR" }

  /// Literal text, whose hyphens are still hyphens when copied from the page.
  private static func code(_ text: String) -> String { escaped(text, isCode: true) }

  /// A placeholder of a synopsis, with its name in italics, and brackets and dots unchanged.
  private static func placeholder(_ text: String) -> String {
    func isName(_ character: Character) -> Bool {
      character.isLetter || character == "-" || character == "_"
    }
    let start = text.prefix { !isName($0) }
    let name = text[start.endIndex...].prefix(while: isName)
    return code(String(start)) + "\\fI\(code(String(name)))\\fR"
      + code(String(text[name.endIndex...]))
  }

  /// Prose, with text in backquotes and options in bold.
  private static func prose(_ text: String) -> String {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    return pieces.enumerated().map { index, piece in
      // Text after an unpaired backquote is not code.
      let isCode = index % 2 == 1 && index + 1 < pieces.count
      return isCode ? bold(String(piece)) : withBoldOptions(piece)
    }.joined()
  }

  private static func withBoldOptions(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let bare = word.drop { $0 == "(" }
      guard bare.utf8.starts(with: "--".utf8), bare.utf8.count > 2 else {
        return escaped(String(word), isCode: false)
      }
      let option = bare.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
      return String(repeating: "(", count: word.count - bare.count) + bold(String(option))
        + escaped(String(bare[option.endIndex...]), isCode: false)
    }.joined(separator: " ")
  }

  private static func escaped(_ text: String, isCode: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-" where isCode: result += "\\-"
      case "'" where isCode: result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\u{20}"..."\u{7E}", "\n": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
