/// An enum whose cases are the values of an option.
package protocol OptionChoice: CaseIterable, Sendable {
  /// The name of the case on the command line, in lower case.
  var argument: String { get }
  /// The meaning of the case in a few words, for help and completions.
  var summary: String { get }
  /// Alternative names, as in other tools, that are accepted but not shown.
  static var aliases: [String: String] { get }
  /// The words to write instead of names that belong to another option or command.
  static var misplaced: [String: String] { get }
}

extension OptionChoice {
  /// The alternative name of NDJSON.
  package static var aliases: [String: String] { ["jsonl": "ndjson"] }

  /// No words.
  package static var misplaced: [String: String] { [:] }

  /// The kind of value that accepts these cases.
  package static var valueKind: ValueKind {
    .choice(allCases.map { Choice(name: $0.argument, summary: $0.summary) })
  }

  /// Returns the case with this name.
  package static func parse(_ text: String) throws(ValueProblem) -> Self {
    let name = aliases[text] ?? text
    for choice in allCases where choice.argument == name { return choice }
    let names = allCases.map(\.argument)
    if let words = misplaced[name] {
      throw .reason("'\(text)' is not one of \(names.joinedWithOr)\([words].suggestion)")
    }
    throw .notAChoice(of: names)
  }
}

// The raw value of a case may contain both: `case iso = "iso: ISO 8601 in UTC"`.
extension OptionChoice where Self: RawRepresentable, RawValue == String {
  /// The name of the case: its raw value up to a colon.
  package var argument: String { String(rawValue[..<nameEnd]) }
  /// The meaning of the case: its raw value after the colon and a space.
  package var summary: String { String(rawValue[nameEnd...].dropFirst(2)) }

  private var nameEnd: String.Index {
    rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rawValue.endIndex
  }
}
