import CardArguments
import CardProcessing

/// An option of cardctl.
typealias Option = CardArguments.Option<Session>
/// Options of cardctl under one heading.
typealias OptionGroup = CardArguments.OptionGroup<Session>
/// A command of cardctl.
typealias Command = CardArguments.Command<Session>
/// A parsed line of cardctl.
typealias Line = ParsedArguments<Session>

/// The console of a run, its options as they were typed, and its messages.
///
/// All commands share one type, so that an option that several commands have is declared once. Each
/// command reads its own settings and those that it shares.
struct Session: Sendable {
  /// The streams and the environment of the run.
  var console: Console

  var common = CommonOptions()
  var cards = CardOptions()
  var device = DeviceOptions()
  var stream = StreamOptions()
  var output = OutputOptions()
  var convert = ConvertOptions()
  var filter = FilterOptions()
  var validate = ValidateOptions()
  var inspect = InspectOptions()
  var journal = JournalOptions()
  var events = EventOptions()
  var record = RecordOptions()
  var show = ShowOptions()
  var summary = SummaryOptions()
  var export = ExportOptions()
  var check = CheckOptions()
  var rotate = RotateOptions()
  var delete = DeleteOptions()

  /// The settings of a line without options.
  init(console: Console) { self.console = console }

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
  var now: Int64 { cards.now?.milliseconds(at: console.now) ?? console.now }
}
