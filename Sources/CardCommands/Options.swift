import CardArguments

/// An option of cardctl.
typealias Option = CardArguments.Option<Options>
/// Options of cardctl under one heading.
typealias OptionGroup = CardArguments.OptionGroup<Options>
/// A command of cardctl.
typealias Command = CardArguments.Command<Options>
/// A parsed line of cardctl.
typealias Line = ParsedArguments<Options>

/// The settings of a command line, as they were typed.
///
/// All commands share one type, so that an option that several commands have is declared once. Each
/// command reads its own settings and those that it shares.
struct Options: Sendable {
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
}
