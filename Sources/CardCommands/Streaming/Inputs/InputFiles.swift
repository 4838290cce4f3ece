import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// A file that a command reads; `-` is standard input.
struct InputFile: Sendable {
  /// The path, relative or absolute as given.
  let path: String
  /// Whether it was found in a directory, and is read only if its content is recognized.
  let isWalked: Bool
  /// Its content, if the file is a pipe that is read more than once.
  var spool: SpooledInput?
}

/// The reason for skipping a file or a directory.
enum FileSkipReason: String, Sendable {
  case hidden
  case nodeModules = "node_modules"
  case excluded
  case ignored = "ignored by .gitignore"
  case symbolicLink = "a symbolic link to a directory"
  case notAFile = "not a file"
  case ownFile = "written by this run, or its baseline"
  case unrecognized = "not ours"
}

/// The files that the operands expand to.
///
/// Directories are walked in the order of paths. Hidden entries, `node_modules`, and everything
/// that a pattern excludes or `.gitignore` ignores are skipped. Symbolic links to directories are
/// not followed, and a pipe is never opened. When a file is opened, `InputOpener` decides what it is.
struct InputFiles: Sendable {
  /// The operands: files or directories.
  let operands: [String]
  /// The files, in the order in which they are read.
  private(set) var files: [InputFile] = []
  /// The directories without any file to read, and whether `.gitignore` ignores files in them.
  private(set) var emptyDirectories: [(path: String, isIgnored: Bool)] = []
  /// The paths whose status could not be read.
  private(set) var failures: [(path: String, reason: SystemFailure)] = []
  /// The skipped paths.
  private(set) var skipped: [(path: String, reason: FileSkipReason)] = []

  /// The rules for selecting files.
  let selection: InputSelection
  let console: Console

  /// Expands `operands`; without operands, the only input is standard input.
  init(_ operands: [String], _ console: Console, selection: InputSelection)
    throws(MissingInput)
  {
    (self.operands, self.console, self.selection) = (operands, console, selection)
    if operands.isEmpty {
      if SystemCalls.isTerminal(console.input) { throw MissingInput() }
      files = [InputFile(path: "-", isWalked: false)]
    }
    for operand in operands {
      attempt(operand) { files throws(SystemFailure) in try files.add(operand) }
    }
    // The errors of a file that is checked twice would be counted twice.
    if selection.takesRequests { removeRepeated() }
  }

  /// Creates the files at a path that an option names.
  ///
  /// - Throws: `SystemFailure` if the file, or one in the directory, cannot be accessed.
  init(one path: String, _ console: Console) throws {
    let selection = try InputSelection(CardOptions(), console, files: RunFiles(console))
    try self.init([path], console, selection: selection)
    for failure in failures { throw failure.reason }
  }

  /// Removes files found in a directory that are also operands or were found before.
  private mutating func removeRepeated() {
    // Compare bytes, because Swift considers canonically equivalent names equal.
    func whole(_ file: InputFile) -> [[UInt8]] {
      console.resolved(file.path).utf8.split(separator: UInt8(ascii: "/")).map([UInt8].init)
        .filter { $0 != [UInt8(ascii: ".")] }
    }
    var known = Set(files.filter { !$0.isWalked }.map(whole))
    files.removeAll { $0.isWalked && !known.insert(whole($0)).inserted }
  }

  /// Returns the same files, with copies of all pipes, so that they can be read more than once.
  func spooled() throws(SystemFailure) -> InputFiles {
    var spooled = self
    for (index, file) in files.enumerated() where file.spool == nil {
      if file.path != "-", (try? console.fileStatus(file.path))??.kind == .regular { continue }
      // An input that cannot be opened is reported when it is read.
      guard let input = try? InputDescriptor(file, console) else { continue }
      defer { input.close() }
      if !input.isRegular { spooled.replace(index, by: try input.spooled(console)) }
    }
    return spooled
  }

  /// Sets the copy from which a file is read.
  mutating func replace(_ file: Int, by spool: SpooledInput) { files[file].spool = spool }

  /// The paths of the files, as a new array on each access.
  var paths: [String] { files.map(\.path) }

  /// Returns the path of the input with this number.
  func path(of input: Int) -> String { files[InputFiles.file(of: input)].path }

  /// Returns the index of the file that the input is or belongs to.
  static func file(of input: Int) -> Int { input & InputFiles.fileMask }

  /// Returns the input number of a part of a file; part 0 is the whole file.
  func number(of file: Int, part: Int) -> Int { file | part << InputFiles.fileBits }

  /// Returns the name of an input in prose: `FILE#N` for the entry with index N of a HAR file.
  func title(of input: Int) -> String {
    let part = input >> InputFiles.fileBits
    return part == 0 ? name(of: input) : "\(name(of: input))#\((part - 1) / 2)"
  }

  private static let fileBits = 32
  private static let fileMask = (1 << fileBits) - 1

  /// Returns the name in messages of the file that the input is or belongs to.
  func name(of input: Int) -> String {
    let path = path(of: input)
    return path == "-" ? InputDescriptor.standardInputName : SystemText.shown(path)
  }

  /// Adds an operand: a file, or the files in a directory.
  private mutating func add(_ operand: String) throws(SystemFailure) {
    guard operand != "-" else { return files.append(InputFile(path: operand, isWalked: false)) }
    let isDirectory = try console.fileStatus(operand)?.kind == .directory
    if selection.excludes(named: operand, isDirectory: isDirectory) {
      return skipped.append((operand, .excluded))
    }
    guard isDirectory else { return files.append(InputFile(path: operand, isWalked: false)) }
    let (count, first) = (files.count + failures.count, skipped.count)
    walk(operand, selection.options.readsGitIgnore ? try GitIgnore(operand: operand, console) : nil)
    if files.count + failures.count == count {
      emptyDirectories.append((operand, skipped[first...].contains { $0.reason == .ignored }))
    }
  }

  /// Adds the files in a directory, in the order of paths.
  private mutating func walk(_ directory: String, _ ignored: GitIgnore?) {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    // The sort key is the name as it appears in longer paths, so a directory's ends with a slash.
    var entries: [(name: String, isDirectory: Bool, key: [UInt8])] = []
    attempt(directory) { files throws(SystemFailure) in
      for entry in try SystemCalls.entries(
        in: files.console.resolved(directory), shownAs: directory)
      {
        files.attempt(prefix + entry.name) { files throws(SystemFailure) in
          let isDirectory = try files.isDirectory(entry, prefix + entry.name, ignored: ignored)
          guard let isDirectory else { return }
          let key = SystemText.bytes(entry.name) + (isDirectory ? [UInt8(ascii: "/")] : [])
          entries.append((entry.name, isDirectory, key))
        }
      }
    }
    entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for entry in entries {
      let path = prefix + entry.name
      guard entry.isDirectory else {
        files.append(InputFile(path: path, isWalked: true))
        continue
      }
      attempt(path) { files throws(SystemFailure) in
        files.walk(path, try ignored?.entering(entry.name, at: path, files.console))
      }
    }
  }

  private mutating func attempt(
    _ path: String, _ body: (inout InputFiles) throws(SystemFailure) -> Void
  ) { do throws(SystemFailure) { try body(&self) } catch { failures.append((path, error)) } }

  /// Whether an entry is a directory to enter; nil if it is not a file to read either.
  private mutating func isDirectory(
    _ entry: SystemCalls.DirectoryEntry, _ path: String, ignored: GitIgnore?
  ) throws(SystemFailure) -> Bool? {
    let hasCardExtension = CardFiles.extensions.contains { entry.name.hasSuffix("." + $0) }
    if entry.name.hasPrefix(".") {
      if hasCardExtension || entry.kind == .directory { skipped.append((path, .hidden)) }
      return nil
    }
    guard hasCardExtension || entry.kind == .directory || entry.kind == nil else { return nil }
    var kind = entry.kind
    if kind == nil {
      kind = try SystemCalls.fileStatus(at: console.resolved(path), name: path)?.kind
    }
    let isLink = kind == .symbolicLink
    let target = isLink ? try console.fileStatus(path)?.kind : kind
    let isDirectory = target == .directory
    guard isDirectory || hasCardExtension else { return nil }
    let reason: FileSkipReason
    if !isDirectory, target != .regular {
      reason = .notAFile
    } else if isDirectory, isLink {
      reason = .symbolicLink
    } else if isDirectory, entry.name == "node_modules" {
      reason = .nodeModules
    } else if selection.excludes(found: path, isDirectory: isDirectory) {
      reason = .excluded
    } else if let ignored, ignored.ignores(entry.name, isDirectory: isDirectory) {
      reason = .ignored
    } else {
      return isDirectory
    }
    skipped.append((path, reason))
    return nil
  }
}
