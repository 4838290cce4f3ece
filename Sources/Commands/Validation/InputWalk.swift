import Platform

/// The files that operands stand for: themselves, or what is in a directory.
///
/// Directories are searched for files of cards, in the order of their names; hidden files and
/// directories are passed over, but for configurations. A directory that a symbolic link leads back
/// to is entered once.
struct InputWalk {
  /// The files, as messages name them; `-` is standard input.
  private(set) var paths: [String] = []
  /// Operands that are directories without any such file.
  private(set) var barren: [String] = []
  /// Directories that could not be read.
  private(set) var failures: [SystemFailure] = []

  private let console: Console
  /// The directories that the current one is in, by what the system knows them by.
  private var open: [SystemCalls.FileIdentity] = []

  /// The deepest directory that is entered, counted from an operand.
  private static let depthLimit = 100

  /// The files of `operands`; standard input when there are none.
  init(_ operands: [String], _ console: Console) {
    self.console = console
    for operand in operands.isEmpty ? ["-"] : operands {
      if operand != "-", SystemCalls.isDirectory(console.resolved(operand)) {
        let count = paths.count
        walk(operand)
        if paths.count == count { barren.append(operand) }
      } else {
        paths.append(operand)
      }
    }
  }

  private mutating func walk(_ directory: String) {
    guard let identity = SystemCalls.identity(of: console.resolved(directory)),
      !open.contains(identity), open.count < InputWalk.depthLimit
    else { return }
    open.append(identity)
    defer { open.removeLast() }
    let names: [String]
    do {
      names = try SystemCalls.names(in: console.resolved(directory), shownAs: directory)
    } catch {
      failures.append(error)
      return
    }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard !name.hasPrefix(".") || name == Configuration.fileName else { continue }
      let path = prefix + name
      if SystemCalls.isDirectory(console.resolved(path)) {
        walk(path)
      } else if CardFiles.extensions.contains(where: { name.hasSuffix("." + $0) }) {
        paths.append(path)
      }
    }
  }
}
