import Platform

/// The files that operands stand for: themselves, or what is in a directory.
///
/// Directories are searched for files of cards, in the order of their names; hidden files and
/// directories are passed over, but for configurations. A directory that a symbolic link leads back
/// to is entered once. The run's own files (standard output, `-o`, reports, the baseline) are
/// passed over.
struct InputWalk {
  /// The files, as messages name them; `-` is standard input.
  private(set) var paths: [String] = []
  /// Operands that are directories without any such file.
  private(set) var barren: [String] = []
  /// Why others could not be looked at.
  private(set) var failures: [(path: String, reason: SystemFailure)] = []

  private let console: Console
  /// The directories that the current one is in, by what the system knows them by.
  private var open: [FileStatus.Identity] = []

  /// The run's own files, which are no inputs wherever they lie.
  private let own: [FileStatus.Identity]
  /// The one of them that is no input even where it is named, as by a pattern of the shell.
  private let baseline: FileStatus.Identity?

  /// The deepest directory that is entered, counted from an operand.
  private static let depthLimit = 100

  /// The files of `operands`; standard input when there are none.
  ///
  /// - Parameters:
  ///   - output: the file that `-o` names; nil for standard output.
  ///   - baseline: the file of the baseline.
  ///   - reports: the files of reports.
  init(
    _ operands: [String], _ console: Console, output: String? = nil, baseline: String? = nil,
    reports: [String] = []
  ) {
    self.console = console
    let named = [output, baseline] + reports.map(Optional.some)
    let identities = named.map { path in
      path.flatMap { try? console.fileStatus($0)?.identity }
    }
    self.baseline = identities[1]
    let written = output == nil ? WrittenFile(console.output)?.identity : nil
    own = (identities + [written]).compactMap { $0 }
    for operand in operands.isEmpty ? ["-"] : operands {
      do {
        let status = operand == "-" ? nil : try console.fileStatus(operand)
        if let status, status.kind == .directory {
          let count = paths.count + failures.count
          walk(operand, status.identity)
          if paths.count + failures.count == count { barren.append(operand) }
        } else if status == nil || status?.identity != self.baseline {
          paths.append(operand)
        }
      } catch {
        failures.append((operand, error))
      }
    }
  }

  private mutating func walk(_ directory: String, _ identity: FileStatus.Identity) {
    guard !open.contains(identity), open.count < InputWalk.depthLimit else { return }
    open.append(identity)
    defer { open.removeLast() }
    let names: [String]
    do {
      names = try SystemCalls.names(in: console.resolved(directory), shownAs: directory)
    } catch {
      failures.append((directory, error))
      return
    }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      guard !name.hasPrefix(".") || name == Configuration.fileName else { continue }
      let path = prefix + name
      do {
        let status = try console.fileStatus(path)
        if let status, status.kind == .directory {
          walk(path, status.identity)
        } else if CardFiles.extensions.contains(where: { name.hasSuffix("." + $0) }) {
          let isOwn = status.map { own.contains($0.identity) } ?? false
          if !isOwn { paths.append(path) }
        }
      } catch {
        failures.append((path, error))
      }
    }
  }
}
