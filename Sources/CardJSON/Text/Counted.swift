/// A number and what is counted, in the plural unless it is one, such as `2 cards`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension String {
  /// The first `length` Unicode scalars, and an ellipsis where there are more; a character can hold
  /// any number of scalars.
  package func cut(toScalars length: Int) -> String {
    if utf8.count <= length { return self }
    let start = unicodeScalars.prefix(length)
    return start.endIndex == endIndex ? self : String(start) + "…"
  }
}
