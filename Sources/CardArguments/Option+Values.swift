extension Option {
  /// Declares a flag; with a `negation`, which says what it does, `--no-NAME` passes false.
  package static func flag(
    _ name: String, short: Character? = nil, _ help: String, negation: String? = nil,
    set: @escaping @Sendable (inout Settings, Bool) throws -> Void
  ) -> Option {
    Option(name, short: short, negation: negation, help) { try set(&$0, !$1.isNegated) }
  }

  /// Declares an option whose value is text; a later one replaces it.
  ///
  /// An empty text is refused where `kind` is a file.
  ///
  /// - Parameter set: writes the text, or throws `ValueProblem`.
  package static func value(
    _ name: String, short: Character? = nil, valueName: String, kind: ValueKind = .text,
    _ help: String, set: @escaping @Sendable (inout Settings, String) throws -> Void
  ) -> Option {
    Option(name, short: short, value: OptionValue(name: valueName, kind: kind), help) {
      try set(&$0, kind.checked($1.value ?? ""))
    }
  }

  /// Declares a repeatable option whose values are text.
  ///
  /// - Parameter add: adds the text of one occurrence, or throws `ValueProblem`.
  package static func values(
    _ name: String, short: Character? = nil, valueName: String, kind: ValueKind = .text,
    _ help: String, add: @escaping @Sendable (inout Settings, String) throws -> Void
  ) -> Option {
    Option(
      name, short: short, value: OptionValue(name: valueName, kind: kind), isRepeatable: true, help
    ) { try add(&$0, kind.checked($1.value ?? "")) }
  }

  /// Declares a repeatable option that takes a list separated by commas.
  ///
  /// Spaces around an element are dropped; an empty element is refused.
  package static func list(
    _ name: String, valueName: String, kind: ValueKind = .text, _ help: String,
    add: @escaping @Sendable (inout Settings, [String]) throws -> Void
  ) -> Option {
    values(name, valueName: valueName, kind: kind, help) { try add(&$0, elements(of: $1)) }
  }

  /// Declares an option whose value is one case of an enum; a later one replaces it.
  package static func choice<Value: OptionChoice>(
    _ name: String, short: Character? = nil, _ type: Value.Type, valueName: String,
    _ help: String, set: @escaping @Sendable (inout Settings, Value) throws -> Void
  ) -> Option {
    value(name, short: short, valueName: valueName, kind: Value.valueKind, help) {
      try set(&$0, Value.parse($1))
    }
  }

  /// Declares a repeatable option each of whose values is one case of an enum.
  package static func choices<Value: OptionChoice>(
    _ name: String, _ type: Value.Type, valueName: String, _ help: String,
    add: @escaping @Sendable (inout Settings, Value) throws -> Void
  ) -> Option {
    values(name, valueName: valueName, kind: Value.valueKind, help) {
      try add(&$0, Value.parse($1))
    }
  }

  /// Declares an option whose value is a whole number within `range`.
  package static func integer(
    _ name: String, short: Character? = nil, range: ClosedRange<Int>, valueName: String = "N",
    _ help: String, set: @escaping @Sendable (inout Settings, Int) throws -> Void
  ) -> Option {
    value(name, short: short, valueName: valueName, kind: .integer(range), help) {
      guard let number = Int($1), range.contains(number) else {
        throw ValueProblem.notOfKind(.integer(range))
      }
      try set(&$0, number)
    }
  }

  /// Declares an option whose value is a number of bytes within `range`.
  ///
  /// The value may end in `K`, `M`, `G` or `KiB`, `MiB`, `GiB`, powers of 1024 in any case.
  package static func byteCount(
    _ name: String, range: ClosedRange<Int>, valueName: String = "BYTES", _ help: String,
    set: @escaping @Sendable (inout Settings, Int) throws -> Void
  ) -> Option {
    value(name, valueName: valueName, kind: .byteCount(range), help) {
      try set(&$0, parseByteCount($1, within: range))
    }
  }

  private static func elements(of list: String) throws(ValueProblem) -> [String] {
    var elements: [String] = []
    for element in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let first = element.firstIndex(where: { $0 != " " }),
        let last = element.lastIndex(where: { $0 != " " })
      else { throw .reason("expected names separated by commas, none of them empty") }
      elements.append(String(element[first...last]))
    }
    return elements
  }

  private static func parseByteCount(
    _ text: String, within range: ClosedRange<Int>
  ) throws(ValueProblem) -> Int {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text[digits.endIndex...].lowercased()
    let unit = byteUnits.first { $0.spellings.contains(name) }
    if let count = Int(digits), let scale = unit?.scale {
      let (bytes, overflow) = count.multipliedReportingOverflow(by: scale)
      if !overflow, range.contains(bytes) { return bytes }
    }
    throw .notOfKind(.byteCount(range))
  }
}

extension ValueKind {
  /// The text itself; throws if it is empty and this kind of value cannot be empty.
  fileprivate func checked(_ text: String) throws(ValueProblem) -> String {
    switch self {
    case .file where text.isEmpty: throw .reason("expected the name of a file")
    default: return text
    }
  }
}

/// The units of byte counts, the largest first: the name that is written, and the spellings that
/// are read.
private let byteUnits: [(scale: Int, name: String, spellings: [String])] = [
  (1 << 30, "GiB", ["g", "gib"]), (1 << 20, "MiB", ["m", "mib"]), (1 << 10, "KiB", ["k", "kib"]),
  (1, "", ["", "b"]),
]

/// A number of bytes as `byteCount` reads it, with the largest unit that divides it.
func byteCountText(_ bytes: Int) -> String {
  let unit = byteUnits.first { bytes >= $0.scale && bytes % $0.scale == 0 }
  return unit.map { "\(bytes / $0.scale)\($0.name)" } ?? String(bytes)
}
