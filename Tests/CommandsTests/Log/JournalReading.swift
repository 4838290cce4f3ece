@_spi(CardTool) import CardJSON
import EventJournal
import Foundation

/// The events of a journal's text, for tests.
enum JournalText {
  /// The events of all whole lines; nil for a line that is no event.
  static func events(_ text: some Collection<UInt8>) -> [JournalEvent?] {
    let bytes = ByteBuffer(text)
    var reader = JournalLineReader()
    var events: [JournalEvent?] = []
    var start = 0
    while let end = bytes.view.firstIndex(of: 0x0A, from: start, to: bytes.count) {
      if case .event(let line) = reader.read(bytes.view.slice(start..<end)) {
        events.append(JournalEvent(line))
      } else {
        events.append(nil)
      }
      start = end + 1
    }
    return events
  }
}

extension ScratchFolder {
  /// The events of a journal in the folder; nothing when there is none.
  func events(_ name: String) -> [JournalEvent?] {
    JournalText.events((try? Data(contentsOf: url.appending(path: name))) ?? Data())
  }
}
