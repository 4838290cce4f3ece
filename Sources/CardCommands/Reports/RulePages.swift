import CardArguments
import CardRules

/// What `--list-rules` and `--explain` print.
enum RulePages {
  /// All rules, one a line: id, severity, what it demands.
  static var list: String {
    let width = Rules.ids.map(\.count).max() ?? 0
    return Rules.all.map { rule in
      let text = rule.text
      let level = text.isOnByDefault ? text.severity.rawValue : "off"
      return DisplayWidth.padded(text.id, to: width) + "  "
        + DisplayWidth.padded(level, to: Severity.warning.rawValue.count) + "  "
        + text.requirement + "\n"
    }.joined()
  }

  /// Every rule, as `--explain '*'` prints them.
  static var all: String {
    (Rules.ids + ReportRule.ofRuns.map(\.id)).map(page).joined(separator: "\n")
  }

  /// Everything about the rule called `id`; nothing for an unknown id.
  static func page(_ id: String) -> String {
    var parts: [String] = []
    if let text = Rules.rule(id)?.text {
      parts = [
        "\(text.id) (\(text.level))", lines(text.requirement), lines(text.explanation),
        "wrong:", example(text.bad), "right:", example(text.good), "source: \(text.source)",
      ]
    } else if let rule = ReportRule.ofRuns.first(where: { $0.id == id }) {
      // No card can be an example of it.
      parts = [
        "\(rule.id) (\(rule.severity.rawValue))", lines(rule.summary), lines(rule.explanation),
        "source: \(rule.source)",
      ]
    }
    return parts.isEmpty ? "" : parts.joined(separator: "\n\n") + "\n"
  }

  /// The page as Markdown, for reports whose readers show it beside a finding; nil without a rule.
  static func markdown(_ id: String) -> String? {
    guard let text = Rules.rule(id)?.text else { return nil }
    func block(_ example: RuleExample) -> String {
      (["```json"] + exampleLines(example) + ["```"]).joined(separator: "\n")
    }
    let source = text.source.hasPrefix("https://") ? "<\(text.source)>" : "`\(text.source)`"
    return [
      escaped(text.requirement), escaped(text.explanation), "Wrong:", block(text.bad), "Right:",
      block(text.good), "Source: \(source)",
    ].joined(separator: "\n\n")
  }

  /// Sentences in which nothing is Markdown.
  private static func escaped(_ text: String) -> String {
    text.replacing { "\\`*_{}[]<>#|".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  /// The columns that sentences may take.
  private static let width = 80

  private static func lines(_ text: String) -> String {
    wrapped(text, width: width).joined(separator: "\n")
  }

  /// The characters of a line of an example that are shown from its start and from its end.
  private static let shownEnds = 200

  /// A line without its middle, when it is an example of what is too long.
  static func cut(_ line: some StringProtocol, above limit: Int, toEnds length: Int) -> String {
    line.count > limit ? line.prefix(length) + " … " + line.suffix(length) : String(line)
  }

  /// The lines of an example without its marks.
  static func exampleLines(_ example: RuleExample) -> [String] {
    let text = example.json.replacing { $0 == "⟦" || $0 == "⟧" ? "" : nil }
    return text.split(separator: "\n").map {
      cut($0, above: 2 * shownEnds + 1, toEnds: shownEnds)
    }
  }

  private static func example(_ example: RuleExample) -> String {
    exampleLines(example).map { "  " + $0 }.joined(separator: "\n")
  }
}

extension RuleText {
  /// How much its findings matter, and whether it runs unasked, in words.
  var level: String { isOnByDefault ? severity.rawValue : "off, else \(severity.rawValue)" }
}
