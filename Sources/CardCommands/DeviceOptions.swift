import CardArguments

/// The options of commands that process cards as a device would.
struct DeviceOptions: Sendable {
  var merges = false
  var journal: String?
  var user: String?
  var device: String?

  static let options: [OptionGroup] = [
    OptionGroup(
      "Device",
      [
        .flag("merge", "read the inputs as successive sync responses of one device") {
          $0.device.merges = $1
        }.explained(
          """
          The result is the feed that the device holds: the newest copy of each card, without \
          cards that were removed or dismissed or have expired, in the order of arrival. A \
          response arrives at the time of its request in a HAR file, or else at the later of its \
          watermarks, or else at --at. A card's bytes change only if an older copy was viewed. \
          The cards are kept in memory, and so is one response.
          """),
        .value(
          "journal", valueName: "FILE", kind: .file(extensions: CardFiles.extensions),
          "mark cards as viewed, clicked or dismissed from this journal"
        ) { $0.device.journal = $1 }.explained(
          """
          Events of all users are used unless --user or --device is given. The ids in the \
          journal are kept in memory.
          """),
        .value("user", valueName: "ID", "the device's current user") { $0.device.user = $1 }
          .byDefault("the one that a request or a response names last").explained(
            "Responses for other users are discarded, and --journal uses only this user's events. "
              + "By default, a change of the user empties the feed."
          ).only(
            when: {
              let device = $0.options.device
              return device.merges || device.journal != nil
                || $0.options.inspect.view.readsSyncResponses
            }, "it needs --merge or --journal"),
        .value("device", valueName: "ID", "with --journal, use only the events of this device") {
          $0.device.device = $1
        }.only(when: { $0.options.device.journal != nil }, "it needs --journal"),
      ]
    ).rare().explained(by: CardOptions.topic)
  ]
}
