import CardArguments
import CardJSON

/// The conditions for colored output.
enum ColorChoice: String, OptionChoice {
  case auto = "auto: on a terminal, unless NO_COLOR is set or TERM is dumb"
  case always = "always: even in files and pipes"
  case never = "never: no color"
}

/// The options of every command.
struct CommonOptions: Sendable {
  var color = ColorChoice.auto
  var isQuiet = false
  var configuration: String?
  var usesConfiguration = true
  /// The time zone, if --tz or the configuration names one.
  var zone: Zone?

  static let options = [
    OptionGroup(
      "General",
      [
        .choice("color", ColorChoice.self, valueName: "WHEN", "use color") {
          $0.common.color = $1
        }.byDefault("auto"),
        .flag("quiet", short: "q", "print errors only, no notes or progress") {
          $0.common.isQuiet = $1
        },
        .value(
          "config", valueName: "FILE", kind: .file(extensions: ["json"]),
          "read this configuration file"
        ) { $0.common.configuration = $1 }.explained(
          "The default is the nearest .cardctl.json, or the file that CARDCTL_CONFIG names."
        ).excludes("no-config"),
        .flag("no-config", "read no configuration file") { $0.common.usesConfiguration = !$1 },
      ]
    ).rare(except: "quiet").explained(by: "cardctl help")
  ]
}

extension ColorChoice {
  /// Whether a stream is colored.
  ///
  /// This is determined by the option, NO_COLOR, CLICOLOR_FORCE, and whether the stream is a
  /// terminal that supports colors, in this order.
  func applies(to descriptor: Int32, _ console: Console) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if console.variable("NO_COLOR") != nil { return false }
    if let force = console.variable("CLICOLOR_FORCE"), force != "0" { return true }
    return console.isCapableTerminal(descriptor)
  }
}
