import EventJournal
import CardPlatform

/// A file that is to be read is the one that output goes to.
struct OutputIsInput: Error, CustomStringConvertible {
  /// What is wrong, and what to do instead.
  let description: String

  /// - Parameters:
  ///   - output: what the output is.
  ///   - way: another way than to write to another file.
  fileprivate init(_ input: String, _ output: String, _ way: String = "") {
    description = "\(input) is the file that \(output): write to another file\(way)"
  }
}

/// The regular file that a run writes, such as the one after a shell's `>>` or the one of `-o`.
///
/// To read it is refused: what was just written would be read in its turn, and `filter f >> f`
/// would only end with a full disk; with `>` the shell has emptied the file before. The file that
/// `-o` names may be an input of cards, because it is written beside its place, but no file of a
/// journal, to which others append. Files that are read whole before anything is written
/// (`--classes`, `--feed`, `--cards`, a baseline) may be either.
struct WrittenFile {
  /// Which file it is, whatever it is called.
  let identity: FileStatus.Identity
  /// What it is, in words that follow "the file that".
  private let role: String

  /// The file that `descriptor` is open for; nil when that is no regular file, or cannot be looked
  /// at, nor then be written to.
  init?(_ descriptor: Int32) {
    let status = try? SystemCalls.fileStatus(descriptor, name: "<stdout>")
    self.init(status, "standard output goes to")
  }

  /// The regular file that `-o` names, or that standard output goes to where it names none; nil
  /// when there is no such file yet.
  init?(_ path: String?, _ console: Console) {
    if let path {
      self.init(try? console.fileStatus(path), "-o names")
    } else {
      self.init(console.output)
    }
  }

  private init?(_ status: FileStatus?, _ role: String) {
    guard let status, status.kind == .regular else { return nil }
    identity = status.identity
    self.role = role
  }

  /// Refuses it among the operands that cards are read from.
  ///
  /// - Throws: `OutputIsInput`. What cannot be looked at cannot be opened either, which is said
  ///   then.
  func refuse(among operands: [String], _ console: Console) throws {
    for operand in operands {
      guard operand != "-" else {
        try refuse(onStandardInput: console, ", or to the file itself with '-o FILE'")
        continue
      }
      let status = try? console.fileStatus(operand)
      if status?.identity == identity {
        throw OutputIsInput(operand, role, ", or to the file itself with '-o \(operand)'")
      }
    }
  }

  /// Refuses it as standard input.
  ///
  /// - Parameter way: what can be done beside writing to another file.
  func refuse(onStandardInput console: Console, _ way: String = "") throws {
    let status = try? SystemCalls.fileStatus(console.input, name: "<stdin>")
    if status?.identity == identity { throw OutputIsInput("standard input", role, way) }
  }

  /// Refuses it among the files of a journal.
  ///
  /// - Throws: `OutputIsInput`; `SystemFailure` when the directory of the journal cannot be read.
  func refuse(among journal: JournalFiles) throws {
    for file in try journal.inReadingOrder() {
      let status = try? SystemCalls.fileStatus(behind: file.path, name: file.name)
      if status?.identity == identity { throw OutputIsInput("the journal \(file.name)", role) }
    }
  }
}
