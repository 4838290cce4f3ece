/// The text of the progress line: `412 MB of 1.0 GB, 612,000 cards, 830 MB/s, 1 s left`.
struct ProgressText {
  /// The number of bytes read.
  var bytes: Int
  /// The number of bytes to read; nil if unknown.
  var total: Int?
  /// The number of cards read.
  var cards: Int
  /// The elapsed time, in milliseconds.
  var elapsed: Int64

  /// The text, shortened to fewer than `width` columns so that the cursor stays on the line.
  func line(width: Int) -> String {
    let kept = [[cardsRead, rate, timeLeft], [cardsRead, timeLeft], [timeLeft], []]
    let lines = kept.map { ([amount] + $0.compactMap { $0 }).joined(separator: ", ") }
    return lines.first { $0.utf8.count < width } ?? ""
  }

  /// The total, unless the input turned out to be longer.
  private var knownTotal: Int? { total.flatMap { $0 >= bytes ? $0 : nil } }

  private var amount: String {
    let read = ProgressText.size(bytes)
    return knownTotal.map { "\(read) of \(ProgressText.size($0))" } ?? read
  }

  private var cardsRead: String? {
    cards == 0 ? nil : "\(grouped(cards)) card\(cards == 1 ? "" : "s")"
  }

  private var rate: String? {
    guard bytes > 0, elapsed > 0 else { return nil }
    return ProgressText.size(Int(Double(bytes) * 1000 / Double(elapsed))) + "/s"
  }

  private var timeLeft: String? {
    guard let rest = knownTotal.map({ $0 - bytes }), rest > 0, bytes > 0, elapsed > 0 else {
      return nil
    }
    let seconds = (Double(rest) / Double(bytes) * Double(elapsed) / 1000).rounded(.up)
    // An estimate of more than a few days is meaningless.
    guard seconds < 1_000_000 else { return nil }
    return ProgressText.duration(Int(seconds)) + " left"
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }

  /// A number of bytes with a decimal unit.
  ///
  /// It is rounded down, so that it never shows a number that has not been reached.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (unit, number) = (1000, 0)
    let names = ["kB", "MB", "GB", "TB"]
    while bytes / unit >= 1000, number < names.count - 1 {
      unit *= 1000
      number += 1
    }
    let tenths = bytes / (unit / 10)
    let amount = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    return "\(amount) \(names[number])"
  }
}

/// A nonnegative integer with thousands separators.
func grouped(_ number: Int) -> String {
  guard number >= 1000 else { return String(number) }
  return "\(grouped(number / 1000)),\(String(number % 1000 + 1000).dropFirst())"
}
