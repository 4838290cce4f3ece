import Arguments
import CardJSON
import ContentCards

/// `cardctl inspect`: shows what is in an input, in the terminal and as users will see it.
enum InspectCommand {
  static let declaration = CommandDeclaration(
    name: "cardctl inspect",
    abstract: "show what is in here: counts, one card in full, a preview",
    discussion: [
      "Reads cards of any shape and shows what they are, how many of what there are, and what is "
        + "wrong with them."
    ],
    initial: InspectOptions(),
    options: InspectOptions.options,
    operands: [
      .any("FILE", kind: .file(extensions: CardFiles.extensions), "read these files, - is stdin")
    ],
    examples: [
      Example("cardctl inspect feed.json", "what is in a feed"),
      Example("cardctl inspect --to html feed.json > feed.html", "what users will see"),
    ],
    exitStatuses: ExitStatuses.ofCards)

  static func run(_ line: ParsedArguments<InspectOptions>, _ console: Console) throws -> Int32 {
    let session = Session(console: console, common: line.options.common)
    let configuration = try Configuration.inForce(line.options.common, console)
    let registry = try session.registry(line.options.cards, configuration)
    if line.options.showsRegistry {
      var text = ByteBuffer()
      registry.appendJSON(to: &text)
      text.append(UInt8(ascii: "\n"))
      try OutputStream(console.output, name: "<stdout>").write(text.view)
    }
    return ExitStatuses.done
  }
}
