import CardJSON

/// The keys of a journal line, in the order in which they are written.
package enum JournalField: Int, BitwiseCopyable, CaseIterable, Sendable {
  case version, id, time, event, cardID, isControl, classType, campaignID, messageVariationID
  case userID, deviceID, sessionID, properties, key

  /// The key, as it is in the line.
  package var name: StaticString { JournalField.names[rawValue] }

  private static let names: [StaticString] = [
    "v", "id", "time", "event", "card_id", "control", "class_type", "campaign_id",
    "message_variation_id", "user_id", "device_id", "session_id", "properties", "key",
  ]

  /// The type of a field's value.
  package enum Content {
    case any, text, boolean, object
  }

  /// The type of this field's value; the reader checks the version itself.
  package var content: Content {
    switch self {
    case .version: .any
    case .isControl: .boolean
    case .properties: .object
    default: .text
    }
  }

  /// Whether every line has this field.
  var isRequired: Bool { rawValue <= JournalField.cardID.rawValue }

  /// All fields in their order.
  static let table = PermanentTable(allCases)
}

/// One event on its line of a journal: its fields are found, its strings not decoded.
///
/// Valid until its `JournalLineReader` reads the next line. Keys other than those of
/// `JournalField` are ignored, because a newer cardctl may write more of them.
package struct JournalLine {
  /// The longest line there may be, in bytes with its line feed.
  package static let maximumLength = 1 << 16
  /// The version of the lines that this code reads and writes, as JSON.
  package static let version: StaticString = "1"

  /// The line as JSON, its root an object.
  package let document: JSONDocument
  let nodes: KeyNodes
  /// The kind.
  package let kind: EventKind
  /// When it happened, in milliseconds since 1970-01-01T00:00:00Z.
  package let time: Int64

  /// The node of a field's value in `document`; nil when the line says nothing of it, which `null`
  /// and an empty text are too.
  package func node(_ field: JournalField) -> Int? {
    JournalLine.node(field, of: nodes, in: document)
  }

  /// Whether the card is a control card; nil when the line does not say.
  package var isControl: Bool? { node(.isControl).map { document.kind($0) == .true } }

  /// The text of a field that holds text, escapes resolved; nil when the line says nothing of it.
  package func text(_ field: JournalField) -> String? { node(field).map(document.string) }

  /// Whether a field holds this text, escapes resolved.
  package func text(_ field: JournalField, equals text: ByteView) -> Bool {
    guard let node = node(field) else { return false }
    return document.text(node, equals: text)
  }

  /// Appends the text of a string field, escapes resolved; nothing if absent.
  package func appendText(_ field: JournalField, to buffer: inout ByteBuffer) {
    if let node = node(field) { document.appendText(node, to: &buffer) }
  }

  static func node(_ field: JournalField, of nodes: KeyNodes, in document: JSONDocument)
    -> Int?
  {
    let node = nodes[field.rawValue]
    guard node != 0 else { return nil }
    let word = document.word(node)
    return word.kind == .null || word.kind == .string && word.extent == 0 ? nil : node
  }
}
