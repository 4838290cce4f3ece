import CardJSON
import CardPlatform
import CardRules

/// The `.gitignore` files that apply in a directory of a repository.
///
/// The index, `.git/info/exclude` and the user's global file are not used. A deeper file overrides
/// a higher one, and a later line an earlier one. A walk never enters an ignored directory, so no
/// pattern can include anything in it again.
///
/// Source: https://git-scm.com/docs/gitignore
struct GitIgnore {
  fileprivate typealias Rule = (pattern: PathPattern, isNegated: Bool)

  /// The rules of one file, in reverse order.
  fileprivate struct File {
    var rules: [Rule]
    /// The number of directories from the top of the repository down to the file.
    let depth: Int
  }

  /// The names of the directories from the top of the repository to this one.
  private let names: [[UInt8]]
  /// The files that apply, the deepest one first.
  private let files: [File]
}

extension GitIgnore {
  /// Creates the files that apply in a directory operand; nil if it is not in a repository.
  ///
  /// An operand is never ignored. A pattern that would ignore it has no effect below it either.
  init?(operand path: String, _ console: Console) throws(SystemFailure) {
    guard let directory = SystemCalls.realPath(console.resolved(path)) else { return nil }
    let upwards = PathNames.upwards(from: directory)
    guard let top = upwards.firstIndex(where: console.isRepositoryTop) else { return nil }
    var current = GitIgnore(names: [], files: try File.at(upwards[top], depth: 0, console))
    for directory in upwards[..<top].reversed() {
      let name = PathNames.last(of: directory)
      let isOperand = directory == upwards[0]
      let files = isOperand ? current.filesBelow(operand: name) : current.files
      current = try current.below(directory, name, files: files, on: console)
    }
    self = current
  }

  /// Returns the files that apply in the subdirectory `name`, at `path`: its own and `files`.
  private func below(_ path: String, _ name: String, files: [File], on console: Console)
    throws(SystemFailure) -> GitIgnore
  {
    let names = names + [SystemText.bytes(name)]
    return GitIgnore(names: names, files: try File.at(path, depth: names.count, console) + files)
  }

  /// Returns the files that apply in the subdirectory `name`, at `path`.
  ///
  /// If it is a nested repository, only its own files apply.
  func entering(_ name: String, at path: String, _ console: Console) throws(SystemFailure)
    -> GitIgnore
  {
    if console.isRepositoryTop(path) {
      return GitIgnore(names: [], files: try File.at(path, depth: 0, console))
    }
    return try below(path, name, files: files, on: console)
  }

  /// Whether the entry `name` of the directory is ignored.
  func ignores(_ name: String, isDirectory: Bool) -> Bool {
    let path = names + [SystemText.bytes(name)]
    for file in files {
      let names = Array(path[file.depth...])
      let rule = file.rules.first { $0.pattern.matches(names, isDirectory: isDirectory) }
      if let rule { return !rule.isNegated }
    }
    return false
  }

  /// Returns the files without the patterns that ignore the operand `name` in this directory.
  private func filesBelow(operand name: String) -> [File] {
    guard ignores(name, isDirectory: true) else { return files }
    let path = names + [SystemText.bytes(name)]
    return files.map { file in
      var file = file
      let names = Array(path[file.depth...])
      file.rules.removeAll { !$0.isNegated && $0.pattern.matches(names, isDirectory: true) }
      return file
    }
  }
}

// Reading the files.
extension GitIgnore.File {
  private static let fileName = ".gitignore"
  /// The maximum size of a file; every file of a walk is matched against every line.
  private static let limit = 1 << 20

  /// Reads the file of a directory; empty if it does not exist or is not a regular file.
  fileprivate static func at(_ directory: String, depth: Int, _ console: Console)
    throws(SystemFailure) -> [GitIgnore.File]
  {
    let path = directory + "/" + fileName
    let resolved = console.resolved(path)
    // Like Git, do not follow a symbolic link here.
    guard try SystemCalls.fileStatus(at: resolved, name: path)?.kind == .regular else { return [] }
    let descriptor = try SystemCalls.open(resolved, [.readOnly, .noFollow], shownAs: path)
    defer { SystemCalls.close(descriptor) }
    var text = ByteBuffer()
    while try SystemCalls.read(descriptor, 1 << 16, into: &text, name: path) > 0 {
      guard text.count <= limit else {
        throw SystemFailure(
          action: "cannot read \(path)", reason: "expected at most \(limit >> 10) KiB")
      }
    }
    let start = text.view.count >= 3 && text.view.slice(0..<3) == ByteView("\u{FEFF}") ? 3 : 0
    let lines = text.view.slice(start..<text.count).array.split(separator: UInt8(ascii: "\n"))
    let rules = lines.compactMap { rule($0) }
    return rules.isEmpty ? [] : [GitIgnore.File(rules: rules.reversed(), depth: depth)]
  }

  /// Parses a line; nil for a comment, a blank line, or a pattern that matches nothing.
  private static func rule(_ line: ArraySlice<UInt8>) -> GitIgnore.Rule? {
    var text = line
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    if text.first == UInt8(ascii: "#") { return nil }
    let isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text.removeFirst() }
    // Trailing spaces are not part of the pattern unless a backslash precedes them.
    var (end, position) = (text.startIndex, text.startIndex)
    while position < text.endIndex {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\\"), position < text.endIndex { position += 1 }
      if byte != UInt8(ascii: " ") { end = position }
    }
    guard let pattern = try? PathPattern(line: Array(text[..<end])) else { return nil }
    return (pattern, isNegated)
  }
}
