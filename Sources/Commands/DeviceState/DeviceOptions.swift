import Arguments

/// The options of commands that show cards as a device would.
struct DeviceOptions: Sendable {
  var merges = false
  var journal: String?

  static let options: [OptionGroup<DeviceOptions>] = [
    OptionGroup(
      "Device",
      [
        Option.flag(
          "merge", \.merges, "read the inputs as successive sync responses of one device"
        ).explained(
          "What is left is the feed that the device holds: of each card the newest copy, without "
            + "what was removed, dismissed or has expired, in the order of arrival. All responses "
            + "are taken to come at the time of --at. The cards are held in memory."),
        Option.value(
          "journal", \.journal, valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
          "take cards for viewed, clicked or dismissed when this journal says so"
        ).explained("The ids of the journal are held in memory."),
      ]
    ).rare()
  ]
}
