// The short help (`-h`): usage, commands, and one line per option that is not rare.

extension Command {
  /// The short help as text, in lines of at most `width` characters unless a word is longer.
  ///
  /// - Parameter hasOptions: whether to list options; false if the user typed only the tool's name.
  package func shortHelp(width: Int, isStyled: Bool = false, hasOptions: Bool = true) -> String {
    var page = PageLines(width: width, isStyled: isStyled)
    page.addWrapped((["usage:", name] + usage).joined(separator: " "), hanging: 4)
    page.addGap()
    page.addWrapped(abstract)
    if isFamily {
      page.addGap()
      page.addHeading("Commands:")
      page.addTable(subcommands.map { ($0.word, $0.abstract) })
    }
    if hasOptions {
      page.addGap()
      let options = options.filter { !$0.isRare }
      page.addTable(
        operands.map { ($0.name, $0.help + $0.kind.namesInShort) }
          + options.map { ($0.label, $0.help + ($0.value?.kind.namesInShort ?? "")) })
    }
    page.addGap()
    if isTool {
      page.addHeading("Getting started:")
      for example in examples {
        page.addWrapped(example.caption, indent: 2)
        page.add("    \(example.command)")
      }
      page.addGap()
    }
    page.addWrapped("\(hint) for more")
    return page.text
  }

  /// The placeholders after the name in the usage line.
  var usage: [String] {
    let rest = operands.map { operand in
      let name = operand.isRequired ? operand.name : "[\(operand.name)]"
      return operand.isRepeatable ? "\(name)..." : name
    }
    return (isFamily ? ["COMMAND"] : []) + ["[OPTION]..."]
      + (isTool ? ["[OPERAND]..."] : rest)
  }
}

extension ValueKind {
  /// The choices as the end of a line of help, such as `: csv or tsv`; empty if there are too many.
  fileprivate var namesInShort: String {
    guard case .choice(let choices) = self else { return "" }
    let names = choices.map(\.name).joinedWithOr
    return names.count <= maximumListedLength ? ": \(names)" : ""
  }
}

/// The maximum length of choices in a line of the short help, in characters.
private let maximumListedLength = 110

extension Option {
  /// The option's entry in the list of options, such as `-o, --output FILE`.
  fileprivate var label: String {
    let letter = short.map { "-\($0), " } ?? "    "
    let long = isNegatable ? "--[no-]\(name)" : "--\(name)"
    return letter + long + (value.map { " \($0.name)" } ?? "")
  }
}
