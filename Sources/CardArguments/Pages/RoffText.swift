/// Text in roff, in which every character appears as itself.
enum RoffText {
  /// Text in bold, for what users type.
  static func bold(_ text: String) -> String { "\\fB\(code(text))\\fR" }

  /// A placeholder, in italics.
  static func italic(_ text: String) -> String { "\\fI\(code(text))\\fR" }

  /// Literal text: hyphens stay hyphens when copied from the page.
  static func code(_ text: String) -> String { escaped(text, isCode: true) }

  /// Text with marks: text between backquotes, and options, are bold.
  static func prose(_ text: String) -> String {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    var result = ""
    for (index, piece) in pieces.enumerated() {
      // The part after an unpaired backquote is not code.
      let isCode = index % 2 == 1 && index + 1 < pieces.count
      result += isCode ? bold(String(piece)) : withBoldOptions(piece)
    }
    return result
  }

  /// Makes words that start like options bold.
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

/// The lines of a roff file.
struct RoffWriter {
  private(set) var text = ""

  /// The maximum length of a line, in bytes, as `mandoc -T lint` requires.
  private static let width = 80

  mutating func comment(_ words: String) { text += ".\\\" \(words)\n" }

  /// Adds a request with its literal arguments.
  mutating func request(_ name: String, _ arguments: [String] = []) {
    let words = arguments.map { argument in
      "\""
        + RoffText.code(argument).split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\\(dq") + "\""
    }
    text += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  /// Adds the first request of a page.
  ///
  /// Programs that read its date expect plain hyphens.
  mutating func title(_ arguments: [String]) {
    text += ".TH " + arguments.map { "\"\($0)\"" }.joined(separator: " ") + "\n"
  }

  /// Adds a line of roff text, escaped so that it is not a request.
  mutating func line(_ roff: String) {
    let isRequest = roff.utf8.first == UInt8(ascii: ".") || roff.utf8.first == UInt8(ascii: "'")
    text += (isRequest ? "\\&" : "") + roff + "\n"
  }

  mutating func add(_ blocks: [ManualBlock]) {
    for (index, block) in blocks.enumerated() { add(block, isFirst: index == 0) }
  }

  private mutating func add(_ block: ManualBlock, isFirst: Bool) {
    switch block {
    case .paragraph(let sentences):
      // A heading is followed by a gap already.
      if !isFirst { request("PP") }
      fill(sentences)
    case .terms(let terms):
      for term in terms { add(term) }
    case .verbatim(let lines):
      request("PP")
      request("RS", ["4"])
      addVerbatim(lines)
      request("RE")
    case .part(let section):
      request("SS", [section.heading])
      add(section.blocks)
    case .brief(let heading, let sentence):
      request("SS", [heading])
      fill(sentence)
    case .synopsis(let name, let placeholders):
      if !isFirst { request("br") }
      line(
        ([RoffText.bold(name)] + placeholders.map(RoffText.placeholder)).joined(separator: " "))
    }
  }

  private mutating func add(_ term: ManualTerm) {
    request("TP")
    line(RoffText.prose(term.term))
    for (index, block) in term.blocks.enumerated() {
      switch block {
      case .paragraph(let sentences):
        if index > 0 { request("IP") }
        fill(sentences)
      case .terms(let terms):
        request("RS")
        for term in terms { add(term) }
        request("RE")
      case .verbatim(let lines):
        request("RS")
        addVerbatim(lines)
        request("RE")
      case .part, .brief, .synopsis: continue
      }
    }
  }

  private mutating func addVerbatim(_ lines: [String]) {
    request("EX")
    for line in lines { self.line(RoffText.code(line)) }
    request("EE")
  }

  /// Adds sentences, broken into lines of the file.
  private mutating func fill(_ sentences: String) {
    for line in wrapped(RoffText.prose(sentences), width: RoffWriter.width) { self.line(line) }
  }
}

extension RoffText {
  /// A placeholder of a synopsis: letters in italics, brackets and dots unchanged.
  static func placeholder(_ text: String) -> String {
    let name = text.filter { $0.isLetter || $0 == "-" || $0 == "_" }
    guard let range = text[...].place(of: name), !name.isEmpty else { return code(text) }
    return code(String(text[..<range.lowerBound])) + italic(name)
      + code(String(text[range.upperBound...]))
  }
}
