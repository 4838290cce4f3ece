import CardPlatform
import CardRules

/// The rules that decide which files of the operands are read.
struct InputSelection: Sendable {
  /// The options of the command line, such as whether `.gitignore` files apply.
  let options: CardOptions
  private var exclusions: [PathExclusion] = []
  /// Whether requests and registries are read in addition to cards.
  let takesRequests: Bool
  /// The files of the run, because files that it writes are not inputs.
  let files: RunFiles
  /// Whether operands are skipped if their content is not recognized.
  var ignoresUnknown = false
  /// Returns the kind that is given for a file, whatever its content; nil to detect it.
  var kind: @Sendable (InputFile) -> RecordKind? = { _ in nil }

  /// Creates the selection of a run.
  init(
    _ options: CardOptions, _ console: Console, files: RunFiles,
    configuration: Configuration = Configuration(), takesRequests: Bool = false
  ) throws(SystemFailure) {
    (self.options, self.files, self.takesRequests) = (options, files, takesRequests)
    let directory = configuration.directory
    let configured = try PathExclusion(configuration.settings.excluded, from: directory, console)
    if let configured { exclusions.append(configured) }
    if let own = try PathExclusion(options.excluded, console) { exclusions.append(own) }
  }

  /// Whether every value of the file must be one that is checked.
  func mustBeChecked(_ file: InputFile) -> Bool { kind(file) == .any }

  /// Whether fewer marks are enough to recognize a file.
  func treatsAsNamed(_ file: InputFile) -> Bool {
    !file.isWalked && !ignoresUnknown || mustBeChecked(file)
  }

  /// Whether the content of a file determines if and how it is read.
  func recognizes(_ file: InputFile) -> Bool {
    (file.isWalked || takesRequests) && kind(file) ?? .any == .any
  }

  /// Whether an operand, or a directory that contains it, is excluded.
  func excludes(named path: String, isDirectory: Bool) -> Bool {
    options.forcesExclusion
      && exclusions.contains { $0.matches(path, isDirectory: isDirectory, orParent: true) }
  }

  /// Whether a file or directory found in a directory is excluded.
  func excludes(found path: String, isDirectory: Bool) -> Bool {
    exclusions.contains { $0.matches(path, isDirectory: isDirectory) }
  }
}

/// Path patterns and the directory that they are relative to.
struct PathExclusion: Sendable {
  private let patterns: [PathPattern]
  private let paths: ReportPaths

  /// Creates the exclusion of paths that match `patterns`; nil if the list is empty.
  ///
  /// - Parameter directory: the directory that paths are relative to; nil for the working
  ///   directory.
  init?(_ patterns: [PathPattern], from directory: String? = nil, _ console: Console)
    throws(SystemFailure)
  {
    guard !patterns.isEmpty else { return nil }
    let current = try console.workingDirectory() ?? "/"
    self.patterns = patterns
    let root = directory.map { $0.hasPrefix("/") ? $0 : current + "/" + $0 } ?? current
    paths = ReportPaths(directory: current, root: root)
  }

  /// Whether a pattern matches the file or directory, or with `orParent` one that contains it.
  func matches(_ path: String, isDirectory: Bool, orParent: Bool = false) -> Bool {
    let names = PathNames.components(of: paths.upFromRoot(path)).map {
      SystemText.bytes(String($0))
    }
    let first = orParent ? 1 : names.count
    return (first...max(first, names.count)).contains { count in
      let isDirectory = isDirectory || count < names.count
      return patterns.contains { $0.matches(Array(names.prefix(count)), isDirectory: isDirectory) }
    }
  }
}

extension PathPattern.SyntaxError: CustomStringConvertible {
  /// The reason, for the error message about an option.
  package var description: String { message }
}
