/// A closed set of values for an option: an enum whose cases have a name and a meaning.
package protocol OptionChoice: CaseIterable, Sendable {
  /// The case as it is typed, in lower case.
  var argument: String { get }
  /// The meaning of the case, in a few words for help and completions.
  var summary: String { get }
  /// Names of other tools for the cases; they are accepted and not shown.
  static var aliases: [String: String] { get }
}

extension OptionChoice {
  /// The other name of NDJSON.
  package static var aliases: [String: String] { ["jsonl": "ndjson"] }

  /// The kind of value that is one of these cases.
  package static var valueKind: ValueKind {
    .choice(allCases.map { Choice(name: $0.argument, summary: $0.summary) })
  }

  /// The case of this name.
  ///
  /// - Throws: `ValueProblem.notAChoice` with the names of all cases.
  package static func parse(_ text: String) throws(ValueProblem) -> Self {
    let name = aliases[text] ?? text
    for choice in allCases where choice.argument == name { return choice }
    throw .notAChoice(of: allCases.map(\.argument))
  }
}

// A case may have both in its raw value: `case iso = "iso: ISO 8601 in UTC"`.
extension OptionChoice where Self: RawRepresentable, RawValue == String {
  /// The case as it is typed: its raw value up to a colon.
  package var argument: String { String(rawValue[..<nameEnd]) }
  /// The text after the colon of the raw value and a space.
  package var summary: String { String(rawValue[nameEnd...].dropFirst(2)) }

  private var nameEnd: String.Index {
    rawValue.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rawValue.endIndex
  }
}
