/// The text of the progress line: `412 MB of 1.0 GB, 612,000 cards, 830 MB/s, 1 s left`.
struct ProgressText {
  /// The number of bytes read.
  var bytes = 0
  /// The number of bytes to read; nil if unknown.
  var total: Int?
  /// The number of cards read.
  var cards = 0
  /// The elapsed time, in milliseconds.
  var elapsed: Int64 = 0

  /// The text, shortened to less than `width` columns so that the cursor stays on the line.
  func line(width: Int) -> String {
    let kept = [[cardsRead, rate, timeLeft], [cardsRead, timeLeft], [timeLeft], []]
    let lines = kept.map { ([amount] + $0.compactMap { $0 }).joined(separator: ", ") }
    return lines.first { $0.utf8.count < width } ?? ""
  }

  /// The total, unless more bytes than that were read.
  private var knownTotal: Int? { total.flatMap { $0 >= bytes ? $0 : nil } }

  private var amount: String {
    let read = ProgressText.size(bytes)
    return knownTotal.map { "\(read) of \(ProgressText.size($0))" } ?? read
  }

  private var cardsRead: String? {
    cards == 0 ? nil : "\(grouped(cards)) card\(cards == 1 ? "" : "s")"
  }

  /// The bytes per second; 0 if unknown.
  private var speed: Double { elapsed > 0 ? Double(bytes) * 1000 / Double(elapsed) : 0 }

  private var rate: String? { speed > 0 ? ProgressText.size(Int(speed)) + "/s" : nil }

  private var timeLeft: String? {
    guard let rest = knownTotal.map({ $0 - bytes }), rest > 0, speed > 0 else { return nil }
    let estimate = (Double(rest) / speed).rounded(.up)
    // An estimate of more than a few days is meaningless.
    guard estimate < 1_000_000 else { return nil }
    let seconds = Int(estimate)
    return switch seconds {
    case ..<60: "\(seconds) s left"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s left"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min left"
    }
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
