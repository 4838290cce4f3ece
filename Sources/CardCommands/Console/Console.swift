import CardPlatform

/// The environment of a run: three streams, variables, a clock, a directory.
///
/// A value that is handed in, so that tests run whole commands in one process, side by side.
package struct Console: Sendable {
  /// The descriptor of standard input.
  package var input: Int32
  /// The descriptor of standard output.
  package var output: Int32
  /// The descriptor of standard error.
  package var error: Int32
  /// The environment variables; nil for the process's own.
  package var environment: [String: String]?
  /// The directory that relative paths start from; nil for the process's own.
  package var directory: String?
  /// The time, in milliseconds since 1970-01-01T00:00:00Z.
  package var now: Int64
  /// The number of processors, at least 1.
  package var processors: Int
  /// How soon and how often progress is shown.
  package var pace = ProgressPace()
  /// The number of bytes of an input to read at a time.
  package var blockSizes = BlockSizes()

  /// A console of the given parts.
  package init(
    input: Int32, output: Int32, error: Int32, environment: [String: String]?,
    directory: String? = nil, now: Int64, processors: Int
  ) {
    self.input = input
    self.output = output
    self.error = error
    self.environment = environment
    self.directory = directory
    self.now = now
    self.processors = processors
  }

  /// The process's own streams, environment, clock and processors.
  package static var process: Console {
    SystemCalls.occupyStandardStreams()
    SystemCalls.surviveFileSizeLimit()
    EndOfMemory.install(status: ExitStatuses.inputOutput)
    return Console(
      input: SystemCalls.standardInput, output: SystemCalls.standardOutput,
      error: SystemCalls.standardError, environment: nil,
      now: SystemCalls.now(), processors: SystemCalls.processorCount())
  }

  /// `path` as the system is to open it.
  func resolved(_ path: String) -> String {
    guard let directory, path.utf8.first != UInt8(ascii: "/") else { return path }
    return directory + "/" + path
  }

  /// The folder of temporary files.
  var temporaryFolder: String { resolved(variable("TMPDIR") ?? "/tmp") }

  /// The directory that relative paths start from, for what is worked out on paths alone; nil when
  /// it is gone.
  func workingDirectory() throws(SystemFailure) -> String? {
    if let directory { return directory }
    return try SystemCalls.workingDirectory()
  }

  /// The status of the file at `path`, following symbolic links; nil if there is none.
  func fileStatus(_ path: String) throws(SystemFailure) -> FileStatus? {
    try SystemCalls.fileStatus(behind: resolved(path), name: path)
  }

  /// The value of an environment variable that is set and not empty.
  func variable(_ name: String) -> String? {
    let value = environment.map { $0[name] } ?? SystemCalls.variable(name)
    return value == "" ? nil : value
  }
}

extension Console {
  /// How many columns there are to write in: what COLUMNS says, else the terminal at `descriptor`,
  /// else 80.
  func width(of descriptor: Int32) -> Int {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return SystemCalls.columns(descriptor) ?? 80
  }
}

/// How many bytes are read, or held to be sorted, at a time, which changes nothing but speed and
/// memory.
package struct BlockSizes: Sendable {
  /// The first bytes of an input, which determine its framing.
  package var first: Int
  /// Bytes that one worker reads at a time: large enough that handing them on costs nothing, small
  /// enough that they and their tape stay in a processor's cache.
  package var usual: Int
  /// Rows that are sorted in memory; more of them go to a temporary file.
  package var sorted: Int

  /// Blocks of the given sizes; unless given, of those that were measured to be the fastest.
  package init(first: Int = 1 << 16, usual: Int = 1 << 18, sorted: Int = 1 << 23) {
    self.first = first
    self.usual = usual
    self.sorted = sorted
  }
}
