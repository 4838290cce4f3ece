/// A path pattern in the syntax of `.gitignore`.
///
/// A pattern with a slash before its end matches the path relative to a directory; any other
/// pattern matches a name at any depth. A trailing slash restricts it to directories, and `**`
/// matches any number of directories. As in Git, `?` and `[…]` match one byte.
/// Source: https://git-scm.com/docs/gitignore
package struct PathPattern: Equatable, Sendable {
  /// A part of a name pattern.
  fileprivate enum Piece: Equatable, Sendable {
    case anyText
    case oneOf([ClosedRange<UInt8>], isNegated: Bool = false)

    static let anyByte = Piece.oneOf([], isNegated: true)

    static func byte(_ byte: UInt8) -> Piece { .oneOf([byte...byte]) }

    func fits(_ byte: UInt8) -> Bool {
      guard case .oneOf(let ranges, let isNegated) = self else { return false }
      return ranges.contains { $0.contains(byte) } != isNegated
    }
  }

  /// An invalid pattern.
  package struct SyntaxError: Error {
    /// The reason: lower case, no full stop.
    package let message: String
  }

  /// The component that matches any number of directories, including zero.
  private static let directories: [Piece] = [.anyText, .anyText]

  /// The patterns for the names of the directories and the file.
  private var components: [[Piece]]
  private let isAnchored: Bool
  private let isOfDirectories: Bool

  /// Creates a pattern from an option or a configuration, which cannot be negated.
  ///
  /// Accepts `./a` for `/a` and `a//b` for `a/b`, although git would never match them.
  package init(_ text: [UInt8]) throws(SyntaxError) {
    if text.first == UInt8(ascii: "!") {
      throw SyntaxError(message: "expected a path pattern, which cannot be negated with '!'")
    }
    try self.init(text) { $0.isEmpty || $0 == [.byte(UInt8(ascii: "."))] }
  }

  /// Creates a pattern from a line of `.gitignore` without the `!` of a negated one.
  package init(line: [UInt8]) throws(SyntaxError) { try self.init(line) { _ in false } }

  private init(_ text: [UInt8], isOmitted: ([Piece]) -> Bool) throws(SyntaxError) {
    var parts = try PathPattern.parts(of: text)
    isOfDirectories = parts.count > 1 && parts.last == []
    if isOfDirectories { parts.removeLast() }
    isAnchored = parts.count > 1
    if isAnchored, parts.first == [] { parts.removeFirst() }
    guard parts.contains(where: { !$0.isEmpty }) else {
      throw SyntaxError(message: "expected a path pattern")
    }
    if isAnchored { parts.removeAll(where: isOmitted) }
    let stars = isAnchored ? PathPattern.directories : [.anyText]
    components = parts.map { pieces in
      pieces.count > 1 && pieces.allSatisfy { $0 == .anyText } ? stars : pieces
    }
    // A trailing `**` matches everything in a directory, but not the directory itself.
    if components.last == PathPattern.directories { components.append([.anyText]) }
  }

  /// Returns whether the pattern matches a file or directory.
  ///
  /// - Parameter names: the names in its path, relative to the directory of the pattern.
  package func matches(_ names: [[UInt8]], isDirectory: Bool) -> Bool {
    guard isDirectory || !isOfDirectories, let last = names.last else { return false }
    let path = isAnchored ? names[...] : [last]
    return Wildcards.match(components, path, star: PathPattern.directories) { pieces, name in
      Wildcards.match(pieces, name[...], star: .anyText) { $0.fits($1) }
    }
  }
}

/// Matches patterns in which a star matches any number of parts, including zero.
enum Wildcards {
  /// Returns whether `pattern` matches all of `parts`.
  ///
  /// Backtracks only to the last star, so the time is at most proportional to the product of both
  /// lengths.
  static func match<Piece: Equatable, Part>(
    _ pattern: [Piece], _ parts: ArraySlice<Part>, star: Piece, fits: (Piece, Part) -> Bool
  ) -> Bool {
    var (next, place) = (0, parts.startIndex)
    var last: (next: Int, place: Int)?
    while place < parts.endIndex {
      if next < pattern.count, pattern[next] == star {
        last = (next, place)
        next += 1
      } else if next < pattern.count, fits(pattern[next], parts[place]) {
        next += 1
        place += 1
      } else if let (starred, from) = last {
        last = (starred, from + 1)
        (next, place) = (starred + 1, from + 1)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == star }
  }
}

// Parsing a pattern.
extension PathPattern {
  /// Parses the components of a pattern, which are separated by slashes.
  private static func parts(of text: [UInt8]) throws(SyntaxError) -> [[Piece]] {
    var parts: [[Piece]] = []
    var name: [Piece] = []
    var rest = text[...]
    while var byte = rest.popFirst() {
      let isEscaped = byte == UInt8(ascii: "\\")
      if isEscaped {
        guard let escaped = rest.popFirst() else {
          throw SyntaxError(message: "expected a character after the last '\\'")
        }
        byte = escaped
      }
      switch Unicode.Scalar(byte) {
      case "/":
        parts.append(name)
        name = []
      case "*" where !isEscaped: name.append(.anyText)
      case "?" where !isEscaped: name.append(.anyByte)
      case "[" where !isEscaped: name.append(try set(&rest))
      default: name.append(.byte(byte))
      }
    }
    return parts + [name]
  }

  /// Parses a set of bytes after its `[`.
  private static func set(_ rest: inout ArraySlice<UInt8>) throws(SyntaxError) -> Piece {
    let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    // The last byte, which starts a range if a `-` follows.
    var start: UInt8?
    var isFirst = true
    while var byte = rest.popFirst() {
      if byte == closing, !isFirst { return .oneOf(ranges, isNegated: isNegated) }
      isFirst = false
      if byte == UInt8(ascii: "["), let named = try characterClass(&rest) {
        ranges += named
        start = nil
      } else if byte == UInt8(ascii: "-"), let first = start, let last = rest.first, last != closing
      {
        rest.removeFirst()
        let end = last == UInt8(ascii: "\\") ? rest.popFirst() ?? last : last
        if first <= end { ranges.append(first...end) }
        start = nil
      } else {
        if byte == UInt8(ascii: "\\") { byte = rest.popFirst() ?? byte }
        ranges.append(byte...byte)
        start = byte
      }
    }
    throw SyntaxError(message: "expected a ']' after the '['")
  }

  private static let closing = UInt8(ascii: "]")

  /// Parses a character class such as `[:alpha:]` after its `[`, or returns nil if there is no
  /// class.
  private static func characterClass(_ rest: inout ArraySlice<UInt8>) throws(SyntaxError)
    -> [ClosedRange<UInt8>]?
  {
    let colon = UInt8(ascii: ":")
    guard rest.first == colon, let end = rest.dropFirst().firstIndex(of: closing) else {
      return nil
    }
    let content = rest[(rest.startIndex + 1)..<end]
    guard content.last == colon else { return nil }
    let name = String(decoding: content.dropLast(), as: UTF8.self)
    guard let ranges = characterClasses[name] else {
      let names = characterClasses.keys.sorted().joined(separator: ", ")
      throw SyntaxError(message: "unknown class '[:\(name):]'; known are \(names)")
    }
    rest = rest[(end + 1)...]
    return ranges.map { UInt8(ascii: $0.lowerBound)...UInt8(ascii: $0.upperBound) }
  }

  /// The POSIX character classes, restricted to ASCII.
  private static let characterClasses: [String: [ClosedRange<Unicode.Scalar>]] = [
    "alnum": ["0"..."9", "A"..."Z", "a"..."z"], "alpha": ["A"..."Z", "a"..."z"],
    "blank": [" "..." ", "\t"..."\t"], "cntrl": ["\0"..."\u{1F}", "\u{7F}"..."\u{7F}"],
    "digit": ["0"..."9"], "graph": ["!"..."~"], "lower": ["a"..."z"], "print": [" "..."~"],
    "punct": ["!"..."/", ":"..."@", "["..."`", "{"..."~"], "space": [" "..." ", "\t"..."\r"],
    "upper": ["A"..."Z"], "xdigit": ["0"..."9", "A"..."F", "a"..."f"],
  ]
}
