/// The text of the progress line: `412 MB of 1.0 GB, 612,000 cards, 830 MB/s`.
struct ProgressText {
  /// The number of bytes read.
  var bytes = 0
  /// The number of bytes to read; nil if unknown.
  var total: Int?
  /// The number of cards read.
  var cards = 0
  /// The elapsed time, in milliseconds.
  var elapsed: Int64 = 0

  /// The text on one line.
  var line: String {
    // More bytes than the total were read from a file that grew.
    let rest = total.flatMap { $0 >= bytes ? " of " + ProgressText.size($0) : nil } ?? ""
    var parts = [ProgressText.size(bytes) + rest]
    if cards > 0 { parts.append("\(grouped(cards)) card\(cards == 1 ? "" : "s")") }
    if elapsed > 0, bytes > 0 {
      parts.append(ProgressText.size(Int(Double(bytes) * 1000 / Double(elapsed))) + "/s")
    }
    return parts.joined(separator: ", ")
  }

  /// Formats a number of bytes with a decimal unit.
  ///
  /// It is rounded down so that it never shows an amount that has not been reached.
  private static func size(_ bytes: Int) -> String {
    let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")]
    guard let (unit, name) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) B" }
    let tenths = bytes / (unit / 10)
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)") + " \(name)"
  }
}

/// Formats a nonnegative integer with thousands separators.
func grouped(_ number: Int) -> String {
  guard number >= 1000 else { return String(number) }
  return "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
}
