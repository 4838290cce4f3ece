extension Option {
  /// A function that writes a value to the settings, or throws `ValueProblem`.
  package typealias Setter<Value> = @Sendable (inout Settings, Value) throws -> Void

  /// Declares a flag.
  ///
  /// If it has a `negation`, the help of `--no-NAME`, that option passes false.
  package static func flag(
    _ name: String, short: Character? = nil, _ help: String, negation: String? = nil,
    set: @escaping Setter<Bool>
  ) -> Option {
    Option(name, short: short, negation: negation, help) { try set(&$0, !$1.isNegated) }
  }

  /// Declares an option whose value is text; the last occurrence wins.
  package static func value(
    _ name: String, short: Character? = nil, valueName: String,
    kind: ValueKind = .text, _ help: String,
    set: @escaping Setter<String>
  ) -> Option {
    Option(name, short: short, value: OptionValue(name: valueName, kind: kind), help) {
      try set(&$0, $1.value ?? "")
    }
  }

  /// Declares an option whose value is a nonempty string.
  package static func text(
    _ name: String, valueName: String = "ID", kind: ValueKind = .text, _ help: String,
    expected: String = "nonempty text", set: @escaping Setter<String>
  ) -> Option {
    value(name, valueName: valueName, kind: kind, help) {
      if $1.isEmpty { throw ValueProblem.reason("expected \(expected)") }
      try set(&$0, $1)
    }
  }

  /// Declares a repeatable option whose value is text; `add` is called for each occurrence.
  package static func values(
    _ name: String, short: Character? = nil, valueName: String, kind: ValueKind = .text,
    _ help: String, add: @escaping Setter<String>
  ) -> Option {
    value(name, short: short, valueName: valueName, kind: kind, help, set: add).repeatable()
  }

  /// Declares a repeatable option that takes a comma-separated list.
  ///
  /// Spaces around elements are removed; empty elements are rejected.
  package static func list(
    _ name: String, valueName: String, kind: ValueKind = .text, _ help: String,
    add: @escaping Setter<[String]>
  ) -> Option {
    values(name, valueName: valueName, kind: kind, help) { try add(&$0, elements(of: $1)) }
  }

  /// Declares an option whose value is a case of an enum; the last occurrence wins.
  package static func choice<Value: OptionChoice>(
    _ name: String, short: Character? = nil, _ type: Value.Type, valueName: String,
    _ help: String, set: @escaping Setter<Value>
  ) -> Option {
    value(name, short: short, valueName: valueName, kind: Value.valueKind, help) {
      try set(&$0, Value.parse($1))
    }
  }

  /// Declares a repeatable option whose value is a case of an enum.
  package static func choices<Value: OptionChoice>(
    _ name: String, _ type: Value.Type, valueName: String, _ help: String,
    add: @escaping Setter<Value>
  ) -> Option { choice(name, type, valueName: valueName, help, set: add).repeatable() }

  /// Declares an option whose value is an integer in `range`.
  package static func integer(
    _ name: String, short: Character? = nil, range: ClosedRange<Int>, valueName: String = "N",
    _ help: String, set: @escaping Setter<Int>
  ) -> Option {
    value(name, short: short, valueName: valueName, kind: .integer(range), help) {
      guard let number = Int($1), range.contains(number) else {
        throw ValueProblem.notOfKind(.integer(range))
      }
      try set(&$0, number)
    }
  }

  /// Declares an option whose value is a number of bytes in `range`.
  ///
  /// The value may have a unit: `K`, `M`, `G`, `KiB`, `MiB` or `GiB`, which are powers of 1,024, in
  /// any case.
  package static func byteCount(
    _ name: String, range: ClosedRange<Int>, _ help: String, set: @escaping Setter<Int>
  ) -> Option {
    value(name, valueName: "BYTES", kind: .byteCount(range), help) {
      guard let bytes = byteCount($1), range.contains(bytes) else {
        throw ValueProblem.notOfKind(.byteCount(range))
      }
      try set(&$0, bytes)
    }
  }

  private static func elements(of list: String) throws(ValueProblem) -> [String] {
    var elements: [String] = []
    for element in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let first = element.firstIndex(where: { $0 != " " }),
        let last = element.lastIndex(where: { $0 != " " })
      else { throw .reason("expected a comma-separated list without empty names") }
      elements.append(String(element[first...last]))
    }
    return elements
  }

  private static func byteCount(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text[digits.endIndex...].lowercased()
    guard let count = Int(digits),
      let unit = byteUnits.first(where: { $0.spellings.contains(name) })
    else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: unit.scale)
    return overflow ? nil : bytes
  }
}

/// The units of byte counts, the largest first, with the lower-case spellings to accept.
private let byteUnits: [(scale: Int, name: String, spellings: [String])] = [
  (1 << 30, "GiB", ["g", "gib"]), (1 << 20, "MiB", ["m", "mib"]), (1 << 10, "KiB", ["k", "kib"]),
  (1, "", ["", "b"]),
]

/// Formats a number of bytes in the syntax of `byteCount`, with the largest unit that divides it.
func byteCountText(_ bytes: Int) -> String {
  let unit = byteUnits.first { bytes >= $0.scale && bytes % $0.scale == 0 }
  return unit.map { "\(bytes / $0.scale)\($0.name)" } ?? String(bytes)
}
