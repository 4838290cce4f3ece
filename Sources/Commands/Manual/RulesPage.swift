import Arguments
import CardRules

/// The page of every rule, cardctl-rules(7).
enum RulesPage {
  static let abstract = "what cardctl validate checks, and why"

  static var page: ManualPage {
    ManualPage(
      name: "cardctl-rules", section: 7, abstract: abstract,
      sections: [ManualSection("DESCRIPTION", introduction)] + groups + [
        ManualSection(
          "SEE ALSO", [.paragraph("`cardctl-validate(1)`, `cardctl-formats(5)`")])
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
    var subjects: [String] = []
    var terms: [String: [ManualTerm]] = [:]
    for rule in Rules.all {
      let text = rule.text
      let subject = String(text.id.prefix { $0 != "/" })
      if terms[subject] == nil { subjects.append(subject) }
      terms[subject, default: []].append(term(text))
    }
    return subjects.map { ManualSection("\($0.uppercased()) RULES", [.terms(terms[$0] ?? [])]) }
  }

  private static func term(_ text: RuleText) -> ManualTerm {
    let level = text.isOnByDefault ? text.severity.rawValue : "off, else \(text.severity.rawValue)"
    return ManualTerm(
      "`\(text.id)` (\(level))",
      [
        .paragraph(text.demand.prefix(1).uppercased() + text.demand.dropFirst() + "."),
        .paragraph(text.explanation), .paragraph("Wrong:"),
        .verbatim(RulePages.exampleLines(text.bad)), .paragraph("Right:"),
        .verbatim(RulePages.exampleLines(text.good)), .paragraph("Source: " + text.source),
      ])
  }
}
