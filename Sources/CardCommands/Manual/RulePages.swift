import CardArguments
import CardJSON
import CardRules

/// The output of `--list-rules` and `--explain`.
enum RulePages {
  /// All rules, one per line: id, default level and requirement.
  static var list: String {
    let width = Rule.allCases.map(\.id.count).max() ?? 0
    return Rule.allCases.map { rule in
      let level = rule.traits.contains(.offByDefault) ? "off" : rule.severity.rawValue
      return DisplayWidth.padded(rule.id, to: width) + "  "
        + DisplayWidth.padded(level, to: Severity.warning.rawValue.count) + "  "
        + rule.requirement + "\n"
    }.joined()
  }

  /// Returns the pages of the rules with these ids or patterns, by default of all rules.
  static func pages(_ ids: [String]) throws -> String {
    let rules =
      try ids.isEmpty
      ? Rule.allCases
      : ids.flatMap { id in
        do throws(ValueProblem) { return try RulePattern.named(id, among: Rule.allCases) } catch {
          throw ArgumentError.invalidOperand("ID", value: id, error)
        }
      }
    return rules.map(page).joined(separator: "\n")
  }

  /// Returns the page of a rule: its id, level, explanation, examples and source.
  static func page(_ rule: Rule) -> String {
    func example(_ example: String) -> String {
      lines(of: example).map { "  " + $0 }.joined(separator: "\n")
    }
    var parts = ["\(rule.id) (\(rule.level))"]
    parts += [rule.requirement, rule.explanation].map {
      wrapped($0, width: 80).joined(separator: "\n")
    }
    if let wrong = rule.wrong, let right = rule.right {
      parts += ["wrong:", example(wrong), "right:", example(right)]
    }
    return (parts + ["source: \(rule.source)"]).joined(separator: "\n\n") + "\n"
  }

  /// Returns the page of a rule as Markdown, for reports that show it next to a finding.
  static func markdown(_ rule: Rule) -> String {
    func block(_ example: String) -> String {
      (["```json"] + lines(of: example) + ["```"]).joined(separator: "\n")
    }
    var parts = [rule.requirement, rule.explanation].map { text in
      text.replacing { "\\`*_{}[]<>#|".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
    if let wrong = rule.wrong, let right = rule.right {
      parts += ["Wrong:", block(wrong), "Right:", block(right)]
    }
    let source = rule.source.hasPrefix("https://") ? "<\(rule.source)>" : "`\(rule.source)`"
    return (parts + ["Source: \(source)"]).joined(separator: "\n\n")
  }

  /// Returns the lines of an example without its markers, and with long lines shortened in the
  /// middle.
  private static func lines(of example: String) -> [String] {
    let (text, shownEnds) = (example.replacing { $0 == "⟦" || $0 == "⟧" ? "" : nil }, 200)
    return text.split(separator: "\n").map { line in
      guard line.count > 2 * shownEnds + 1 else { return String(line) }
      return line.prefix(shownEnds) + " … " + line.suffix(shownEnds)
    }
  }

  // MARK: JSON

  /// All rules as `{"rules":[…]}`, with one rule per line.
  static var jsonList: String {
    var list = ByteBuffer()
    list.json(.log) { json in
      json.begin("{")
      json.begin("[", "rules")
      for rule in Rule.allCases {
        json.newLine()
        json.object { add(rule, &$0) }
      }
      json.endLines()
      json.end("}")
      json.endText()
    }
    return list.view.text
  }

  /// Returns one rule as a JSON object.
  static func json(_ rule: Rule) -> String {
    var line = ByteBuffer()
    line.jsonLine(.log) { add(rule, &$0) }
    return line.view.text
  }

  /// Adds the members of a rule.
  static func add(_ rule: Rule, _ json: inout JSONWriter) {
    json.add("id", rule.id)
    json.add("severity", rule.severity.rawValue)
    json.add("default", !rule.traits.contains(.offByDefault))
    json.add("correctable", rule.traits.contains(.fixed))
    json.objects("exceptions", rule.exceptions) { row, exception in
      row.add("severity", exception.severity.rawValue)
      row.add("when", exception.condition)
    }
    json.add("summary", rule.summary)
    json.add("explanation", rule.explanation)
    if let wrong = rule.wrong, let right = rule.right {
      json.add("wrong", lines(of: wrong).joined(separator: "\n"))
      json.add("right", lines(of: right).joined(separator: "\n"))
    }
    json.add("source", rule.source)
  }
}
