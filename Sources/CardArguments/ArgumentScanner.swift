import CardJSON

/// Splits a command line into options and operands, in the GNU style.
///
/// It knows the syntax of options and which ones take a value, but not what they mean. It continues
/// after a mistake, because a later `--help` takes precedence over every mistake.
struct ArgumentScanner<Settings: Sendable> {
  /// One piece of a command line.
  enum Token {
    /// A flag or an option with its value.
    case option(GivenOption, Option<Settings>)
    case operand(String)
    case help(HelpLength)
    case mistake(ArgumentMistake)
  }

  private let arguments: [String]
  private let visible: [Option<Settings>]
  private let options: [Option<Settings>]
  /// Long names that other tools use, and our names for the same options.
  private let aliases: [String: String]
  private var position = 0
  private(set) var optionsEnded = false
  /// The rest of an argument of short options, such as `vcofile`.
  private var bundle: Substring.UnicodeScalarView = Substring().unicodeScalars
  private var bundleArgument = ""

  init(_ arguments: [String], options: [Option<Settings>], aliases: [String: String] = [:]) {
    self.arguments = arguments
    self.aliases = aliases
    self.options = options
    self.visible = options.filter { !$0.isHidden }
  }

  private func option(letter: Character) -> Option<Settings>? {
    options.first { $0.short == letter }
  }

  /// The arguments that have not been read.
  var remaining: [String] { Array(arguments[position...]) }

  /// The next piece, or nil at the end of the line.
  mutating func next() -> Token? {
    if !bundle.isEmpty { return nextOfBundle() }
    while position < arguments.count {
      let argument = arguments[position]
      position += 1
      if optionsEnded || !argument.looksLikeOption {
        return .operand(argument)
      }
      if argument == "--" {
        optionsEnded = true
        continue
      }
      if argument.utf8.starts(with: "--".utf8) { return long(argument) }
      bundleArgument = argument
      bundle = argument.unicodeScalars.dropFirst()
      return nextOfBundle()
    }
    return nil
  }

  private mutating func long(_ argument: String) -> Token {
    let (spelling, name, value) = argument.longOptionParts
    guard let option = options.named(name) ?? aliases[name].flatMap(options.named) else {
      let nearest = NearestName.all(name, among: visible.flatMap(\.longNames)).map { "--\($0)" }
      return .mistake(.unknownOption(spelling: spelling, within: nil, nearest: nearest))
    }
    switch (option.value, value) {
    case (nil, nil):
      return option.name == StandardOption.help
        ? .help(.long) : flag(option, spelling, isNegated: name == "no-\(option.name)")
    case (nil, .some(let value)):
      return .mistake(.unexpectedValue(option: spelling, value: value))
    case (.some, .some(let value)):
      return .option(GivenOption(name: option.name, spelling: spelling, value: value), option)
    case (.some, nil):
      return valueFollows(option, spelling)
    }
  }

  private mutating func nextOfBundle() -> Token {
    let letter = bundle.removeFirst()
    let spelling = "-\(letter)"
    guard let option = option(letter: Character(letter)) else {
      bundle.removeAll()
      return .mistake(unknown(letter))
    }
    let rest = String(bundle)
    if option.value != nil {
      bundle.removeAll()
      if rest.isEmpty { return valueFollows(option, spelling) }
      return .option(GivenOption(name: option.name, spelling: spelling, value: rest), option)
    }
    if rest.utf8.starts(with: "=".utf8) {
      bundle.removeAll()
      let value = String(rest.unicodeScalars.dropFirst())
      return .mistake(.unexpectedValue(option: spelling, value: value))
    }
    guard option.name != StandardOption.help else {
      bundle.removeAll()
      return .help(.short)
    }
    return flag(option, spelling, isNegated: false)
  }

  private func flag(_ option: Option<Settings>, _ spelling: String, isNegated: Bool) -> Token {
    .option(GivenOption(name: option.name, spelling: spelling, isNegated: isNegated), option)
  }

  /// Takes the next argument as a value, unless it is a known long option: then the value was most
  /// likely forgotten.
  private mutating func valueFollows(_ option: Option<Settings>, _ spelling: String) -> Token {
    let value = option.value ?? OptionValue(name: "", kind: .text)
    guard position < arguments.count else {
      return .mistake(.missingValue(option: spelling, of: value, before: nil))
    }
    let next = arguments[position]
    if next.utf8.starts(with: "--".utf8),
      options.named(String(next.unicodeScalars.dropFirst(2))) != nil
    {
      return .mistake(.missingValue(option: spelling, of: value, before: next))
    }
    position += 1
    return .option(GivenOption(name: option.name, spelling: spelling, value: next), option)
  }

  private func unknown(_ letter: Unicode.Scalar) -> ArgumentMistake {
    let isBundle = bundleArgument.unicodeScalars.count > 2
    var close: [String] = []
    if isBundle {
      let name = String(bundleArgument.unicodeScalars.dropFirst())
      close = NearestName.all(name, among: visible.flatMap(\.longNames)).map { "--\($0)" }
    } else {
      let text = String(letter).lowercased()
      let others = visible.compactMap(\.short).filter { $0.lowercased() == text }
      close = others.map { "-\($0)" }
    }
    return .unknownOption(
      spelling: "-\(letter)", within: isBundle ? bundleArgument : nil, nearest: close)
  }
}

extension String {
  /// Whether an argument looks like an option, or is `--`.
  ///
  /// It may still be an option's value.
  var looksLikeOption: Bool { self != "-" && utf8.starts(with: "-".utf8) }

  /// The spelling of a long option, its name, and the value after an equals sign.
  var longOptionParts: (spelling: String, name: String, value: String?) {
    let equals = utf8.firstIndex(of: UInt8(ascii: "="))
    let spelling = String(self[..<(equals ?? endIndex)])
    let value = equals.map { String(self[utf8.index(after: $0)...]) }
    return (spelling, String(spelling.unicodeScalars.dropFirst(2)), value)
  }
}

/// The length of a help page.
package enum HelpLength: Hashable, Sendable {
  /// `-h`: a line for each option.
  case short
  /// `--help`: everything.
  case long
}

/// One option as it was given on a command line.
package struct GivenOption: Hashable, Sendable {
  /// The long name without dashes, never the negated one.
  package let name: String
  /// The option as it was typed, without its value: `-o`, `--no-pinned`.
  package let spelling: String
  /// The value as it was typed; nil for a flag.
  package var value: String?
  /// Whether the flag was spelled `--no-…`.
  package var isNegated = false
}
