@testable import CardArguments

extension Command {
  /// The violations in the declaration of this command and its subcommands.
  ///
  /// Tests assert that it is empty: a declaration is code, so nothing is checked in a run.
  var violations: [String] {
    let own =
      nameViolations + optionViolations + operandViolations
      + lineViolations(abstract, "the abstract")
      + exampleViolations(examples, of: name) + statusViolations(exitStatuses)
    return own.map { "\(name): \($0)" } + subcommands.flatMap(\.violations)
      + subcommands.filter { !$0.name.hasPrefix("\(name) ") }
      .map { "\($0.name): is held by \(name), but its name does not begin so" }
      + duplicates(subcommands.map(\.name)).map { "\($0): declared twice" }
  }

  private var nameViolations: [String] {
    let words = name.split(separator: " ").map { String($0) }
    return words.joined(separator: " ") == name && words.allSatisfy(isKebab)
      ? [] : ["the name is not made of lower-case words"]
  }

  private var optionViolations: [String] {
    duplicates(options.flatMap(\.longNames)).map { "--\($0): declared twice" }
      + duplicates(options.compactMap(\.short).map { String($0) }).map { "-\($0): declared twice" }
      + groups.filter { $0.heading.first?.isUppercase != true || $0.heading.hasSuffix(":") }
      .map { "the heading '\($0.heading)' does not begin with a capital or ends in a colon" }
      + options.flatMap { option in option.violations.map { "--\(option.name): \($0)" } }
  }

  private var operandViolations: [String] {
    var found: [String] = []
    for (operand, next) in zip(operands, operands.dropFirst()) {
      if operand.isRepeatable { found.append("\(operand.name): only the last may be repeatable") }
      if !operand.isRequired, next.isRequired {
        found.append("\(next.name): required after an optional operand")
      }
    }
    if !operands.isEmpty, isFamily { found.append("has both operands and commands") }
    for operand in operands {
      let problems = placeholderViolations(operand.name) + lineViolations(operand.help, "the help")
      found += (problems + operand.kind.violations).map { "\(operand.name): \($0)" }
    }
    return found
  }
}

extension CommandLineTool {
  /// The violations in the declarations of the tool and all its commands.
  var violations: [String] {
    command.violations + lostCommonOptions
  }

  /// Common options that a command lacks: they would be lost if given before it.
  private var lostCommonOptions: [String] {
    let added: Set<String> = [
      StandardOption.help, StandardOption.version, StandardOption.completion,
    ]
    let common = command.options.filter { !added.contains($0.name) }
    let helpName = command.subcommands.last?.name
    return command.runnable.filter { $0.name != helpName }.flatMap { command in
      common.filter { option in !command.options.contains { $0.isSpeltLike(option) } }
        .map { "\(command.name): does not have the common option --\($0.name)" }
    }
  }
}

extension Option {
  fileprivate func isSpeltLike(_ other: Option) -> Bool {
    spellings == other.spellings && (value == nil) == (other.value == nil)
  }

  fileprivate var violations: [String] {
    var found = lineViolations(help, "the help")
    if !isKebab(name) { found.append("the name is not in lower case with hyphens") }
    if let short, !(short.isASCII && (short.isLetter || short.isNumber)) {
      found.append("'\(short)' is not an ASCII letter or digit")
    }
    if let value { found += placeholderViolations(value.name) + value.kind.violations }
    if details.contains(where: \.isEmpty) { found.append("a paragraph is empty") }
    return found
  }
}

extension ValueKind {
  fileprivate var violations: [String] {
    switch self {
    case .text, .integer, .byteCount: []
    case .file(let extensions):
      extensions.contains { $0.isEmpty || $0.hasPrefix(".") } ? ["an extension has a dot"] : []
    case .choice(let choices):
      (choices.isEmpty ? ["has no choices"] : []) + Self.violations(of: choices)
    case .word(_, let words): Self.violations(of: words)
    }
  }

  private static func violations(of words: [Choice]) -> [String] {
    duplicates(words.map(\.name)).map { "'\($0)' is declared twice" }
      + words.filter { $0.name.isEmpty || $0.name.contains(" ") }
      .map { "'\($0.name)' is not one word" }
      + words.flatMap {
        lineViolations($0.summary, "the summary of '\($0.name)'", mayBeginWithAName: true)
      }
  }
}

private func exampleViolations(_ examples: [Example], of name: String) -> [String] {
  let tool = name.prefix { $0 != " " }
  return examples.flatMap { example in
    (example.command.contains(tool) ? [] : ["'\(example.command)' does not show \(tool)"])
      + lineViolations(example.caption, "the caption of '\(example.command)'")
  }
}

private func statusViolations(_ statuses: [ExitStatus]) -> [String] {
  let codes = statuses.map(\.code)
  let isAscending = zip(codes, codes.dropFirst()).allSatisfy { $0 < $1 }
  let isInRange = codes.allSatisfy { (0...255).contains($0) }
  return (isAscending && isInRange ? [] : ["exit statuses are not ascending from 0 to 255"])
    + statuses.flatMap { lineViolations($0.meaning, "the meaning of status \($0.code)") }
}

/// The violations in a line of help.
///
/// A line starts in lower case (or with a name such as JSON) and has no full stop.
private func lineViolations(_ line: String, _ what: String, mayBeginWithAName: Bool = false)
  -> [String]
{
  guard let first = line.first else { return ["\(what) is missing"] }
  let isShouted = line.dropFirst().first.map { $0.isUppercase || $0.isNumber } ?? false
  var found: [String] = []
  if first.isUppercase, !isShouted, !mayBeginWithAName {
    found.append("\(what) does not begin in lower case")
  }
  if first == " " || line.last == " " { found.append("\(what) has a space around it") }
  if line.last == "." { found.append("\(what) ends in a full stop") }
  if line.contains(where: \.isNewline) { found.append("\(what) is more than one line") }
  return found
}

private func placeholderViolations(_ name: String) -> [String] {
  if name.isEmpty { return ["the value has no name"] }
  return name.contains(where: \.isNewline) ? ["the value's name is more than one line"] : []
}

/// Whether a name is lower-case ASCII words and digits joined by hyphens.
private func isKebab(_ name: String) -> Bool {
  let words = name.split(separator: "-", omittingEmptySubsequences: false)
  let isLetterOrDigit = { (character: Character) in
    character.isASCII && (character.isLowercase || character.isNumber)
  }
  return name.first?.isLetter == true
    && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isLetterOrDigit) }
}

private func duplicates(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { !seen.insert($0).inserted }
}
