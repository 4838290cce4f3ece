@_spi(CardTool) import CardJSON

/// By what a baseline knows a finding.
struct BaselineKey: Hashable, Sendable {
  /// The file, relative to the baseline's own folder.
  var path: String
  /// The rule's id.
  var rule: String
  /// The finding within the file.
  var fingerprint: Digest
}

/// Findings of one key in a baseline, and what helps a reviewer to see what they are.
struct BaselineEntry: Equatable, Sendable {
  /// How many such findings there are, at least 1.
  var count: Int
  /// The card's id; nil without one.
  var cardID: String?
  /// The JSON Pointer, with `*` for the numbers of array elements.
  var pointer: String
  /// The message of the first one.
  var message: String

  /// The place within the file as a reviewer finds it.
  var place: String {
    var words: [String] = []
    if let cardID { words.append("card '\(cardID)'") }
    if !pointer.isEmpty { words.append(pointer) }
    return words.joined(separator: " at ")
  }
}
