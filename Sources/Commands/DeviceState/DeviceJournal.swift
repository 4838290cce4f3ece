import CardJSON
import ContentCards
import EventJournal
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a journal knows about the cards of a device.
struct DeviceJournal {
  /// What was done with each card.
  let history: DeviceHistory
  /// How many lines hold no event.
  let foreignLines: Int

  /// Reads the journal at `path`, rotated files included.
  ///
  /// - Parameter printer: is told about lines that hold no event; nil when nobody wants to know.
  /// - Throws: `SystemFailure` when there is no journal or it cannot be read: cards that users have
  ///   seen would be taken for new ones.
  init(_ path: String, _ console: Console, _ printer: MessagePrinter?) throws(SystemFailure) {
    var reader = JournalReader(JournalFiles(path: console.resolved(path), shownAs: path))
    guard reader.hasFiles else {
      throw SystemFailure(action: "cannot open the journal \(path)", code: ENOENT)
    }
    var events = DeviceHistory.Events()
    var foreignLines = 0
    var id = ByteBuffer()
    while let entry = reader.next() {
      switch entry {
      case .event(let line):
        id.removeAll()
        line.appendText(.cardID, to: &id)
        events.add(line.kind.fields, to: id.view)
      case .foreign(let problem):
        foreignLines += 1
        guard let printer, printer.admits("lines without an event") else { continue }
        var place = TextPosition(line: reader.lineNumber)
        place.advance(over: reader.bytes.slice(0..<min(problem.offset ?? 0, reader.bytes.count)))
        printer.say("\(problem)", in: reader.file.name, at: place)
      case .unreadable(let failure): throw failure
      }
    }
    history = DeviceHistory(events)
    self.foreignLines = foreignLines
  }
}

extension EventKind {
  /// What the event makes true of its card: who clicks has seen it.
  var fields: CardFields {
    switch self {
    case .impression: CardFields(.viewed)
    case .click: [CardFields(.viewed), CardFields(.clicked)]
    case .dismissal: CardFields(.dismissed)
    }
  }
}
