/// A number with a noun, in the plural unless the number is 1, such as `2 cards`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension String {
  /// The text truncated to `length` Unicode scalars, with an ellipsis if it is longer.
  package func cut(toScalars length: Int) -> String {
    if utf8.count <= length { return self }
    let start = unicodeScalars.prefix(length)
    return start.endIndex == endIndex ? self : String(start) + "…"
  }
}
