import CardArguments
import CardJSON
import CardPlatform
import ContentCardKit
import EventJournal

/// Names out of the beginning of files of cards, for completions.
///
/// At most the first megabyte of each of four files is read, and at most 200 names of a kind are
/// kept, so that the answer is there before the finger has left the key. Only regular files are
/// opened: a pipe would have to be waited for.
struct CardSample {
  /// The ids of cards, each once, with the cards' titles.
  private(set) var ids: [Choice] = []
  /// The keys of their extras, each once.
  private(set) var extrasKeys: [String] = []
  /// The texts that they have as values, each once.
  private var extrasValues: [String: [String]] = [:]
  private var seenIDs: Set<String> = []
  private var seenKeys: Set<String> = []

  /// How many bytes of a file are read.
  private static let size = 1 << 20
  /// How many files are read.
  private static let files = 4
  /// How many names of a kind are kept.
  private static let names = 200
  /// The longest value that is offered, in bytes: a longer one cannot be read in a list.
  private static let valueLimit = 100

  init(_ paths: [String], _ options: ReadingOptions, _ console: Console) {
    for path in paths.prefix(CardSample.files) {
      var bytes = ByteBuffer()
      guard let isWhole = CardSample.read(path, into: &bytes, console) else { continue }
      var reader = CardReader(options, self)
      _ = reader.read(Block(bytes.sealed(), isFinal: isWhole))
      self = reader.visitor
    }
  }

  /// The values that extras with this key have.
  func values(of key: String) -> [String] { extrasValues[key] ?? [] }

  /// Reads the beginning of a file; whether that is all of it, nil when it cannot be read.
  private static func read(_ path: String, into bytes: inout ByteBuffer, _ console: Console)
    -> Bool?
  {
    let path = console.resolved(inHome(path, console))
    guard (try? SystemCalls.fileStatus(behind: path, name: path))??.kind == .regular,
      let descriptor = try? SystemCalls.open(path, .nonBlocking)
    else { return nil }
    defer { SystemCalls.close(descriptor) }
    while bytes.count < size {
      let room = size - bytes.count
      guard let count = try? SystemCalls.read(descriptor, room, into: &bytes, name: path) else {
        return nil
      }
      if count == 0 { return true }
    }
    return false
  }

  /// The path with a `~` in front resolved, which shells leave to be done.
  private static func inHome(_ path: String, _ console: Console) -> String {
    guard path.hasPrefix("~/"), let home = console.variable("HOME") else { return path }
    return home + path.dropFirst()
  }
}

/// Collects the names in cards until there are enough.
extension CardSample: CardVisitor {
  var wantsMore: Bool { ids.count < CardSample.names }

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) {
    if let id = card.text(.id)?.string, isHarmlessName(id), seenIDs.insert(id).inserted {
      ids.append(Choice(name: id, summary: CardSample.summary(card)))
    }
    card.forEachExtra { key, value in
      let key = key.string
      guard extrasKeys.count < CardSample.names, isHarmlessName(key) else { return }
      if seenKeys.insert(key).inserted { extrasKeys.append(key) }
      if case .text(let text) = value { add(text.string, of: key) }
    }
  }

  private mutating func add(_ value: String, of key: String) {
    let known = extrasValues[key, default: []]
    let isNew = known.count < CardSample.names && !known.contains(value)
    if isNew, value.utf8.count <= CardSample.valueLimit, isHarmlessName(value) {
      extrasValues[key, default: []].append(value)
    }
  }

  /// The title, cut to what fits beside an id and unable to act on a terminal.
  private static func summary(_ card: Card) -> String {
    let title = card.text(.title)?.string.prefix(40) ?? ""
    return TerminalText.escaped(String(title), keepingLines: false)
  }
}

/// Whether a name can be shown by a shell as it is, on one line.
func isHarmlessName(_ name: String) -> Bool {
  !name.isEmpty && !name.contains("\n") && TerminalText.escaped(name) == name
}

/// The cards of a journal's last events, for completions.
///
/// Only the last quarter of a megabyte is read: what was just logged is what is asked for.
struct JournalSample {
  /// The ids of cards, each once, the last one first.
  private(set) var cardIDs: [String] = []

  /// How many bytes of the journal are read.
  private static let size = 1 << 18
  /// How many ids are kept.
  private static let names = 200

  init(_ path: String) {
    guard var reader = JournalReader(JournalFiles(path: path), last: JournalSample.size)
    else { return }
    var ids: [String] = []
    while let entry = reader.next() {
      if case .event(let line) = entry, let id = line.text(.cardID) { ids.append(id) }
    }
    var seen: Set<String> = []
    for id in ids.reversed()
    where cardIDs.count < JournalSample.names && isHarmlessName(id) && seen.insert(id).inserted {
      cardIDs.append(id)
    }
  }
}
