import CardArguments

/// The manual pages, generated from the declarations and the prose of the commands.
///
/// `--help` shows them, and `man/` contains them as files. A test compares each file with the
/// generated page and, if CARDCTL_UPDATE_PAGES is 1, rewrites it.
enum ManualPages {
  /// The pages with a file: the tool, its commands and the topics that have a page.
  static var all: [ManualPage] {
    let topics = topics.map(\.name).filter { $0 != "rules" }.map { HelpTopic<Options>.page($0) }
    return ([.tool] + Tool.commands.map { .command($0) } + topics).map(page)
  }

  /// The topics of `cardctl help` that are not commands.
  static let topics = [
    Choice(name: "formats", summary: FormatsPage.abstract),
    Choice(name: "inputs", summary: InputsPage.abstract),
    Choice(name: "rules", summary: "what cardctl validate checks, and why"),
    Choice(name: "recipes", summary: RecipesPage.abstract),
  ]

  /// The page of a topic other than the rules, which have no file.
  static func page(of topic: HelpTopic<Options>) -> ManualPage {
    switch topic {
    case .page("formats"): return FormatsPage.page
    case .page("inputs"): return InputsPage.page
    case .page: return RecipesPage.page
    case .tool:
      return ManualPage(
        Tool.declaration, [Tool.prose, EnvironmentVariable.section(of: nil), seeAlso(from: nil)])
    case .command(let command):
      // The commands of a family are described on its page, with its files and guarantees.
      let words = command.name.split(separator: " ").dropFirst().map(String.init)
      return ManualPage(
        command,
        [
          words.count > 1 ? "" : prose(of: command.word), EnvironmentVariable.section(of: words[0]),
          words.count > 1 ? "# SEE ALSO\n\n`cardctl-\(words[0])(1)`" : seeAlso(from: command.word),
        ])
    }
  }

  /// A page as roff, with the date of the version.
  static func roff(_ page: ManualPage) -> String {
    page.roff(source: Tool.declaration.versionLine, date: "2026-11-20")
  }

  /// The text about a command that is not in its declaration.
  private static func prose(of word: String) -> String {
    switch word {
    case "convert": ConvertCommand.prose + configuration
    case "filter": configuration
    case "validate": ValidateCommand.prose + configuration
    case "inspect": InspectCommand.prose + configuration
    case "log": LogCommand.prose
    default: ""
    }
  }

  private static let configuration = """


    # FILES

    - `.cardctl.json`: The configuration of a project; see `cardctl-formats(5)`.
    """

  /// The other pages; for a command, only those that it refers to.
  private static func seeAlso(from word: String?) -> String {
    let pages =
      switch word {
      case nil:
        Tool.commands.map { "cardctl-\($0.word)(1)" }
          + ["cardctl-formats(5)", "cardctl-inputs(7)", "cardctl-recipes(7)", "jq(1)"]
      case "log": ["cardctl(1)", "cardctl-formats(5)"]
      default: ["cardctl(1)", "cardctl-formats(5)", "cardctl-inputs(7)"]
      }
    return "# SEE ALSO\n\n" + pages.map { "`\($0)`" }.joined(separator: ", ")
  }
}
