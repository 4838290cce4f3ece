import CardJSON

/// The answer to a shell when the tab key is pressed: words, and how the line continues.
///
/// As text it is what the completion scripts read: a line for each word, with a tab and its
/// meaning where there is one, and then a line that begins with a colon.
package struct CompletionAnswer: Hashable, Sendable {
  /// How the line goes on.
  package enum Ending: Hashable, Sendable {
    /// After the word comes the next one.
    case word
    /// The word may go on: no space is put after it.
    case open
    /// Files are possible too: those with these extensions, or all if there are none
    /// given, and directories.
    case files([String])
    /// Directories are possible too.
    case directories
  }

  /// The words, each of them the whole of the one that is being typed, and what they mean.
  package var words: [Choice]
  /// How the line goes on.
  package var ending: Ending

  /// An answer of the given parts.
  package init(_ words: [Choice] = [], _ ending: Ending = .word) {
    self.words = words
    self.ending = ending
  }

  /// The answer as completion scripts read it.
  ///
  /// - Parameter point: where the words go; of those that do not begin with what is typed, none is
  ///   part of the text.
  package func text<Settings>(at point: CompletionPoint<Settings>) -> String {
    var lines: [String] = []
    for word in words where word.name.utf8.starts(with: point.typed.utf8) {
      // A word that holds a control character would act in the shell and cannot be typed anyway.
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
    case .directories: "directories"
    }
  }
}

extension CompletionPoint {
  /// The answer as far as declarations give it.
  ///
  /// - Parameter vocabulary: gives the words of a kind that only the input or the configuration
  ///   knows; nil for what is declared.
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

  /// The long names of options; the short one only where it has been typed.
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
    case .word(let vocabulary): CompletionAnswer(vocabulary.words)
    case .file(let extensions): CompletionAnswer([], .files(extensions))
    case .directory: CompletionAnswer([], .directories)
    case .text, .integer, .byteCount, .time: CompletionAnswer()
    }
  }
}
