import CardJSON
import ContentCardKit

extension JSONDocument {
  /// Whether `value`, a member of `object`, is the address of a schema that the document itself
  /// names, for editors.
  func namesSchema(_ value: Int, of object: Int) -> Bool {
    object == 0 && kind(value) == .string && text(value - 1, equals: ByteView("$schema"))
  }
}

/// How messages show values of a card.
enum MessageText {
  /// The most characters of a value that a message shows.
  static let shownLimit = 60

  /// A text in quotes, cut.
  static func quoted(_ text: String) -> String { "\"\(cut(text))\"" }

  /// A value as it is written, on one line and cut.
  static func json(_ node: Int, of document: JSONDocument) -> String {
    cut(document.compact(node).read { $0.text })
  }

  /// A time as people write it.
  static func date(_ milliseconds: Int64) -> String {
    ISO8601.text(milliseconds) ?? "\(milliseconds / 1000) s"
  }

  /// A text of one line, cut.
  static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard text.utf8.count > shownLimit, scalars.count > shownLimit else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(shownLimit))) + "…"
  }
}
