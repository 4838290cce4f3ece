import Foundation
import Testing

/// A block of a Markdown file that begins with ```` ```console ````: commands and their output.
struct ConsoleBlock: Sendable, CustomTestStringConvertible {
  /// A command, as typed after `$ `, and the lines below it.
  struct Command: Sendable, Equatable {
    var line: String
    /// The lines of its output; `...` means any number of lines.
    var output: [String]
  }

  /// The number of the line with the fence, from 1.
  let line: Int
  /// Why the block is not run, from a note before it.
  let reasonNotToRun: String?
  let commands: [Command]

  var testDescription: String { "line \(line): \(commands.first?.line ?? "no command")" }

  /// The prefix of a note before a block that is not run.
  private static let note = "<!-- not run: "

  /// The blocks of a text.
  static func all(in text: String) -> [ConsoleBlock] {
    var blocks: [ConsoleBlock] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    var lastText = ""
    while let line = lines.popFirst() {
      guard line == "```console" else {
        if !line.isEmpty { lastText = line }
        continue
      }
      let start = lines.startIndex
      let content = lines.prefix { $0 != "```" }
      lines = lines.dropFirst(content.count + 1)
      blocks.append(ConsoleBlock(line: start, note: lastText, Array(content)))
      lastText = ""
    }
    return blocks
  }

  private init(line: Int, note: String, _ content: [String]) {
    self.line = line
    if note.hasPrefix(ConsoleBlock.note), note.hasSuffix("-->") {
      let reason = note.dropFirst(ConsoleBlock.note.count).dropLast(3)
      reasonNotToRun = reason.trimmingCharacters(in: .whitespaces)
    } else {
      reasonNotToRun = nil
    }
    var commands: [Command] = []
    for text in content {
      if text.hasPrefix("$ ") {
        commands.append(Command(line: String(text.dropFirst(2)), output: []))
      } else if let last = commands.indices.last, isContinued(commands[last]) {
        commands[last].line += "\n" + text
      } else if let last = commands.indices.last {
        commands[last].output.append(text)
      } else {
        // Output without a command: a command that never matches.
        commands.append(Command(line: "", output: [text]))
      }
    }
    self.commands = commands

    /// Whether the next line is part of the command: this one ends with a backslash.
    func isContinued(_ command: Command) -> Bool {
      command.output.isEmpty && command.line.hasSuffix("\\")
    }
  }
}

extension ConsoleBlock.Command {
  /// Whether `printed` is the output, where lines `...` mean any lines.
  func matches(_ printed: String) -> Bool {
    var lines = printed.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return ConsoleBlock.Command.match(output[...], lines.map(String.init)[...])
  }

  private static func match(_ pattern: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return lines.isEmpty }
    let rest = pattern.dropFirst()
    if first == "..." {
      return (lines.startIndex...lines.endIndex).contains { match(rest, lines[$0...]) }
    }
    return lines.first == first && match(rest, lines.dropFirst())
  }
}
