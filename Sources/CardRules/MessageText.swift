import CardJSON

extension JSONNode {
  /// Whether the value, a member of `object`, is the address of a schema that the document itself
  /// names, for editors.
  func isSchema(of object: JSONNode) -> Bool {
    object.index == 0 && kind == .string && key.text(equals: ByteView("$schema"))
  }

  /// The value for messages: as written, on one line and cut.
  var shown: String { MessageText.cut(compact.read { $0.text }) }
}

/// How messages show values of a card.
enum MessageText {
  /// The most characters of a value that a message shows.
  static let shownLimit = 60

  /// A text in quotes, cut.
  static func quoted(_ text: String) -> String { "\"\(cut(text))\"" }

  /// A time as people write it.
  static func date(_ milliseconds: Int64) -> String {
    ISO8601.text(milliseconds) ?? "\(milliseconds / 1000) s"
  }

  /// A text of one line, cut.
  static func cut(_ text: String) -> String { text.cut(toScalars: shownLimit) }
}
