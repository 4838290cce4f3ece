/// A kind of value, for completions, checks and descriptions.
package enum ValueKind: Hashable, Sendable {
  /// Any text.
  case text
  /// A file.
  ///
  /// If there are extensions (without dots), only such files are suggested, but all are accepted.
  case file(extensions: [String])
  /// An integer in a range.
  case integer(ClosedRange<Int>)
  /// A number of bytes in a range, with an optional unit.
  case byteCount(ClosedRange<Int>)
  /// One of a closed set of names.
  case choice([Choice])
  /// A word of a named kind, such as `class type`; `among` lists words known in advance, if any.
  case word(String, among: [Choice] = [])
}

/// A name that an option or operand accepts.
package struct Choice: Hashable, Sendable {
  /// The name on the command line.
  package let name: String
  /// The meaning in a few words; empty if the name needs none.
  package let summary: String

  /// Creates a choice.
  package init(name: String, summary: String = "") {
    (self.name, self.summary) = (name, summary)
  }
}

/// An error that an option's setter can throw.
///
/// For any other error, the description is the reason.
package protocol ValueError: Error {
  /// The problem with the value.
  var valueProblem: ValueProblem { get }
}

/// A problem with a value; `ArgumentError.message` formats it.
package enum ValueProblem: ValueError, Hashable, Sendable {
  /// The value is not in a closed set of names.
  case notAChoice(of: [String])
  /// The value is not of this kind.
  case notOfKind(ValueKind)
  /// The value is not a known word, as in `unknown field 'titel'`.
  case unknownWord(kind: String, text: String, known: [String])
  /// Another problem: what was expected, in lower case, without a full stop.
  case reason(String)

  /// The problem itself.
  package var valueProblem: ValueProblem { self }
}
