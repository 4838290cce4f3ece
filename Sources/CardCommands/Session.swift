import CardArguments
import CardJSON
import CardProcessing

/// An option of cardctl.
typealias Option = CardArguments.Option<Session>
/// A group of options of cardctl.
typealias OptionGroup = CardArguments.OptionGroup<Session>
/// A command of cardctl.
typealias Command = CardArguments.Command<Session>
/// A parsed command line of cardctl.
typealias Line = ParsedArguments<Session>

/// The console of a run and the parsed options, with functions that print messages.
///
/// It has the options of all commands, so that an option of several commands is declared once. Each
/// command reads only its own options and the shared ones.
struct Session: Sendable {
  /// The streams and the environment of the run.
  var console: Console

  var common = CommonOptions()
  var cards = CardOptions()
  var device = DeviceOptions()
  var stream = StreamOptions()
  var selection = SelectionOptions()
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

  /// Creates the session of a command line without options.
  init(console: Console) { self.console = console }

  /// Creates a printer of messages to standard error, at most `limit` of each kind.
  func printer(limit: Int = .max) -> MessagePrinter {
    MessagePrinter(
      OutputStream(console.error, name: "<stderr>", passesControls: true), limit: limit,
      isColored: common.color.applies(to: console.error, console),
      printsNotes: !common.isQuiet)
  }

  /// Prints a message to standard error, even with `--quiet`.
  func say(_ text: String) { printer().say(text) }

  /// Prints a note, unless `--quiet` is given.
  func note(_ text: String) { printer().note(text) }

  /// Prints a note if no time is both after one of `after` and before one of `before`.
  func note(
    unlessInOrder after: (name: String, times: [TimeArgument]),
    _ before: (name: String, times: [TimeArgument])
  ) {
    let (now, zone) = (now, zone)
    func isEarlier(_ one: TimeArgument, _ other: TimeArgument) -> Bool {
      one.milliseconds(at: now, in: zone) < other.milliseconds(at: now, in: zone)
    }
    guard let first = after.times.min(by: isEarlier), let last = before.times.max(by: isEarlier),
      !isEarlier(first, last)
    else { return }
    note(
      "no card can match: \(after.name) '\(first.text)' is not before \(before.name) '\(last.text)'"
    )
  }

  /// The time zone of dates, days and printed times.
  var zone: Zone { common.zone ?? .utc }

  /// The time that ages and durations are relative to, in epoch milliseconds.
  var now: Int64 { cards.now?.milliseconds(at: console.now, in: zone) ?? console.now }
}
