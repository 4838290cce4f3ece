import CardArguments
import CardJSON
import CardRules

/// The output of `--list-rules` and `--explain`.
enum RulePages {
  /// All rules, one per line: id, level, requirement.
  static var list: String {
    let width = Rules.ids.map(\.count).max() ?? 0
    return Rules.all.map { rule in
      let level = rule.traits.contains(.offByDefault) ? "off" : rule.severity.rawValue
      return DisplayWidth.padded(rule.id, to: width) + "  "
        + DisplayWidth.padded(level, to: Severity.warning.rawValue.count) + "  "
        + rule.requirement + "\n"
    }.joined()
  }

  /// Every rule, as `--explain '*'` prints them.
  static var all: String { pages(Rules.all) }

  /// The pages of some rules.
  static func pages(_ rules: [Rule]) -> String { rules.map(page).joined(separator: "\n") }

  /// Everything about a rule.
  private static func page(_ rule: Rule) -> String {
    var parts = ["\(rule.id) (\(rule.level))", lines(rule.requirement), lines(rule.explanation)]
    if let bad = rule.bad, let good = rule.good {
      parts += ["wrong:", example(bad), "right:", example(good)]
    }
    return (parts + ["source: \(rule.source)"]).joined(separator: "\n\n") + "\n"
  }

  /// The page as Markdown, for reports that show it next to a finding.
  static func markdown(_ rule: Rule) -> String {
    func block(_ example: RuleExample) -> String {
      (["```json"] + exampleLines(example) + ["```"]).joined(separator: "\n")
    }
    var parts = [escaped(rule.requirement), escaped(rule.explanation)]
    if let bad = rule.bad, let good = rule.good {
      parts += ["Wrong:", block(bad), "Right:", block(good)]
    }
    let source = rule.source.hasPrefix("https://") ? "<\(rule.source)>" : "`\(rule.source)`"
    return (parts + ["Source: \(source)"]).joined(separator: "\n\n")
  }

  /// Sentences without Markdown.
  private static func escaped(_ text: String) -> String {
    text.replacing { "\\`*_{}[]<>#|".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }

  private static func lines(_ text: String) -> String {
    wrapped(text, width: 80).joined(separator: "\n")
  }

  /// A line without its middle, if it is longer than `limit`.
  static func cut(_ line: some StringProtocol, above limit: Int, toEnds length: Int) -> String {
    line.count > limit ? line.prefix(length) + " … " + line.suffix(length) : String(line)
  }

  /// The lines of an example without its marks.
  ///
  /// Long lines are cut.
  static func exampleLines(_ example: RuleExample) -> [String] {
    let (text, shownEnds) = (example.json.replacing { $0 == "⟦" || $0 == "⟧" ? "" : nil }, 200)
    return text.split(separator: "\n").map {
      cut($0, above: 2 * shownEnds + 1, toEnds: shownEnds)
    }
  }

  private static func example(_ example: RuleExample) -> String {
    exampleLines(example).map { "  " + $0 }.joined(separator: "\n")
  }
}

// The same as JSON.
extension RulePages {
  /// `{"rules":[…]}`, one rule per line.
  static func jsonList(_ rules: [Rule]) -> String {
    var list = ByteBuffer()
    list.json(.log) { json in
      json.begin("{")
      json.begin("[", "rules")
      for rule in rules {
        json.newLine()
        add(rule, &json)
      }
      json.endLines()
      json.end("}")
      json.endText()
    }
    return list.view.text
  }

  /// One rule as an object.
  static func json(_ rule: Rule) -> String {
    var line = ByteBuffer()
    line.json(.log) { json in
      add(rule, &json)
      json.endText()
    }
    return line.view.text
  }

  private static func add(_ rule: Rule, _ json: inout JSONWriter) {
    func text(_ example: RuleExample) -> String {
      exampleLines(example).joined(separator: "\n")
    }
    json.object { object in
      object.add("id", rule.id)
      object.add("severity", rule.severity.rawValue)
      object.add("default", !rule.traits.contains(.offByDefault))
      object.add("correctable", rule.traits.contains(.fixed))
      object.objects("exceptions", rule.exceptions) { row, exception in
        row.add("severity", exception.key.rawValue)
        row.add("when", exception.value)
      }
      object.add("summary", rule.summary)
      object.add("explanation", rule.explanation)
      if let bad = rule.bad, let good = rule.good {
        object.add("wrong", text(bad))
        object.add("right", text(good))
      }
      object.add("source", rule.source)
    }
  }
}
