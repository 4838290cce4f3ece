/// Which files and folders are left out, in the form of a line of `.gitignore` without `!`.
///
/// A pattern with a slash in it, but at its end, is about the path from a folder; one without about
/// a name at any depth. A slash at the end stands for folders only, `**` for any number of folders.
/// Source: https://git-scm.com/docs/gitignore
package struct PathPattern: Equatable, Sendable {
  /// What one component of a path may be.
  private enum Component: Equatable, Sendable {
    /// One folder or file whose name fits.
    case name([Piece])
    /// Any number of folders, also none.
    case folders
  }

  /// What a part of a name may be.
  fileprivate enum Piece: Equatable, Sendable {
    case character(Unicode.Scalar)
    case anyCharacter
    case anyText
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// A text that is no pattern.
  package struct Mistake: Error {
    /// What is wrong: lower case, no full stop.
    package let message: String
  }

  private let components: [Component]
  private let isAnchored: Bool
  private let isOfFolders: Bool

  /// The pattern that `text` is.
  package init(_ text: String) throws(Mistake) {
    if text.hasPrefix("!") {
      throw Mistake(message: "expected a pattern of paths to leave out; none takes one in with '!'")
    }
    var parts = try PathPattern.parts(of: text)
    isOfFolders = parts.count > 1 && parts.last == []
    if isOfFolders { parts.removeLast() }
    isAnchored = parts.count > 1
    if parts.count > 1, parts.first == [] { parts.removeFirst() }
    guard parts.contains(where: { !$0.isEmpty }) else {
      throw Mistake(message: "expected a pattern of paths to leave out")
    }
    let isAnchored = isAnchored
    var components: [Component] = parts.compactMap { pieces in
      if pieces.isEmpty || isAnchored && pieces == [.character(".")] { return nil }
      return isAnchored && pieces == [.anyText, .anyText] ? .folders : .name(pieces)
    }
    // Two stars at the end stand for all that is in a folder, and not for the folder.
    if components.last == .folders { components.append(.name([.anyText])) }
    self.components = components
  }

  /// Whether the pattern is about the file or folder at a path from its folder.
  package func matches(_ path: some StringProtocol, isFolder: Bool) -> Bool {
    if isOfFolders, !isFolder { return false }
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    guard let last = names.last else { return false }
    return Wildcards.match(components, isAnchored ? names[...] : [last], star: .folders) {
      guard case .name(let pieces) = $0 else { return false }
      return Wildcards.match(pieces, $1[...], star: .anyText) { $0.fits($1) }
    }
  }
}

/// Patterns in which a star stands for any number of parts, also none.
enum Wildcards {
  /// Whether all of `parts` is as `pattern` says.
  ///
  /// Goes back to the last star only, so that the time is that of both lengths multiplied.
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

extension PathPattern.Piece {
  fileprivate func fits(_ character: Unicode.Scalar) -> Bool {
    switch self {
    case .character(let wanted): wanted == character
    case .anyCharacter: true
    case .anyText: false
    case .oneOf(let ranges, let isNegated):
      ranges.contains { $0.contains(character) } != isNegated
    }
  }
}

// Reading a pattern.
extension PathPattern {
  /// The pieces of the components, which slashes part.
  private static func parts(of text: String) throws(Mistake) -> [[Piece]] {
    var parts: [[Piece]] = [[]]
    var rest = text.unicodeScalars[...]
    while let character = rest.popFirst() {
      switch character {
      case "/": parts.append([])
      case "*": parts[parts.count - 1].append(.anyText)
      case "?": parts[parts.count - 1].append(.anyCharacter)
      case "[": parts[parts.count - 1].append(try set(&rest))
      case "\\":
        guard let escaped = rest.popFirst() else {
          throw Mistake(message: "expected a character behind the last '\\'")
        }
        parts[parts.count - 1].append(.character(escaped))
      default: parts[parts.count - 1].append(.character(character))
      }
    }
    return parts
  }

  /// The characters that may stand in one place, after their `[`.
  private static func set(_ rest: inout Substring.UnicodeScalarView) throws(Mistake) -> Piece {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var isFirst = true
    while let character = rest.popFirst() {
      if character == "]", !isFirst { return .oneOf(ranges, isNegated: isNegated) }
      if character == "[", rest.first == ":" {
        throw Mistake(
          message: "expected characters or ranges in '[...]', not classes such as [:alpha:]")
      }
      isFirst = false
      let start = character == "\\" ? rest.popFirst() ?? character : character
      guard rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
        ranges.append(start...start)
        continue
      }
      rest.removeFirst(2)
      let last = end == "\\" ? rest.popFirst() ?? end : end
      if start <= last { ranges.append(start...last) }
    }
    throw Mistake(message: "expected a ']' behind the '['")
  }
}
