import CardProcessing
import CardJSON
import ContentCardKit
import Foundation

/// The function that the fuzzer calls for each input.
typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// The entry point of the fuzzer, whose `main` would conflict with that of the program.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>, _ words: UnsafeMutableRawPointer, _ test: Test
) -> Int32

/// The entry point of the program, under the name that the package manager gives it.
@_cdecl("Fuzz_main")
public func main(_ count: Int32, _ words: UnsafeMutableRawPointer) -> Int32 {
  var (count, words) = (count, words)
  return runFuzzer(&count, &words, testOneInput)
}

/// One input; FUZZ_TARGET selects how it is read.
private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let target: @Sendable ([UInt8]) -> Void = {
  switch ProcessInfo.processInfo.environment["FUZZ_TARGET"] {
  case "json": return json
  case "registry": return registry
  case "where": return condition
  case "configuration": return configuration
  case "overrides": return overrides
  case "gitignore": return gitIgnore
  case "arguments": return arguments
  case "journal": return journal
  case "import": return importedEvents
  case "baseline": return baseline
  case "feed": return localFeed
  case "carrier": return carrier
  case "fix": return fix
  case "why": return why
  default: return cards
  }
}()

/// Checks that must succeed for every input.
func require(_ isTrue: Bool, _ message: String) {
  if !isTrue { fatalError(message) }
}

/// The scanner accepts an input exactly if the grammar does.
@Sendable private func json(_ bytes: [UInt8]) {
  var buffer = ByteBuffer(bytes)
  let text = buffer.sealed()
  var scanner = JSONScanner()
  var isValid = false
  if case .value(let end) = scanner.scan(text) {
    isValid = bytes[end...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
  let isText = JSONChecker(bytes: bytes).isText(depth: JSONScanner.depthLimit)
  require(isValid == isText, "the scanner says \(isValid), the grammar \(isText)")
}

/// A card that was read is read again if it is the only card of an envelope, where weak marks are
/// enough.
@Sendable private func cards(_ bytes: [UInt8]) {
  for text in ReadCards(in: bytes).texts.prefix(8) {
    let again = ReadCards(in: #"{"cards":[\#(text)]}"#.utf8)
    let isCard = again.texts.count == 1 && again.problems.isEmpty
    require(isCard, "a card that was read is none: \(text)")
  }
}

/// The cards of an input, and the problems.
private struct ReadCards: CardVisitor {
  private(set) var texts: [String] = []
  private(set) var problems: [String] = []

  init(in bytes: some Collection<UInt8>) {
    var buffer = ByteBuffer(bytes)
    var reader = CardReader(ReadingOptions(), self)
    _ = reader.read(Block(buffer.sealed()))
    self = reader.visitor
  }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    texts.append(card.raw.text)
    _ = ContentCard(card).metaData
  }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) {
    problems.append(problem.description)
  }
}

/// Writing and reading a valid registry again gives the same registry.
@Sendable private func registry(_ bytes: [UInt8]) {
  guard let registry = try? Registry(parsing: bytes) else { return }
  var buffer = ByteBuffer()
  registry.appendJSON(to: &buffer)
  let again = try? Registry(parsing: Array(buffer.view.text.utf8))
  require(again == registry, "a registry is written as another one")
}

/// Conditions and times are accepted or refused, without a trap.
@Sendable private func condition(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  _ = try? Condition(text)
  _ = try? TimeArgument(text)
}
