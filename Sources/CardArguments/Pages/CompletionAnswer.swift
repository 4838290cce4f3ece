import CardJSON

/// The response to a shell's completion request: words, and how the line continues.
///
/// The completion scripts read it as text: one line per word, with a tab and its meaning if it has
/// one, then a line that begins with a colon.
package struct CompletionAnswer: Hashable, Sendable {
  /// The way the line continues after a word.
  package enum Ending: Hashable, Sendable {
    /// The word is complete.
    case word
    /// The word may continue, so the shell adds no space.
    case open
    /// File names with these extensions, or all if the list is empty, are also possible.
    case files([String])
  }

  /// The complete words with their meanings.
  package var words: [Choice]
  /// The way the line continues.
  package var ending: Ending

  /// Creates a response.
  package init(_ words: [Choice] = [], _ ending: Ending = .word) {
    (self.words, self.ending) = (words, ending)
  }

  /// The response for the completion scripts, without words that do not begin with the typed text.
  package func text<Settings>(at point: CompletionPoint<Settings>) -> String {
    var lines: [String] = []
    for word in words where word.name.utf8.starts(with: point.typed.utf8) {
      // Control characters could affect the shell, and cannot be typed anyway.
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
  /// The response from the declarations and `vocabulary`, which returns the words of a kind whose
  /// words depend on the input or the configuration, or nil.
  package func answer(_ vocabulary: (ValueKind) -> CompletionAnswer?) -> CompletionAnswer {
    switch target {
    case .words(let words): CompletionAnswer(words)
    case .values(let kind): vocabulary(kind) ?? kind.declaredAnswer
    }
  }
}

extension ValueKind {
  fileprivate var declaredAnswer: CompletionAnswer {
    switch self {
    case .choice(let choices): CompletionAnswer(choices)
    case .word(_, let words): CompletionAnswer(words)
    case .file(let extensions): CompletionAnswer([], .files(extensions))
    case .text, .integer, .byteCount: CompletionAnswer()
    }
  }
}
