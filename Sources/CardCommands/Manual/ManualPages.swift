import CardArguments
import ContentCardKit

/// The manual pages, generated from the declarations and the text files in `CardHelp`.
///
/// `--help` prints them, and `man/` contains them as files. A test compares each file with the
/// generated page, and rewrites it if CARDCTL_UPDATE_PAGES is 1.
enum ManualPages {
  /// The pages with a file in `man/`: the tool, its commands and most topics.
  static var all: [ManualPage] {
    ([Tool.declaration.command] + Tool.commands.map { $0.make() }).map { page(of: $0) }
      + [formats, inputs, recipes]
  }

  /// The topics of `cardctl help` that are not commands.
  static let topics = [
    Choice(
      name: "formats", summary: "shapes of content cards, registry, journal and configuration"),
    Choice(name: "inputs", summary: "inputs, and the options of every command that reads cards"),
    Choice(name: "rules", summary: "what cardctl validate checks, and why"),
    Choice(name: "recipes", summary: "recipes for tables, scripts, CI and clusters"),
  ]

  /// Returns the page of a topic other than the rules, which have no file.
  static func page(of topic: String) -> ManualPage {
    switch topic {
    case "formats": formats
    case "inputs": inputs
    default: recipes
    }
  }

  /// Returns a page as roff, with the date of the version.
  static func roff(_ page: ManualPage) -> String {
    page.roff(source: Tool.declaration.versionLine, date: "2026-11-20")
  }

  /// Returns the page of a command.
  static func page(of command: Command) -> ManualPage {
    let words = command.name.split(separator: " ").dropFirst().map(String.init)
    let readsCards = command.groups.contains { $0.topic == CardOptions.topic }
    let seeAlso =
      switch words.count {
      case 0:
        Tool.commands.map { "cardctl-\($0.word)(1)" }
          + ["cardctl-formats(5)", "cardctl-inputs(7)", "cardctl-recipes(7)", "jq(1)"]
      case 1: ["cardctl(1)", "cardctl-formats(5)"] + (readsCards ? ["cardctl-inputs(7)"] : [])
      // The page of the family describes its commands, files and guarantees.
      default: ["cardctl-\(words[0])(1)"]
      }
    let configuration = """
      # FILES

      - `.cardctl.json`: The configuration of a project; see `cardctl-formats(5)`.
      """
    return ManualPage(
      command,
      [
        EnvironmentVariable.section(of: words.first), readsCards ? configuration : "",
        "# SEE ALSO\n\n" + seeAlso.map { "`\($0)`" }.joined(separator: ", "),
      ])
  }

  // MARK: Topics

  private static var formats: ManualPage {
    page("formats", section: 5, ManualSection.parse(FormatsPage.text))
  }

  /// The page about the shared behavior of the commands that read cards.
  private static var inputs: ManualPage {
    let shared = (CardOptions.options + DeviceOptions.options).filter { $0.topic != nil }
    let options = shared.map { group in
      ManualBlock.part(ManualSection(group.heading, [.terms([group].terms())]))
    }
    let keys = CardsKey.allCases.filter { !$0.isAlsoCardKey }.map { "`\($0.name)`" }
    let text = HelpText.filled(HelpText.inputs, ["cardsKeys": keys.joined(separator: ", ")])
    return page(
      "inputs", section: 7,
      ManualSection.parse(text) + [
        ManualSection("OPTIONS", options),
        ManualSection("SEE ALSO", [.paragraph("`cardctl(1)`, `cardctl-formats(5)`")]),
      ])
  }

  private static var recipes: ManualPage {
    page("recipes", section: 7, ManualSection.parse(HelpText.recipes))
  }

  private static func page(_ topic: String, section: Int, _ sections: [ManualSection]) -> ManualPage
  {
    ManualPage(
      name: "cardctl-\(topic)", section: section,
      abstract: topics.first { $0.name == topic }?.summary ?? "", sections: sections)
  }
}

/// The description of an environment variable that cardctl reads, for the manual.
///
/// A test searches the sources for variables that are read but not listed here.
struct EnvironmentVariable: Sendable {
  let name: String
  /// The commands that read it; nil for all.
  let commands: [String]?
  /// Its effect, in full sentences.
  let meaning: String

  /// Parses `NAME: MEANING` or, if only some commands read it, `NAME COMMAND...: MEANING`.
  private init(line: Substring) {
    let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
    name = words[0]
    commands = words.count > 1 ? Array(words.dropFirst()) : nil
    meaning = String(line.drop { $0 != ":" }.dropFirst(2))
  }

  /// All variables, in alphabetical order.
  static let all = HelpText.environment.split(separator: "\n").map(EnvironmentVariable.init)

  /// Returns the section about the variables of a command; if nil, about all variables.
  static func section(of command: String?) -> String {
    let read = all.filter { command == nil || $0.commands?.contains(command ?? "") ?? false }
    return "# ENVIRONMENT\n\n"
      + read.map { "- `\($0.name)`: \($0.meaning)" }.joined(separator: "\n")
  }
}
