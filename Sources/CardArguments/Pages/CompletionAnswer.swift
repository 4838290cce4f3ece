import CardJSON

/// The answer to a shell's completion request: words, and the continuation of the line.
///
/// The completion scripts read it as text: one line per word, with a tab and its meaning, if any,
/// and then a line that begins with a colon.
package struct CompletionAnswer: Hashable, Sendable {
  /// The continuation of the line after a word.
  package enum Ending: Hashable, Sendable {
    /// The next word follows.
    case word
    /// The word may continue, so no space is added.
    case open
    /// File names are possible too: those with these extensions, or all if the list is empty, and
    /// directories.
    case files([String])
  }

  /// The complete words, and their meanings.
  package var words: [Choice]
  /// The continuation of the line.
  package var ending: Ending

  /// Creates an answer.
  package init(_ words: [Choice] = [], _ ending: Ending = .word) {
    (self.words, self.ending) = (words, ending)
  }

  /// The answer in the format of the completion scripts.
  ///
  /// - Parameter point: the point of completion. Words that do not begin with the typed text are
  ///   omitted.
  package func text<Settings>(at point: CompletionPoint<Settings>) -> String {
    var lines: [String] = []
    for word in words where word.name.utf8.starts(with: point.typed.utf8) {
      // A control character would have an effect in the shell, and cannot be typed anyway.
      guard !word.name.unicodeScalars.contains(where: ControlEscapes.isActive) else { continue }
      let summary = ControlEscapes.escaped(word.summary)
      lines.append(point.kept + word.name + (summary.isEmpty ? "" : "\t\(summary)"))
    }
    return (lines + [":" + ending.text]).map { $0 + "\n" }.joined()
  }
}

extension CompletionAnswer.Ending {
  fileprivate var text: String {
    switch self {
    case .word: "word"
    case .open: "open"
    case .files(let extensions): (["files"] + extensions).joined(separator: " ")
    }
  }
}

extension CompletionPoint {
  /// The answer according to the declarations.
  ///
  /// - Parameter vocabulary: returns the words of a kind that only the input or the configuration
  ///   knows, or nil to use the declared ones.
  package func answer(_ vocabulary: (ValueKind) -> CompletionAnswer?) -> CompletionAnswer {
    switch target {
    case .nothing: CompletionAnswer()
    case .command(let commands):
      CompletionAnswer(commands.map { Choice(name: $0.word, summary: $0.abstract) })
    case .option(let options): CompletionAnswer(words(for: options))
    case .operand(let operand): vocabulary(operand.kind) ?? operand.kind.declaredAnswer
    case .value(let value): vocabulary(value.kind) ?? value.kind.declaredAnswer
    }
  }

  /// The long names of options; the short one only if it was typed.
  private func words(for options: [Option<Settings>]) -> [Choice] {
    options.flatMap { option in
      let spellings = option.spellings.filter { $0.utf8.starts(with: "--".utf8) || $0 == typed }
      return spellings.map { spelling in
        let isNegation = spelling == "--no-\(option.name)"
        return Choice(name: spelling, summary: (isNegation ? option.negation : nil) ?? option.help)
      }
    }
  }
}

extension ValueKind {
  /// The answer that the declaration gives.
  fileprivate var declaredAnswer: CompletionAnswer {
    switch self {
    case .choice(let choices): CompletionAnswer(choices)
    case .word(_, let words): CompletionAnswer(words)
    case .file(let extensions): CompletionAnswer([], .files(extensions))
    case .text, .integer, .byteCount: CompletionAnswer()
    }
  }
}
