import CardArguments

/// The page about the shared behavior of the commands that read cards, cardctl-inputs(7).
enum InputsPage {
  static let abstract = "inputs, and the options of every command that reads cards"

  static var page: ManualPage {
    ManualPage(
      name: "cardctl-inputs", section: 7, abstract: abstract,
      sections: [
        ManualSection("INPUTS", ToolProse.inputs.blocks),
        ManualSection("BAD RECORDS", ToolProse.badRecords.blocks),
        ManualSection("TIMES", ToolProse.times.blocks),
        ManualSection(
          "OPTIONS",
          (CardOptions.options + DeviceOptions.options).filter { $0.topic != nil }.blocks()),
        ManualSection("SEE ALSO", "`cardctl(1)`, `cardctl-formats(5)`"),
      ])
  }
}
