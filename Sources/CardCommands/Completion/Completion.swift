import CardArguments

/// `cardctl __complete WORD...`: what the completion scripts ask when the tab key is pressed.
///
/// The words are those of the line up to the cursor, the last one the word that is being typed.
/// What cannot be known is left out: nothing is ever printed but the answer, and a file that cannot
/// be read has no names in it.
enum Completion {
  /// The word that asks for it; no command bears it, and no page shows it.
  static let word = "__complete"

  /// Answers a line.
  static func run(_ words: [String], _ console: Console) -> Int32 {
    let point = CompletionPoint(words, in: Tool.manual)
    let vocabulary = CompletionVocabulary(point, console)
    let answer = point.answer(vocabulary.answer)
    let output = OutputStream(console.output, name: "<stdout>", passesControls: true)
    let isWritten = (try? output.write(answer.text(at: point))) != nil
    return isWritten ? ExitStatuses.done : ExitStatuses.inputOutput
  }
}
