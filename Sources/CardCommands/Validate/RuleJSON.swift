@_spi(CardTool) import CardJSON
import CardRules

/// What `--list-rules --to json` and `--explain ID --to json` print.
enum RuleJSON {
  /// `{"rules":[…]}`, one rule a line.
  static func list(_ rules: [any Rule.Type]) -> String {
    var json = JSONWriter(.log)
    json.object { object in
      object.begin("[", "rules")
      for rule in rules {
        object.newLine()
        add(rule.text, &object)
      }
      object.endLines()
    }
    return json.text.view.text + "\n"
  }

  /// An object for each rule, one a line.
  static func objects(_ rules: [any Rule.Type]) -> String {
    var lines = ""
    for rule in rules {
      var json = JSONWriter(.log)
      add(rule.text, &json)
      lines += json.text.view.text + "\n"
    }
    return lines
  }

  private static func add(_ text: RuleText, _ json: inout JSONWriter) {
    json.object { object in
      object.add("id", text.id)
      object.add("severity", text.severity.rawValue)
      object.add("default", text.isOnByDefault)
      object.add("correctable", text.isCorrectable)
      object.array("exceptions") { array in
        for exception in text.exceptions {
          array.object { row in
            row.add("severity", exception.severity.rawValue)
            row.add("when", exception.when)
          }
        }
      }
      object.add("summary", text.summary)
      object.add("explanation", text.explanation)
      object.add("wrong", example(text.bad))
      object.add("right", example(text.good))
      object.add("source", text.source)
    }
  }

  private static func example(_ example: RuleExample) -> String {
    RulePages.exampleLines(example).joined(separator: "\n")
  }
}
