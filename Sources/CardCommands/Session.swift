import CardPlatform
import CardProcessing

/// The console of a run, its options as they were typed, and its messages.
struct Session {
  /// The settings of the command line.
  var options: Options

  init(_ options: Options) { self.options = options }

  var console: Console { options.console }
  var common: CommonOptions { options.common }

  /// A printer of messages on standard error, at most `limit` of each kind.
  func printer(limit: Int = .max) -> MessagePrinter {
    MessagePrinter(
      OutputStream(console.error, name: "<stderr>", passesControls: true), limit: limit,
      isColored: common.color.applies(to: console.error, console))
  }

  /// Prints requested text, such as a summary.
  func say(_ text: String) { printer().say(text) }

  /// Prints a note, which is not an error; nothing with `--quiet`.
  func note(_ text: String) { if !common.isQuiet { say(text) } }

  /// Notes that no time is after one of `after` and before one of `before`, with the names of the
  /// options that said so.
  func note(
    unlessInOrder after: (name: String, times: [TimeArgument]),
    _ before: (name: String, times: [TimeArgument]), at now: Int64
  ) {
    func isEarlier(_ one: TimeArgument, _ other: TimeArgument) -> Bool {
      one.milliseconds(at: now) < other.milliseconds(at: now)
    }
    guard let first = after.times.min(by: isEarlier), let last = before.times.max(by: isEarlier),
      !isEarlier(first, last)
    else { return }
    note(
      "no card can match: \(after.name) '\(first.text)' is not before \(before.name) '\(last.text)'"
    )
  }

  /// The reference time, in epoch milliseconds.
  var now: Int64 { options.cards.now?.milliseconds(at: console.now) ?? console.now }
}
