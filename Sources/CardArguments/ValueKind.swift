/// A kind of value, so that it can be completed, checked and described.
package enum ValueKind: Hashable, Sendable {
  /// Any text.
  case text
  /// A file.
  ///
  /// With extensions (without the dot), only such files are suggested, but all are accepted.
  case file(extensions: [String])
  /// A whole number within a range.
  case integer(ClosedRange<Int>)
  /// A number of bytes within a range, with an optional unit.
  case byteCount(ClosedRange<Int>)
  /// One of a closed set of names.
  case choice([Choice])
  /// A word of this kind, such as `class type`; the declaration knows some of the words, or none.
  case word(String, among: [Choice] = [])
}

/// One name that an option or operand accepts.
package struct Choice: Hashable, Sendable {
  /// The name as it is typed.
  package let name: String
  /// Its meaning, in a few words; empty if the name needs none.
  package let summary: String

  /// Describes a name.
  package init(name: String, summary: String = "") {
    (self.name, self.summary) = (name, summary)
  }
}

/// An error of an option's setter; of other errors, the description is the reason.
package protocol ValueError: Error {
  /// The problem with the value.
  var valueProblem: ValueProblem { get }
}

/// A problem with a value; `ArgumentError` formats it.
package enum ValueProblem: ValueError, Hashable, Sendable {
  /// The value is not in a closed set of names.
  case notAChoice(of: [String])
  /// The value is not of this kind.
  case notOfKind(ValueKind)
  /// The value is not a known word of a vocabulary: `unknown field 'titel'`.
  case unknownWord(kind: String, text: String, known: [String])
  /// Anything else: what was expected, in lower case, without a full stop.
  case reason(String)

  /// The problem itself.
  package var valueProblem: ValueProblem { self }
}
