import CardArguments
import CardPlatform
import EventJournal

/// The files that a run reads and the files that it writes; no file may be both.
///
/// Writing a file that is being read would lose unread content or replace the cards with a report,
/// and `filter f >> f` would run until the disk is full. Files are compared by device and inode,
/// which detects links and different spellings of a path. Only regular files are compared: a device
/// or a pipe may be both read and written.
struct RunFiles {
  /// A file with its name in messages; a standard stream may be redirected to the same file as
  /// another output.
  private typealias File = (name: String, location: FileLocation, isStream: Bool)

  private let console: Console
  private var inputs: [File] = []
  private var outputs: [File] = []
  /// The file for rows: from `-o`, or the target of standard output.
  private(set) var rows: FileLocation?

  /// Creates the files of a run that writes to `output`, or to standard output if nil.
  init(_ console: Console, output: String? = nil) {
    self.console = console
    rows = FileLocation(console.output)
    addOutput("standard output", rows, isStream: true)
    guard let output else { return }
    write(output, "-o \(SystemText.shown(output))")
    rows = outputs.last { !$0.isStream }?.location
  }

  /// Adds a file that the run writes, and the option that names it, such as `--to json=FILE`.
  mutating func write(_ path: String?, _ option: @autoclosure () -> String) {
    guard let path else { return }
    let isStream = OutputFile.ownDescriptor(path) != nil
    addOutput("'\(option())'", FileLocation(path, console), isStream: isStream)
  }

  /// Adds a file that the run reads, and its role, such as `the registry`; `-` is standard input.
  mutating func read(_ path: String?, _ role: String) {
    guard let path else { return }
    if path == "-" { return add("standard input", FileLocation(console.input)) }
    add("\(role) \(SystemText.shown(path))", FileLocation(path, console))
  }

  /// Adds the operands of a command that reads cards; without operands, standard input.
  mutating func read(operands: [String]) {
    for operand in operands.isEmpty ? ["-"] : operands { read(operand, "the input") }
  }

  /// Adds the files of a journal that the run reads.
  mutating func read(journal: JournalFiles) throws(SystemFailure) {
    for file in try journal.inReadingOrder() {
      add("the journal \(file.name)", FileLocation(file.path, console))
    }
  }

  private mutating func add(_ name: String, _ location: FileLocation?) {
    if let location { inputs.append((name, location, false)) }
  }

  private mutating func addOutput(_ name: String, _ location: FileLocation?, isStream: Bool) {
    if let location { outputs.append((name, location, isStream)) }
  }

  /// Refuses a run that reads the journal and writes to one of its files.
  static func refuse(journal: JournalFiles, _ console: Console, output: String? = nil) throws {
    var files = RunFiles(console, output: output)
    try files.read(journal: journal)
    try files.check()
  }

  /// Whether the run writes the file with this identity.
  func writes(_ identity: FileStatus.Identity) -> Bool {
    outputs.contains { $0.location == FileLocation(identity) }
  }

  /// Refuses a run that would write one of its inputs, or write a file twice.
  func check() throws(ArgumentError) {
    for (index, output) in outputs.enumerated() {
      let others = output.isStream ? [] : outputs[..<index].filter { !$0.isStream }
      if let other = (inputs + others).first(where: { $0.location == output.location }) {
        throw .other("\(other.name) and \(output.name) are the same file: write to another file")
      }
    }
  }
}

/// The identity of a regular file, or the directory and name of a file that does not exist yet.
struct FileLocation: Equatable {
  let identity: FileStatus.Identity
  var name: [UInt8]?
}

extension FileLocation {
  /// Creates the location of the file with this device and inode.
  init(_ identity: FileStatus.Identity) { self.init(identity: identity) }

  /// Creates the location of a descriptor's file; nil if it is not a regular file.
  init?(_ descriptor: Int32) {
    guard let status = try? SystemCalls.fileStatus(descriptor, name: ""), status.kind == .regular
    else { return nil }
    self.init(status.identity)
  }

  /// Creates the location of a file, which may not exist; nil if it is not a regular file.
  init?(_ path: String, _ console: Console) {
    if let descriptor = OutputFile.ownDescriptor(path) {
      self.init(descriptor)
      return
    }
    // If a status is unreadable, opening the file fails too and reports the reason.
    if let status = try? console.fileStatus(path) {
      guard status.kind == .regular else { return nil }
      self.init(status.identity)
      return
    }
    guard let target = try? OutputFile.followingLinks(console.resolved(path), path),
      let parent = try? SystemCalls.fileStatus(
        behind: PathNames.directory(of: target, default: "."), name: path)
    else { return nil }
    let names = SystemText.bytes(target).split(separator: UInt8(ascii: "/"))
    self.init(identity: parent.identity, name: names.last.map([UInt8].init))
  }
}
