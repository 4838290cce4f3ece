import CardArguments
import CardJSON
import CardPlatform
import CardRules
import ContentCardKit

/// A file that a command reads; `-` is standard input.
struct InputFile: Sendable {
  /// The file as messages name it.
  let path: String
  /// Whether it was found in a folder, so that it is only read when it is one of content cards.
  let isFound: Bool
  /// Its content, where the file is a pipe that is read more than once.
  var spool: SpooledInput?
}

/// Why a file or a folder is not read.
enum LeftOut: String, Sendable {
  case hidden
  case nodeModules = "node_modules"
  case excluded
  case symbolicLink = "a symbolic link to a folder"
  case noFile = "no file"
  case ownFile = "written by this run, or its baseline"
  case foreign = "no content cards in it"
}

/// The files that operands stand for: themselves, or what is in a folder.
///
/// Folders are searched for files of cards, in the order of their paths. Hidden ones,
/// `node_modules` and what is excluded are left out, folders behind symbolic links are not entered,
/// and only what is a file is opened, never a pipe. Which of the others are files of content cards,
/// and which the run's own, turns out when they are opened (`FoundFile`).
struct InputFiles: Sendable {
  /// What was named, be it files or folders.
  let operands: [String]
  /// The files, in the order in which they are read.
  private(set) var files: [InputFile] = []
  /// Operands that are folders without any such file.
  private(set) var emptyFolders: [String] = []
  /// Why others could not be looked at.
  private(set) var failures: [(path: String, reason: SystemFailure)] = []
  /// Whether a pattern excluded a file or a directory.
  private(set) var hasExcluded = false
  /// What is in the folders and not read; kept only where somebody asks.
  private(set) var leftOut: [(path: String, reason: LeftOut)] = []

  /// How files that were found are told from others.
  let selection: InputSelection
  let console: Console
  private let keepsLeftOut: Bool

  /// The files of `operands`; standard input when there are none.
  ///
  /// - Throws: `MissingInput` when that is a terminal.
  init(
    _ operands: [String], _ console: Console, _ selection: InputSelection,
    keepsLeftOut: Bool = false
  ) throws(MissingInput) {
    self.operands = operands
    self.console = console
    self.selection = selection
    self.keepsLeftOut = keepsLeftOut
    if operands.isEmpty {
      if SystemCalls.isTerminal(console.input) { throw MissingInput() }
      files = [InputFile(path: "-", isFound: false)]
    }
    for operand in operands { add(operand) }
    // Checked twice, each mistake would count twice.
    if selection.takesRequests { removeRepeated() }
  }

  /// Removes what was found in one folder and is named too, or was found in another: it is read
  /// once.
  private mutating func removeRepeated() {
    // Byte by byte: two names may be one text to Swift.
    func whole(_ file: InputFile) -> [[UInt8]] {
      console.resolved(file.path).utf8.split(separator: UInt8(ascii: "/")).map([UInt8].init)
        .filter { $0 != [UInt8(ascii: ".")] }
    }
    var known = Set(files.filter { !$0.isFound }.map(whole))
    files.removeAll { $0.isFound && !known.insert(whole($0)).inserted }
  }

  /// Gives a file its content.
  mutating func replace(_ file: Int, by spool: SpooledInput) { files[file].spool = spool }

  /// The files as messages name them; a list of its own each time it is asked for.
  var paths: [String] { files.map(\.path) }

  /// The path of the input with this number.
  func path(of input: Int) -> String { files[InputFiles.file(of: input)].path }

  /// The file that an input is or is a part of.
  static func file(of input: Int) -> Int { input & InputFiles.fileMask }

  /// The number of a part of a file; 0 is the whole file.
  func number(of file: Int, part: Int) -> Int { file | part << InputFiles.fileBits }

  /// The name of an input in prose: of an entry of a HAR file, `FILE#N` with its index.
  func title(of input: Int) -> String {
    let part = input >> InputFiles.fileBits
    return part == 0 ? name(of: input) : "\(name(of: input))#\((part - 1) / 2)"
  }

  private static let fileBits = 32
  private static let fileMask = (1 << fileBits) - 1

  /// What messages call the file with this number.
  ///
  /// Messages do not name the part of a file that the number may include.
  func name(of input: Int) -> String {
    let path = path(of: input)
    return path == "-" ? InputDescriptor.standardInputName : SystemText.shown(path)
  }

  /// Adds a file that was named, or what is in a folder.
  private mutating func add(_ operand: String) {
    guard operand != "-" else { return files.append(InputFile(path: operand, isFound: false)) }
    do throws(SystemFailure) {
      let status = try console.fileStatus(operand)
      let isFolder = status?.kind == .directory
      if selection.leavesOut(named: operand, isFolder: isFolder) {
        leaveOut(operand, .excluded)
      } else if isFolder {
        let count = files.count + failures.count
        walk(operand)
        if files.count + failures.count == count { emptyFolders.append(operand) }
      } else {
        files.append(InputFile(path: operand, isFound: false))
      }
    } catch {
      failures.append((operand, error))
    }
  }

  /// Something in a folder, with the text by which it is sorted.
  private struct Entry {
    let name: String
    let isFolder: Bool
    /// The name as paths go on after it.
    let key: [UInt8]

    init(_ name: String, isFolder: Bool) {
      self.name = name
      self.isFolder = isFolder
      key = SystemText.bytes(name) + (isFolder ? [UInt8(ascii: "/")] : [])
    }
  }

  private mutating func walk(_ folder: String) {
    let found: [SystemCalls.DirectoryEntry]
    do throws(SystemFailure) {
      found = try SystemCalls.entries(in: console.resolved(folder), shownAs: folder)
    } catch {
      return failures.append((folder, error))
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var entries: [Entry] = []
    for entry in found {
      let path = prefix + entry.name
      do throws(SystemFailure) {
        if let isFolder = try isFolder(entry, path) {
          entries.append(Entry(entry.name, isFolder: isFolder))
        }
      } catch {
        failures.append((path, error))
      }
    }
    entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for entry in entries {
      let path = prefix + entry.name
      if entry.isFolder {
        walk(path)
      } else {
        files.append(InputFile(path: path, isFound: true))
      }
    }
  }

  /// Whether something that was found in a folder is a folder to enter or a file to read; nil when
  /// it is neither.
  private mutating func isFolder(_ entry: SystemCalls.DirectoryEntry, _ path: String)
    throws(SystemFailure) -> Bool?
  {
    let isOfCards = CardFiles.extensions.contains { entry.name.hasSuffix("." + $0) }
    if entry.name.hasPrefix(".") {
      if isOfCards || entry.kind == .directory { leaveOut(path, .hidden) }
      return nil
    }
    guard isOfCards || entry.kind == .directory || entry.kind == nil else { return nil }
    var kind = entry.kind
    if kind == nil {
      kind = try SystemCalls.fileStatus(at: console.resolved(path), name: path)?.kind
    }
    if kind == .symbolicLink {
      kind = try console.fileStatus(path)?.kind
      if kind == .directory {
        leaveOut(path, .symbolicLink)
        return nil
      }
    }
    switch kind {
    case .directory where entry.name == "node_modules": leaveOut(path, .nodeModules)
    case .directory, .regular:
      let isFolder = kind == .directory
      guard isFolder || isOfCards else { return nil }
      guard selection.leavesOut(found: path, isFolder: isFolder) else { return isFolder }
      leaveOut(path, .excluded)
    case .symbolicLink, .pipe, .other, nil:
      if isOfCards { leaveOut(path, .noFile) }
    }
    return nil
  }

  private mutating func leaveOut(_ path: String, _ reason: LeftOut) {
    if reason == .excluded { hasExcluded = true }
    if keepsLeftOut { leftOut.append((path, reason)) }
  }
}

/// Decides which of the files that were found in folders are read.
struct FoundFiles: ~Copyable {
  private var recognizer: FileRecognizer
  private let files: RunFiles
  /// What is looked at of a file after its beginning.
  private var rest = ByteBuffer()
  private var spare = ByteBuffer()

  /// How many bytes are the beginning of a file: of most files all.
  private static let beginning = 1 << 16
  /// How many bytes after it are looked at together.
  private static let step = 1 << 18

  /// Decisions by `selection`, for cards that are read with `options`.
  init(_ selection: InputSelection, _ options: ReadingOptions) {
    recognizer = FileRecognizer(options, takesRequests: selection.takesRequests)
    files = selection.files
  }

  /// Why an open file is not read; nil when it is, and then `beginning` is what was read of it.
  mutating func reasonToLeaveOut(_ file: InputDescriptor, _ beginning: inout ByteBuffer)
    throws(SystemFailure) -> LeftOut?
  {
    guard file.isRegular else { return .noFile }
    if files.writes(file.identity) { return .ownFile }
    recognizer.begin()
    let progress = try file.read(
      into: &beginning, upTo: FoundFiles.beginning, seen: 0, output: -1)
    var answer = recognizer.look(at: beginning.sealed(), isFinal: progress == .end)
    if answer.isOfCards == nil {
      rest.removeAll()
      rest.append(beginning.view.slice(answer.consumed..<beginning.count))
    }
    var offset = beginning.count
    while answer.isOfCards == nil {
      let count = try file.read(
        at: offset, max(FoundFiles.step, rest.count), into: &rest)
      offset += count
      answer = recognizer.look(at: rest.sealed(), isFinal: count == 0)
      spare.removeAll()
      spare.append(rest.view.slice(answer.consumed..<rest.count))
      swap(&rest, &spare)
    }
    return answer.isOfCards == true ? nil : .foreign
  }
}
