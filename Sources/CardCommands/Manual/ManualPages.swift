import CardProcessing
import CardArguments

extension ManualBlock {
  /// Terms with their meanings below them.
  static func meanings(_ meanings: KeyValuePairs<String, String>) -> ManualBlock {
    .terms(meanings.map { ManualTerm($0.key, $0.value) })
  }
}

/// The manual pages, generated from the declarations and the prose of the commands.
///
/// `man/` contains them as files. A test compares each file with the generated page and, if
/// CARDCTL_UPDATE_PAGES is 1, rewrites it.
enum ManualPages {
  /// All pages: the tool, its commands and the topics that have a page.
  static var all: [ManualPage] {
    [ManualPage(Tool.declaration, prose(of: "cardctl"))]
      + Tool.commands.map { ManualPage($0, prose(of: $0.word)) }
      + topics.compactMap { $0.page?() }
  }

  /// The pages that are not about a command, by the words for `cardctl help`.
  static let topics: [(word: String, abstract: String, page: (@Sendable () -> ManualPage)?)] = [
    ("formats", FormatsPage.abstract, { FormatsPage.page }),
    ("inputs", InputsPage.abstract, { InputsPage.page }),
    ("rules", "what cardctl validate checks, and why", nil),
    ("recipes", RecipesPage.abstract, { RecipesPage.page }),
  ]

  /// The date of the version, on all pages.
  static let date = "2026-11-20"

  /// A page as roff.
  static func roff(_ page: ManualPage) -> String {
    page.roff(source: Tool.declaration.versionLine, date: date)
  }

  /// The text about a command that is not in its declaration.
  static func prose(of word: String) -> ManualProse {
    var prose: ManualProse
    switch word {
    case "cardctl": prose = ToolProse.prose
    case "convert": prose = ConvertProse.prose
    case "filter": prose = FilterProse.prose
    case "validate": prose = ValidateProse.prose
    case "inspect": prose = InspectProse.prose
    case "log": prose = LogProse.prose
    default: prose = ManualProse()
    }
    let isTool = word == "cardctl"
    prose.environment = EnvironmentVariable.terms(of: isTool ? nil : word)
    prose.seeAlso = seeAlso(from: word)
    return prose
  }

  /// The other pages; for a command, only the related ones.
  private static func seeAlso(from word: String) -> [String] {
    let commands = Tool.commands.map { "cardctl-\($0.word)(1)" }
    guard word != "cardctl" else {
      return commands
        + ["cardctl-formats(5)", "cardctl-inputs(7)", "cardctl-recipes(7)", "jq(1)"]
    }
    let others = commands.filter { $0 != "cardctl-\(word)(1)" }
    let inputs = word == "log" ? [] : ["cardctl-inputs(7)"]
    return ["cardctl(1)"] + others + ["cardctl-formats(5)"] + inputs
  }
}
