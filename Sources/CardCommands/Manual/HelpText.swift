import CardArguments
import CardHelp
import CardJSON

/// The text files that the compiler embeds from the directory `CardHelp`.
enum HelpText {
  static var tool: String { unsafe String(cString: card_help_tool()) }
  static var convert: String { unsafe String(cString: card_help_convert()) }
  static var inspect: String { unsafe String(cString: card_help_inspect()) }
  static var formats: String { unsafe String(cString: card_help_formats()) }
  static var inputs: String { unsafe String(cString: card_help_inputs()) }
  static var environment: String { unsafe String(cString: card_help_environment()) }
  static var log: String { unsafe String(cString: card_help_log()) }
  static var recipes: String { unsafe String(cString: card_help_recipes()) }
  static var validate: String { unsafe String(cString: card_help_validate()) }

  /// Returns the completion script for a shell.
  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: unsafe String(cString: card_help_bash())
    case .zsh: unsafe String(cString: card_help_zsh())
    case .fish: unsafe String(cString: card_help_fish())
    }
  }

  /// Returns the section of a text that has this heading.
  static func section(_ heading: String, of text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "# \(heading)" }.dropFirst().prefix { !$0.hasPrefix("# ") }
      .joined(separator: "\n")
  }

  /// Returns a template with each name in double braces replaced by its value in `parts`.
  static func filled(_ template: String, _ parts: [String: String]) -> String {
    var text = ByteBuffer()
    append(template, to: &text) { $1.append(parts[$0] ?? "") }
    return text.view.text
  }

  /// Appends a template, calling `fill` with each name in double braces to append its value.
  static func append(
    _ template: String, to text: inout ByteBuffer, fill: (String, inout ByteBuffer) -> Void
  ) {
    ByteBuffer(template.utf8).read { rest in
      var rest = rest
      while let start = rest.firstIndex(of: ByteView("{{")) {
        text.append(rest.slice(0..<start))
        rest = rest.slice(start + 2..<rest.count)
        let end = rest.firstIndex(of: ByteView("}}")) ?? rest.count
        fill(rest.slice(0..<end).text, &text)
        rest = rest.slice(min(end + 2, rest.count)..<rest.count)
      }
      text.append(rest)
    }
  }
}
