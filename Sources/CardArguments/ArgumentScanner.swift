import CardJSON

/// Splits a command line into options and operands, in the GNU style.
///
/// It knows the syntax of options and which of them take a value, but not what they mean. It
/// continues after a mistake, because a later `--help` takes precedence over mistakes.
struct ArgumentScanner<Settings: Sendable> {
  /// A token of a command line.
  enum Token {
    /// A flag or an option with its value.
    case option(GivenOption, Option<Settings>)
    case operand(String)
    case mistake(ArgumentError)
  }

  /// The command with the options; nil for no options.
  private let command: Command<Settings>?
  private(set) var remaining: ArraySlice<String>
  private(set) var optionsEnded = false
  /// An argument with bundled short options, such as `-vcofile`, and its unread part.
  private var bundleArgument = ""
  private var bundle = Substring.UnicodeScalarView()

  init(_ arguments: ArraySlice<String>, of command: Command<Settings>?) {
    (remaining, self.command) = (arguments, command)
  }

  /// Returns the next token; nil at the end of the line.
  mutating func next() -> Token? {
    if !bundle.isEmpty { return nextOfBundle() }
    while let argument = remaining.popFirst() {
      if optionsEnded || !argument.looksLikeOption { return .operand(argument) }
      if !argument.utf8.starts(with: "--".utf8) {
        (bundleArgument, bundle) = (argument, argument.unicodeScalars.dropFirst())
        return nextOfBundle()
      }
      if argument.utf8.count > 2 { return long(argument) }
      optionsEnded = true
    }
    return nil
  }

  private mutating func long(_ argument: String) -> Token {
    let (spelling, name, value) = argument.longOptionParts
    guard let option = command?.option(named: name) else {
      return .mistake(.unknownOption(spelling: spelling, within: nil, nearest: nearest(to: name)))
    }
    return token(option, spelling, value: value)
  }

  private mutating func nextOfBundle() -> Token {
    let letter = bundle.removeFirst()
    guard let option = command?.firstOption(where: { $0.short == Character(letter) }) else {
      bundle.removeAll()
      return .mistake(unknown(letter))
    }
    // The rest is the option's value, or a value for a flag, which is a mistake.
    guard option.value != nil || bundle.first == "=" else {
      return token(option, "-\(letter)", value: nil)
    }
    let rest = bundle
    bundle.removeAll()
    let value = option.value == nil ? rest.dropFirst() : rest
    return token(option, "-\(letter)", value: rest.isEmpty ? nil : String(value))
  }

  /// Returns an option with its value, which may be the next argument.
  ///
  /// If the next argument is a known long option, the value was most likely forgotten.
  private mutating func token(
    _ option: Option<Settings>, _ spelling: String, value: String?
  ) -> Token {
    var given = GivenOption(name: option.name, spelling: spelling, value: value)
    given.isNegated = spelling == "--no-\(option.name)"
    switch (option.value, value) {
    case (nil, let value?): return .mistake(.unexpectedValue(option: spelling, value: value))
    case (let expected?, nil):
      guard let next = remaining.first else {
        return .mistake(.missingValue(option: spelling, of: expected, before: nil))
      }
      let isLong = next.utf8.starts(with: "--".utf8)
      if isLong, command?.option(named: String(next.unicodeScalars.dropFirst(2))) != nil {
        return .mistake(.missingValue(option: spelling, of: expected, before: next))
      }
      given.value = remaining.removeFirst()
    case (nil, nil), (.some, .some): break
    }
    return .option(given, option)
  }

  private func unknown(_ letter: Unicode.Scalar) -> ArgumentError {
    if bundleArgument.unicodeScalars.count > 2 {
      let name = String(bundleArgument.unicodeScalars.dropFirst())
      return .unknownOption(
        spelling: "-\(letter)", within: bundleArgument, nearest: nearest(to: name))
    }
    let others = options.compactMap(\.short)
      .filter { $0.lowercased() == String(letter).lowercased() }
    return .unknownOption(spelling: "-\(letter)", within: nil, nearest: others.map { "-\($0)" })
  }

  private var options: [Option<Settings>] { command?.options ?? [] }

  private func nearest(to name: String) -> [String] {
    NearestName.all(name, among: options.flatMap(\.longNames)).map { "--\($0)" }
  }
}

extension String {
  /// Whether the argument looks like an option or is `--`; it may still be the value of an option.
  var looksLikeOption: Bool { self != "-" && utf8.starts(with: "-".utf8) }

  /// The parts of a long option: its spelling, its name, and the value after an equals sign.
  var longOptionParts: (spelling: String, name: String, value: String?) {
    let equals = utf8.firstIndex(of: UInt8(ascii: "="))
    let spelling = String(self[..<(equals ?? endIndex)])
    let value = equals.map { String(self[utf8.index(after: $0)...]) }
    return (spelling, String(spelling.unicodeScalars.dropFirst(2)), value)
  }
}

/// The length of a help page.
package enum HelpLength: Hashable, Sendable {
  /// `-h`: one line per option.
  case short
  /// `--help`: everything.
  case long
}

/// An option given on a command line.
package struct GivenOption: Hashable, Sendable {
  /// The long name without dashes and without `no-`.
  package let name: String
  /// The option as typed, without its value: `-o`, `--no-pinned`.
  package let spelling: String
  /// The value as typed; nil for a flag.
  package var value: String?
  /// Whether the flag was given as `--no-…`.
  package var isNegated = false

  /// The length of the help that the option requests; nil for other options.
  var helpLength: HelpLength? {
    name == StandardOption.help ? (spelling == "-h" ? .short : .long) : nil
  }
}
