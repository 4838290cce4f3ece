import Arguments
import CardJSON
import CardRules
import ContentCards
import Platform

/// What `.cardctl.json` sets.
struct Configuration: Sendable {
  /// The team's class types.
  var classes: Registry?
  /// The key of the extras that names the class type.
  var typeKey: String?
  /// The levels of rules.
  var rules: [RuleSetting] = []
  /// The SDKs whose users see the cards.
  var profiles: [Profile] = []
  /// The path of the baseline.
  var baseline: String?
  /// The most warnings with which a run succeeds.
  var maximumWarnings: Int?

  /// The name of the file that is looked for.
  static let fileName = ".cardctl.json"
  /// The environment variable that names another file.
  static let variable = "CARDCTL_CONFIG"
  /// The configuration in force: of `--config`, of the environment, or the nearest file upwards.
  ///
  /// - Throws: `ConfigurationError` for all mistakes in it, `SystemFailure` when it cannot be read.
  static func inForce(_ common: CommonOptions, _ console: Console) throws -> Configuration {
    guard common.usesConfiguration else { return Configuration() }
    if let path = common.configuration {
      return try Configuration(SmallFile(path, console), console)
    }
    if let path = console.variable(variable) {
      return try Configuration(named(by: variable, path, console), console)
    }
    guard let path = try nearest(console) else { return Configuration() }
    return try Configuration(SmallFile(path, console), console)
  }

  /// The file that a variable names, which a failure says: nobody looks for it on the line.
  private static func named(
    by variable: String, _ path: String, _ console: Console
  ) throws -> SmallFile {
    do {
      return try SmallFile(path, console)
    } catch let failure as SystemFailure {
      throw SystemFailure(
        action: "\(variable) names \(path), which cannot be read", code: failure.code)
    }
  }

  /// The nearest file, from the working directory upwards.
  ///
  /// One that may be there and cannot be looked at is a failure: rules would be overlooked.
  private static func nearest(_ console: Console) throws(SystemFailure) -> String? {
    guard var folder = try console.workingDirectory() else { return nil }
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + fileName
      if try console.fileStatus(path)?.kind == .regular { return path }
      guard let slash = folder.lastIndex(of: "/"), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  init() {}

  private init(_ file: SmallFile, _ console: Console) throws {
    try file.withDocument { document in
      let (read, mistakes) = ConfigurationFile.read(document)
      guard mistakes.isEmpty else { throw file.error(mistakes) }
      switch read.classes {
      case .registry(let registry): classes = registry
      case .path(let path): classes = try RegistryFile.read(file.sibling(path), console)
      case nil: break
      }
      typeKey = read.typeKey
      rules = read.rules
      profiles = read.profiles
      baseline = read.baseline.map(file.sibling)
      maximumWarnings = read.maximumWarnings
    }
  }
}

/// A file of a registry alone.
enum RegistryFile {
  /// Reads the registry at `path`.
  ///
  /// - Throws: `ConfigurationError` for mistakes in it, `SystemFailure` when it cannot be read.
  static func read(_ path: String, _ console: Console) throws -> Registry {
    let file = try SmallFile(path, console)
    do {
      return try Registry(parsing: file.bytes)
    } catch {
      throw file.error(error)
    }
  }
}

/// A file that is read whole: a configuration or a registry.
struct SmallFile {
  let path: String
  let bytes: [UInt8]

  /// The largest such file unless its reader says otherwise, in bytes.
  static let usualLimit = 16 << 20

  /// The file at `path`.
  ///
  /// - Throws: `ConfigurationError` for a file of more than `limit` bytes, `SystemFailure` when it
  ///   cannot be read.
  init(_ path: String, _ console: Console, limit: Int = SmallFile.usualLimit) throws {
    self.path = path
    let descriptor = try SystemCalls.open(console.resolved(path), 0)
    defer { SystemCalls.close(descriptor) }
    var buffer = ByteBuffer()
    while try SystemCalls.read(descriptor, 1 << 16, into: &buffer, name: path) > 0 {
      guard buffer.count <= limit else {
        throw ConfigurationError(
          message: "cardctl: \(path) is too large: expected at most \(limit >> 20) MiB")
      }
    }
    bytes = buffer.view.array
  }

  /// Scans the file and lends what is in it.
  func withDocument(_ body: (JSONDocument) throws -> Void) throws {
    var text = ByteBuffer(bytes)
    var scanner = JSONScanner()
    let view = text.sealed()
    switch scanner.scan(view, from: hasMark ? SmallFile.mark.count : 0) {
    case .invalid(let error): throw self.error(at: error.offset, error.description)
    case .incomplete: throw error(at: view.count, "the file ends inside a value")
    case .value(let end):
      let rest = JSONScanner.skipSpace(view, from: end)
      if rest < view.count { throw error(at: rest, "expected the end of the file") }
      try body(scanner.document)
    }
  }

  /// A path beside this file.
  func sibling(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }

  /// A mistake at a byte of the file.
  func error(at offset: Int, _ message: String) -> ConfigurationError {
    ConfigurationError(message: line(at: offset, message))
  }

  /// All mistakes of a registry, one a line.
  func error(_ error: RegistryError) -> ConfigurationError {
    self.error(error.mistakes.map { ($0.offset, $0.message) }, omitted: error.omitted)
  }

  /// All mistakes of a configuration, one a line.
  func error(_ mistakes: [FileMistake]) -> ConfigurationError {
    let shown = mistakes.prefix(RegistryError.limit)
    return error(shown.map { ($0.offset, $0.message) }, omitted: mistakes.count - shown.count)
  }

  private func error(
    _ mistakes: [(offset: Int, message: String)], omitted: Int
  ) -> ConfigurationError {
    var lines = mistakes.map { line(at: $0.offset, $0.message) }
    if omitted > 0 { lines.append("\(path): \(omitted) more mistakes") }
    return ConfigurationError(message: lines.joined(separator: "\n"))
  }

  /// A byte order mark, which may stand in front and is no column.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private var hasMark: Bool { bytes.starts(with: SmallFile.mark) }

  /// The place of a byte of the file.
  private func position(at offset: Int) -> TextPosition {
    let text = ByteBuffer(bytes.prefix(offset).dropFirst(hasMark ? SmallFile.mark.count : 0))
    var place = TextPosition()
    place.advance(over: text.view)
    return place
  }

  private func line(at offset: Int, _ message: String) -> String {
    let place = position(at: offset)
    return "\(path):\(place.line):\(place.column): error: \(message)"
  }
}
