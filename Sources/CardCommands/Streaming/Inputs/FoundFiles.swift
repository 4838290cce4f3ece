@_spi(CardTool) import CardJSON
import CardRules
@_spi(CardTool) import ContentCards
import CardPlatform

/// Decides which of the files that were found in folders are read.
struct FoundFiles: ~Copyable {
  private var recognizer: FileRecognizer
  private let own: [FileStatus.Identity]
  /// What is looked at of a file after its beginning.
  private var rest = ByteBuffer()
  private var spare = ByteBuffer()

  /// How many bytes are the beginning of a file: of most files all.
  private static let beginning = 1 << 16
  /// How many bytes after it are looked at together.
  private static let step = 1 << 18

  /// Decisions by `selection`, for cards that are read with `options`.
  init(_ selection: InputSelection, _ options: CardReader.Options) {
    recognizer = FileRecognizer(options, takesRequests: selection.takesRequests)
    own = selection.own
  }

  /// Why an open file is not read; nil when it is, and then `beginning` is what was read of it.
  mutating func reasonToLeaveOut(_ file: InputDescriptor, _ beginning: inout ByteBuffer)
    throws(SystemFailure) -> LeftOut?
  {
    guard file.isRegular else { return .noFile }
    if own.contains(file.identity) { return .ownFile }
    recognizer.begin()
    let progress = try file.read(
      into: &beginning, upTo: FoundFiles.beginning, seen: 0, output: -1)
    var answer = recognizer.look(at: beginning.sealed(), isFinal: progress == .end)
    if answer.isOfCards == nil {
      rest.removeAll()
      rest.append(beginning.view.slice(answer.consumed..<beginning.count))
    }
    var offset = beginning.count
    while answer.isOfCards == nil {
      let count = try file.read(
        at: offset, max(FoundFiles.step, rest.count), into: &rest)
      offset += count
      answer = recognizer.look(at: rest.sealed(), isFinal: count == 0)
      spare.removeAll()
      spare.append(rest.view.slice(answer.consumed..<rest.count))
      swap(&rest, &spare)
    }
    return answer.isOfCards == true ? nil : .foreign
  }
}
