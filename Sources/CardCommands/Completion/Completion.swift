import CardProcessing
import CardArguments
import CardRules
import ContentCardKit

/// `cardctl __complete WORD...`: the command that the completion scripts call.
///
/// The words are those of the command line up to the cursor, and the last one is incomplete. Only
/// completions are printed: from the declarations, the registry, the rules and the fields, but not
/// from cards or journals. Unreadable files are ignored.
struct Completion {
  private let point: CompletionPoint<Session>
  private let console: Console

  /// The name of this hidden command.
  static let word = "__complete"

  /// Prints the completions of a command line.
  static func run(_ words: [String], _ console: Console) -> Int32 {
    let completion = Completion(
      point: CompletionPoint(words, in: Tool.declaration), console: console)
    let text = completion.point.answer(completion.answer).text(at: completion.point)
    let isWritten = (try? console.write(text, passesControls: true)) != nil
    return isWritten ? ExitStatuses.done : ExitStatuses.inputOutput
  }

  /// Returns the completions of a kind of value; nil if the declaration contains all of them.
  private func answer(_ kind: ValueKind) -> CompletionAnswer? {
    switch kind {
    case .classType: classTypes
    case .cardID: CompletionAnswer()
    case .extraKey: CompletionAnswer(registry.extraKeys.map { Choice(name: $0) }, .open)
    case .ruleID: CompletionAnswer(Rule.allCases.map(choice))
    case .ruleSetting: ruleSettings
    case .sortKey: sortKeys
    case .condition: conditions
    case .field: CompletionAnswer(fields)
    case .column: columns
    default: nil
    }
  }

  /// The class types of the registry; where any class type is valid, also `none`.
  private var classTypes: CompletionAnswer {
    var words = registry.classes.map { Choice(name: $0.name, summary: $0.object) }
    if point.command?.word != "convert" {
      words.append(Choice(name: "none", summary: "no class type, or an unregistered one"))
    }
    return CompletionAnswer(words)
  }

  /// The rules or, after the `=`, the levels.
  private var ruleSettings: CompletionAnswer {
    guard let equals = point.typed.lastIndex(of: "=") else {
      let words = rules(Rule.settable).map { Choice(name: $0.name + "=", summary: $0.summary) }
      return CompletionAnswer(words, .open)
    }
    let id = point.typed[...equals]
    return CompletionAnswer(RuleLevel.names.map { Choice(name: id + $0) })
  }

  /// Returns the patterns that match several rules, followed by the rules.
  private func rules(_ rules: [Rule]) -> [Choice] {
    RulePattern.families(of: rules).map {
      Choice(name: $0, summary: "all rules of \($0.dropLast(2))")
    } + rules.map(choice)
  }

  private func choice(_ rule: Rule) -> Choice {
    Choice(name: rule.id, summary: rule.summary)
  }

  private var sortKeys: CompletionAnswer {
    guard let colon = point.typed.lastIndex(of: ":") else {
      if point.value(of: "by") != nil {
        let count = Choice(name: "count", summary: "the number of cards")
        return CompletionAnswer([count] + fields, .open)
      }
      let feed = Choice(name: SortKey.feedName, summary: "the order of the SDKs")
      return CompletionAnswer([feed] + fields, .open)
    }
    let field = point.typed[...colon]
    return CompletionAnswer([
      Choice(name: field + "asc", summary: "lowest first"),
      Choice(name: field + "desc", summary: "highest first"),
    ])
  }

  /// The fields or, after `FIELD=`, the values if there are few.
  private var conditions: CompletionAnswer {
    guard let equals = point.typed.firstIndex(of: "=") else {
      return CompletionAnswer(fields, .open)
    }
    let start = point.typed[...equals]
    guard let field = FieldPath(name: String(start.dropLast())) else { return CompletionAnswer() }
    let values: [String] =
      switch field {
      case .canonical(.type): CardTypes.names
      case .canonical(.classType): registry.classes.map(\.name)
      case .derived(.shape): Shape.allCases.map(\.name.description)
      default: field.content == .boolean ? ["true", "false"] : []
      }
    return CompletionAnswer(values.map { Choice(name: start + $0) })
  }

  /// The columns of the output, except for those already typed.
  private var columns: CompletionAnswer {
    let start = point.typed.lastIndex(of: ",").map { String(point.typed[...$0]) } ?? ""
    let named = Set(start.split(separator: ",").map(String.init))
    let names = columnNames.filter { !named.contains($0) }
    return CompletionAnswer(names.map { Choice(name: start + $0) }, .open)
  }

  private var columnNames: [String] {
    switch point.value(of: "as").flatMap({ try? ConvertForm.parse($0) }) ?? .objects {
    case .objects:
      ObjectWriter.columnNames(of: registry) + registry.extraKeys.map { "card.extras.\($0)" }
    case .shape(let shape): shape.columnNames + registry.extraKeys.map { "extras.\($0)" }
    }
  }

  private var fields: [Choice] {
    (FieldPath.names + registry.extraKeys.map { "extras.\($0)" }).map { Choice(name: $0) }
  }

  private var isLog: Bool { point.command?.name.hasPrefix("cardctl log ") == true }

  /// The registry that a run would use; the built-in one if the run would fail.
  private var registry: Registry {
    var common = CommonOptions()
    common.configuration = point.value(of: "config")
    common.usesConfiguration = !isLog && !point.given.contains { $0.name == "no-config" }
    let configuration = (try? Configuration.load(common, console)) ?? Configuration()
    return (try? configuration.registry.merging(point.value(of: "classes"), console)) ?? .builtIn
  }
}
