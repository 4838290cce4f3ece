import CardPlatform

/// The environment of a run: standard streams, variables, clock and working directory.
///
/// It is passed as a value so that tests can run whole commands concurrently in one process.
package struct Console: Sendable {
  /// The descriptor of standard input.
  package var input: Int32
  /// The descriptor of standard output.
  package var output: Int32
  /// The descriptor of standard error.
  package var error: Int32
  /// The environment variables; nil for those of the process.
  package var environment: [String: String]?
  /// The directory that relative paths are resolved against; nil for that of the process.
  package var directory: String?
  /// The current time, in milliseconds since 1970-01-01T00:00:00Z.
  package var now: Int64
  /// The number of processors, at least 1.
  package var processors: Int
  /// The number of threads of a run by default; more of them would wait for each other.
  var defaultJobs: Int { min(processors, 16) }
  /// The timing of the progress line.
  package var pace = ProgressPace()
  /// The number of bytes of an input to read at a time.
  package var blockSizes = BlockSizes()

  /// The streams, environment, clock and processors of the process.
  package static var process: Console {
    SystemCalls.reserveStandardDescriptors()
    SystemCalls.ignoreFileSizeLimit()
    OutOfMemoryHandler.install(status: ExitStatuses.inputOutput)
    return Console(
      input: SystemCalls.standardInput, output: SystemCalls.standardOutput,
      error: SystemCalls.standardError, environment: nil,
      now: SystemCalls.now(), processors: SystemCalls.processorCount())
  }

  /// Resolves `path` against the directory of the console.
  func resolved(_ path: String) -> String {
    guard let directory, path.utf8.first != UInt8(ascii: "/") else { return path }
    return directory + "/" + path
  }

  /// The directory for temporary files.
  var temporaryDirectory: String { resolved(variable("TMPDIR") ?? "/tmp") }

  /// The absolute path of the working directory; nil if the directory was removed.
  func workingDirectory() throws(SystemFailure) -> String? {
    if let directory { return directory }
    return try SystemCalls.workingDirectory()
  }

  /// The status of the file at `path`, following symbolic links; nil if it does not exist.
  func fileStatus(_ path: String) throws(SystemFailure) -> FileStatus? {
    try SystemCalls.fileStatus(behind: resolved(path), name: path)
  }

  /// Whether a directory is the top of a repository.
  ///
  /// In a work tree or a submodule, `.git` is a file.
  func isRepositoryTop(_ directory: String) -> Bool {
    (try? fileStatus(directory + "/.git")) != nil
  }

  /// The top of the repository that contains the directory at this absolute path, if any.
  func repositoryTop(above directory: String) -> String? {
    PathNames.upwards(from: directory).first(where: isRepositoryTop)
  }

  /// The value of an environment variable; nil if it is not set or empty.
  func variable(_ name: String) -> String? {
    let value = environment.map { $0[name] } ?? SystemCalls.variable(name)
    return value == "" ? nil : value
  }

  /// Whether the descriptor is a terminal that interprets escape sequences.
  func isCapableTerminal(_ descriptor: Int32) -> Bool {
    SystemCalls.isTerminal(descriptor) && variable("TERM") != "dumb"
  }

  /// The width for output: from `COLUMNS`, else that of the terminal at `descriptor`, else 80.
  func width(of descriptor: Int32) -> Int {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return SystemCalls.columns(descriptor) ?? 80
  }
}

/// The numbers of bytes that are read or sorted at a time.
///
/// They affect only speed and memory.
package struct BlockSizes: Sendable {
  /// The number of bytes in the first block of an input, which determines its framing.
  package var first: Int
  /// The number of bytes that one worker reads at a time.
  ///
  /// Large enough that passing blocks between threads costs little, and small enough that a block
  /// and its tape fit in a processor's cache.
  package var usual: Int
  /// The number of bytes of rows to sort in memory; more rows are written to a temporary file.
  package var sorted: Int

  /// Creates block sizes; the defaults were the fastest in measurements.
  package init(first: Int = 1 << 16, usual: Int = 1 << 18, sorted: Int = 1 << 23) {
    (self.first, self.usual, self.sorted) = (first, usual, sorted)
  }
}
