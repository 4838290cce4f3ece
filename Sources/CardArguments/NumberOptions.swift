extension Option {
  /// Declares an option whose value is a whole number within `range`.
  package static func integer(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Int>,
    range: ClosedRange<Int>, valueName: String = "N", _ help: String
  ) -> Option {
    custom(
      name, short: short, setting(), valueName: valueName, kind: .integer(range), help,
      describe: { String($0) },
      parse: { text throws(ValueProblem) in try parseInteger(text, within: range) })
  }

  /// Declares an option whose value is a whole number within `range`, and nil when it is not given.
  package static func integer(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Int?>,
    range: ClosedRange<Int>, valueName: String = "N", _ help: String
  ) -> Option {
    custom(
      name, short: short, setting(), valueName: valueName, kind: .integer(range), help,
      describe: { $0.map { String($0) } },
      parse: { text throws(ValueProblem) in try parseInteger(text, within: range) })
  }

  /// Declares an option whose value is a number of bytes within `range`.
  ///
  /// The value may end in `K`, `M`, `G` or `KiB`, `MiB`, `GiB`, powers of 1024 in any case.
  package static func byteCount(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Int>,
    range: ClosedRange<Int>, valueName: String = "BYTES", _ help: String
  ) -> Option {
    custom(
      name, short: short, setting(), valueName: valueName, kind: .byteCount(range), help,
      describe: { byteCountText($0) },
      parse: { text throws(ValueProblem) in try parseByteCount(text, within: range) })
  }

  private static func parseInteger(
    _ text: String, within range: ClosedRange<Int>
  ) throws(ValueProblem) -> Int {
    guard let number = Int(text), range.contains(number) else { throw .notAnInteger(range) }
    return number
  }

  private static func parseByteCount(
    _ text: String, within range: ClosedRange<Int>
  ) throws(ValueProblem) -> Int {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...].lowercased()
    guard let count = Int(digits), let scale = byteScale(of: unit) else {
      throw .notAByteCount(range)
    }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: scale)
    guard !overflow, range.contains(bytes) else { throw .notAByteCount(range) }
    return bytes
  }

  private static func byteScale(of unit: String) -> Int? {
    switch unit {
    case "", "b": 1
    case "k", "kib": 1 << 10
    case "m", "mib": 1 << 20
    case "g", "gib": 1 << 30
    default: nil
    }
  }
}

/// A number of bytes as `byteCount` reads it, with the largest unit that divides it.
func byteCountText(_ bytes: Int) -> String {
  let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
  for (scale, unit) in units where bytes >= scale && bytes % scale == 0 {
    return "\(bytes / scale)\(unit)"
  }
  return String(bytes)
}
