/// What a setting holds of an option's value: the value itself, or nil until one is given.
package protocol SettingValue<Given>: SendableMetatype {
  /// What the option is given.
  associatedtype Given
  /// Holds a value that was given.
  init(_ given: Given)
  /// The value; nil when none was given.
  var given: Given? { get }
}

extension SettingValue where Given == Self {
  /// Holds a value that was given.
  package init(_ given: Self) { self = given }
  /// The value.
  package var given: Self? { self }
}

extension Optional: SettingValue {
  /// The value; nil when none was given.
  package var given: Wrapped? { self }
}

extension String: SettingValue {}
extension Int: SettingValue {}
extension Bool: SettingValue {}

extension Option {
  /// Declares an option whose value is kept as it was typed; a later one replaces it.
  ///
  /// An empty text is refused where `kind` is a file or a directory.
  package static func value<Held: SettingValue<String>>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Held>,
    valueName: String, kind: @escaping @autoclosure @Sendable () -> ValueKind = .text,
    _ help: String
  ) -> Option {
    custom(
      name, short: short, setting(), valueName: valueName, kind: kind(), help,
      describe: { $0.given.flatMap { $0.isEmpty ? nil : $0 } },
      parse: { text throws(ValueProblem) in Held(try kind().checked(text)) })
  }

  /// Declares an option which may be repeated and keeps its values as they were typed, in order.
  package static func values(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, [String]>,
    valueName: String, kind: @escaping @autoclosure @Sendable () -> ValueKind = .text,
    _ help: String
  ) -> Option {
    customValues(
      name, short: short, setting(), valueName: valueName, kind: kind(), help,
      describe: { $0.isEmpty ? nil : $0.joined(separator: ", ") },
      parse: { text throws(ValueProblem) in [try kind().checked(text)] })
  }

  /// Declares an option which takes a list separated by commas; repeated, its lists are joined.
  ///
  /// Spaces around an element are dropped; an empty element is refused.
  package static func list(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, [String]>,
    valueName: String, kind: @escaping @autoclosure @Sendable () -> ValueKind = .text,
    _ help: String
  ) -> Option {
    customValues(
      name, short: short, setting(), valueName: valueName, kind: kind(), help,
      describe: { $0.isEmpty ? nil : $0.joined(separator: ",") },
      parse: { text throws(ValueProblem) in try elements(of: text) })
  }

  /// Declares an option whose value a function converts; a later one replaces it.
  ///
  /// - Parameters:
  ///   - describe: The default as pages show it, or nil to show none.
  ///   - parse: Converts the text, or throws what is wrong with it.
  package static func custom<Value>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Value>,
    valueName: String, kind: @escaping @autoclosure @Sendable () -> ValueKind = .text,
    _ help: String,
    describe: @escaping @Sendable (Value) -> String? = { _ in nil },
    parse: @escaping @Sendable (String) throws(ValueProblem) -> Value
  ) -> Option {
    Option(
      form: OptionManual(
        name: name, short: short, value: ValueManual(name: valueName, kind: kind()), help: help),
      describe: { describe($0[keyPath: setting()]) },
      assign: { settings, occurrence throws(ValueProblem) in
        settings[keyPath: setting()] = try parse(occurrence.value)
      })
  }

  /// Declares an option which may be repeated, each of whose values a function converts.
  ///
  /// The first valid occurrence replaces what the setting holds, later ones append to it.
  package static func customValues<Value>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, [Value]>,
    valueName: String, kind: @escaping @autoclosure @Sendable () -> ValueKind = .text,
    _ help: String,
    describe: @escaping @Sendable ([Value]) -> String? = { _ in nil },
    parse: @escaping @Sendable (String) throws(ValueProblem) -> [Value]
  ) -> Option {
    Option(
      form: OptionManual(
        name: name, short: short, value: ValueManual(name: valueName, kind: kind()), help: help,
        isRepeatable: true),
      describe: { describe($0[keyPath: setting()]) },
      assign: { settings, occurrence throws(ValueProblem) in
        let values = try parse(occurrence.value)
        if occurrence.isFirst { settings[keyPath: setting()] = [] }
        settings[keyPath: setting()] += values
      })
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
}

extension ValueKind {
  /// The text itself, unless this kind of value cannot be empty and it is.
  fileprivate func checked(_ text: String) throws(ValueProblem) -> String {
    switch self {
    case .file where text.isEmpty: throw .reason("expected the name of a file")
    case .directory where text.isEmpty: throw .reason("expected the name of a directory")
    default: return text
    }
  }
}

extension Option {
  /// Declares an option whose value is a whole number within `range`.
  package static func integer<Held: SettingValue<Int>>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Held>,
    range: ClosedRange<Int>, valueName: String = "N", _ help: String
  ) -> Option {
    custom(
      name, short: short, setting(), valueName: valueName, kind: .integer(range), help,
      describe: { $0.given.map { String($0) } },
      parse: { text throws(ValueProblem) in
        if let number = Int(text), range.contains(number) { return Held(number) }
        throw .notOfKind(.integer(range))
      })
  }

  /// Declares an option whose value is a number of bytes within `range`.
  ///
  /// The value may end in `K`, `M`, `G` or `KiB`, `MiB`, `GiB`, powers of 1024 in any case.
  package static func byteCount<Held: SettingValue<Int>>(
    _ name: String, short: Character? = nil,
    _ setting: @escaping @autoclosure LazyPath<Settings, Held>,
    range: ClosedRange<Int>, valueName: String = "BYTES", _ help: String
  ) -> Option {
    custom(
      name, short: short, setting(), valueName: valueName, kind: .byteCount(range), help,
      describe: { $0.given.map(byteCountText) },
      parse: { text throws(ValueProblem) in Held(try parseByteCount(text, within: range)) })
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

/// The units of numbers of bytes, the largest first: how they are written, and how else they are
/// read.
private let byteUnits: [(scale: Int, name: String, spellings: [String])] = [
  (1 << 30, "GiB", ["g", "gib"]), (1 << 20, "MiB", ["m", "mib"]), (1 << 10, "KiB", ["k", "kib"]),
  (1, "", ["", "b"]),
]

/// A number of bytes as `byteCount` reads it, with the largest unit that divides it.
func byteCountText(_ bytes: Int) -> String {
  let unit = byteUnits.first { bytes >= $0.scale && bytes % $0.scale == 0 }
  return unit.map { "\(bytes / $0.scale)\($0.name)" } ?? String(bytes)
}
