import CardArguments

@testable import CardCommands

/// The code on the manual pages, by the heading above it.
enum PageCode {
  static let shell = blocks("SHELL", in: "recipes")
  static let gitLab = blocks("GitLab", in: "recipes").joined()
  static let jenkins = blocks("Jenkins", in: "recipes").joined()
  static let preCommit = blocks("pre-commit", in: "recipes").joined()
  static let visualStudioCode = blocks("Visual Studio Code", in: "recipes").joined()
  static let spark = blocks("Spark", in: "recipes").joined()
  static let registry = blocks("REGISTRY", in: "formats").joined()
  static let configuration = blocks("CONFIGURATION", in: "formats").joined()

  private static func blocks(_ heading: String, in topic: String) -> [String] {
    func all(_ section: ManualSection) -> [ManualSection] {
      [section]
        + section.blocks.flatMap { block -> [ManualSection] in
          if case .part(let part) = block { all(part) } else { [] }
        }
    }
    let sections = ManualPages.page(of: topic).sections.flatMap(all)
    return sections.filter { $0.heading == heading }.flatMap(\.blocks).compactMap { block in
      if case .verbatim(let lines) = block { lines.joined(separator: "\n") } else { nil }
    }
  }
}
