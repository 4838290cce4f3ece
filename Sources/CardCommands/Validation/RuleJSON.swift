import CardJSON
import CardRules

/// What `--list-rules --to json` and `--explain ID --to json` print.
enum RuleJSON {
  /// `{"rules":[…]}`, one rule a line.
  static func list(_ rules: [any Rule.Type]) -> String {
    var output = ByteBuffer()
    output.append("{\"rules\":[")
    for (index, rule) in rules.enumerated() {
      output.append(index == 0 ? "\n" : ",\n")
      append(rule.text, to: &output)
    }
    output.append("\n]}\n")
    return output.view.text
  }

  /// An object for each rule, one a line.
  static func objects(_ rules: [any Rule.Type]) -> String {
    var output = ByteBuffer()
    for rule in rules {
      append(rule.text, to: &output)
      output.append(UInt8(ascii: "\n"))
    }
    return output.view.text
  }

  private static func append(_ text: RuleText, to output: inout ByteBuffer) {
    ReportJSON.append("{\"id\":", text.id, to: &output)
    ReportJSON.append(",\"severity\":", text.severity.rawValue, to: &output)
    output.append(
      ",\"default\":\(text.isOnByDefault),\"correctable\":\(text.isCorrectable),\"exceptions\":[")
    for (index, exception) in text.exceptions.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      ReportJSON.append("{\"severity\":", exception.severity.rawValue, to: &output)
      ReportJSON.append(",\"when\":", exception.when, to: &output)
      output.append(UInt8(ascii: "}"))
    }
    ReportJSON.append("],\"summary\":", text.summary, to: &output)
    ReportJSON.append(",\"explanation\":", text.explanation, to: &output)
    ReportJSON.append(",\"wrong\":", example(text.bad), to: &output)
    ReportJSON.append(",\"right\":", example(text.good), to: &output)
    ReportJSON.append(",\"source\":", text.source, to: &output)
    output.append(UInt8(ascii: "}"))
  }

  private static func example(_ example: RuleExample) -> String {
    RulePages.exampleLines(example).joined(separator: "\n")
  }
}
