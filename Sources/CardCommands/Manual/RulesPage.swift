import CardArguments
import CardRules

/// The page of every rule, cardctl-rules(7).
enum RulesPage {
  static let abstract = "what cardctl validate checks, and why"

  static var page: ManualPage {
    ManualPage(
      name: "cardctl-rules", section: 7, abstract: abstract,
      sections: [ManualSection("DESCRIPTION", introduction)] + groups + [
        ManualSection("SEE ALSO", "`cardctl-validate(1)`, `cardctl-formats(5)`")
      ])
  }

  private static let introduction: [ManualBlock] = [
    .paragraph(
      "Each rule has an id, made of what it is about and what is wrong, and a severity, which "
        + "`cardctl validate --rule PATTERN=LEVEL` changes to `off`, `info`, `warning` or `error`. "
        + "`cardctl validate --list-rules` prints all ids and `--explain` one of the entries below. "
        + "Rules that are `off` run when a level is given or a profile asks for them.")
  ]

  /// The rules by what they are about, in the order in which that is met first.
  private static var groups: [ManualSection] {
    var groups: [(subject: Substring, terms: [ManualTerm])] = []
    for text in Rules.all.map({ $0.text }) {
      let subject = text.id.prefix { $0 != "/" }
      let place = groups.firstIndex { $0.subject == subject } ?? groups.count
      if place == groups.count { groups.append((subject, [])) }
      groups[place].terms.append(term(text))
    }
    return groups.map { ManualSection("\($0.subject.uppercased()) RULES", [.terms($0.terms)]) }
  }

  /// The columns that a page of 80 has for the lines of an example.
  private static let exampleWidth = 64

  /// An example in lines that fit: cut between members, and without the middle of what is too long.
  private static func lines(of example: RuleExample) -> [String] {
    RulePages.exampleLines(example).flatMap { line in
      var lines: [String] = []
      var rest = Array(line)
      while rest.count > exampleWidth {
        let end = lastComma(in: rest) ?? rest.count
        lines.append(String(rest[..<end]))
        rest.removeFirst(end)
      }
      return (rest.isEmpty ? lines : lines + [String(rest)]).map {
        RulePages.cut($0, above: exampleWidth, toEnds: exampleWidth / 2 - 2)
      }
    }
  }

  /// The place after the last comma between members that fits on a line, else after the first.
  private static func lastComma(in line: [Character]) -> Int? {
    var isString = false
    var found: Int?
    for (place, character) in line.enumerated() {
      if character == "\"", place == 0 || line[place - 1] != "\\" { isString.toggle() }
      guard character == ",", !isString else { continue }
      if place >= exampleWidth { return found ?? place + 1 }
      found = place + 1
    }
    return found
  }

  private static func term(_ text: RuleText) -> ManualTerm {
    ManualTerm(
      "`\(text.id)` (\(text.level))",
      [
        .paragraph(text.requirement.prefix(1).uppercased() + text.requirement.dropFirst() + "."),
        .paragraph(text.explanation), .paragraph("Wrong:"),
        .verbatim(lines(of: text.bad)), .paragraph("Right:"),
        .verbatim(lines(of: text.good)), .paragraph("Source: " + text.source),
      ])
  }
}
