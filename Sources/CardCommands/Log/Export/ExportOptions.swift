import CardArguments
import CardRules

/// What `cardctl log export` turns events into.
enum ExportFormat: String, OptionChoice {
  case currents
  case usersTrack = "users-track"

  var summary: String {
    switch self {
    case .currents: "events of Currents as its Custom HTTP connector sends them, one a line"
    case .usersTrack: "bodies for /users/track with custom events, one a line"
    }
  }
}

/// The options of `cardctl log export`.
struct ExportOptions: Sendable {
  var common = CommonOptions()
  var events = EventOptions()
  var format: ExportFormat?
  var appID: String?
  var namePrefix = "content_card_"
  var chunk = 50
  var output: String?

  /// The most objects that one request to /users/track may hold.
  static let mostObjects = 75

  static let options: [OptionGroup<ExportOptions>] =
    EventOptions.options.lifted(to: \.events) + [form]
    + CommonOptions.unconfigured.lifted(to: \.common)

  private static let form = OptionGroup<ExportOptions>(
    "Output",
    [
      .value("to", \.format, valueName: "FORMAT", "export to this form"),
      Option.custom(
        "app-id", \.appID, valueName: "ID", "the id of the app, which currents needs",
        parse: { text throws(ValueProblem) in try appID(text) }
      ).explained("Of users-track it becomes the app_id of each event; without it there is none."),
      Option.custom(
        "name-prefix", \.namePrefix, valueName: "TEXT", "what begins the names of users-track",
        describe: { $0 }, parse: { text throws(ValueProblem) in try prefix(text) }
      ).explained(
        "Behind it come impression, control_impression, click and dismissal: the custom events "
          + "are content_card_impression and so on."),
      Option.integer(
        "chunk", \.chunk, range: 1...mostObjects, "put at most so many events into one body"
      ).explained("The API takes 75 objects in one request; some plans only 50."),
      .output(\.output),
    ])

  private static func appID(_ text: String) throws(ValueProblem) -> String? {
    if text.isEmpty { throw .reason("expected the id of an app") }
    return text
  }

  private static func prefix(_ text: String) throws(ValueProblem) -> String {
    let longest = TrackExport.longestName - TrackExport.longestEvent
    if text.unicodeScalars.count > longest {
      throw .reason(
        "expected at most \(longest) characters, so that names have at most "
          + "\(TrackExport.longestName)")
    }
    return text
  }
}
