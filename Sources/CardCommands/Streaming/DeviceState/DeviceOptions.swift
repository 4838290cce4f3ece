import CardArguments

/// The options of commands that show cards as a device would.
struct DeviceOptions: Sendable {
  var merges = false
  var journal: String?
  var user: String?
  var device: String?

  static let options: [OptionGroup<DeviceOptions>] = [
    OptionGroup(
      "Device",
      [
        Option.flag(
          "merge", \.merges, "read the inputs as successive sync responses of one device"
        ).explained(
          "What is left is the feed that the device holds: of each card the newest copy, without "
            + "what was removed, dismissed or has expired, in the order of arrival. All responses "
            + "are taken to come at the time of --at. Of a card's bytes only what says that it was "
            + "seen is changed, when an older copy says so. The cards are held in memory."),
        Option.value(
          "journal", \.journal, valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
          "take cards for viewed, clicked or dismissed when this journal says so"
        ).explained(
          "The events of all users count, unless --user or --device is given. The ids of the "
            + "journal are held in memory."),
        .value(
          "user", \.user, valueName: "ID", "with --journal, only what this user did counts"),
        .value(
          "device", \.device, valueName: "ID", "with --journal, only what was done there counts"),
      ]
    ).rare()
  ]

  /// Whose events of the journal count.
  var owner: DeviceJournal.Owner { DeviceJournal.Owner(user: user, device: device) }

  /// Refuses options that would have no effect.
  func check<Options>(_ line: ParsedArguments<Options>, _ command: CommandName)
    throws(ArgumentError)
  {
    guard journal == nil else { return }
    try line.refuse(["user", "device"], "it needs --journal", of: command)
  }
}
