/// A number and what is counted, in the plural unless it is one, such as `2 cards`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
