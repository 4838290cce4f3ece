import CardJSON
import EventJournal
import Foundation
import TestSupport

/// An event of a journal, for tests.
struct RecordedEvent: Hashable {
  let kind: EventKind
  let time: Int64
  let isControl: Bool?
  private(set) var properties: [EventProperty] = []
  private let texts: [JournalField: String]

  init(_ line: JournalLine) {
    (kind, time, isControl) = (line.kind, line.time, line.isControl)
    let fields = JournalField.allCases.filter { $0 != .properties }
    texts = Dictionary(
      uniqueKeysWithValues: fields.compactMap { field in line.text(field).map { (field, $0) } })
    guard let properties = line.node(.properties) else { return }
    for (name, value) in properties.members {
      self.properties.append(
        EventProperty(name: name.string, json: value.raw.text))
    }
  }

  var id: String { texts[.id] ?? "" }
  var cardID: String { texts[.cardID] ?? "" }
  var classType: String? { texts[.classType] }
  var campaignID: String? { texts[.campaignID] }
  var messageVariationID: String? { texts[.messageVariationID] }
  var userID: String? { texts[.userID] }
  var deviceID: String? { texts[.deviceID] }
  var sessionID: String? { texts[.sessionID] }
  var key: String? { texts[.key] }
}

/// The events of a journal's text, for tests.
enum JournalText {
  /// The events of all whole lines; nil for a line that is not an event.
  static func events(_ text: some Collection<UInt8>) -> [RecordedEvent?] {
    let bytes = ByteBuffer(text)
    var reader = JournalLineReader()
    var events: [RecordedEvent?] = []
    var start = 0
    while let end = bytes.view.firstIndex(of: 0x0A, from: start, to: bytes.count) {
      events.append((try? reader.read(bytes.view.slice(start..<end))).map { RecordedEvent($0) })
      start = end + 1
    }
    return events
  }
}

extension ScratchFolder {
  /// The events of a journal in the directory; empty if it does not exist.
  func events(_ name: String) -> [RecordedEvent?] {
    JournalText.events((try? Data(contentsOf: url.appending(path: name))) ?? Data())
  }
}

/// A property of an event: a name and a JSON value.
struct EventProperty: Hashable {
  var name: String
  var json: String
}
