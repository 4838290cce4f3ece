import CardJSON

extension JSONNode {
  /// Returns whether the value, a member of `object`, is the document's `$schema`, which is for
  /// editors.
  func isSchema(of object: JSONNode) -> Bool {
    object.index == 0 && kind == .string && key.text(equals: ByteView("$schema"))
  }

  /// Returns the value of a key; nil if absent.
  func member(named name: String) -> JSONNode? { ByteBuffer(name.utf8).read { member($0) } }

  /// The value for messages: as written, on one line, truncated.
  var shown: String { MessageText.truncated(compact.read { $0.text }) }
}

/// Formats values of cards for messages.
enum MessageText {
  /// The maximum number of characters of a value in a message.
  static let shownLimit = 60

  /// Returns a string in quotes, truncated.
  static func quoted(_ text: String) -> String { "\"\(truncated(text))\"" }

  /// Returns a string as JSON.
  static func json(_ text: String) -> String {
    var json = ByteBuffer()
    JSONText.appendQuoted(text, to: &json)
    return json.read(\.text)
  }

  /// Returns a time in ISO 8601, or in seconds if it is out of range.
  static func date(_ milliseconds: Int64) -> String {
    ISO8601.text(milliseconds) ?? "\(milliseconds / 1000) s"
  }

  /// Returns a string without line breaks, truncated.
  static func truncated(_ text: String) -> String { text.cut(toScalars: shownLimit) }
}
