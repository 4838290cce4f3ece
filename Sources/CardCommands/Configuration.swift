import CardArguments
import CardJSON
import CardRules
import ContentCardKit
import CardPlatform

/// The settings of `.cardctl.json`.
struct Configuration: Sendable {
  /// The content of the file, with the path of the baseline resolved.
  private(set) var settings = ConfigurationFile()
  /// The team's class types.
  var classes: Registry?
  /// The time zone.
  var zone: Zone?
  /// The directory that paths are relative to; nil for the working directory.
  var directory: String?
  /// The file itself and the registry that it refers to, with their roles in messages.
  var files: [(path: String, role: String)] = []
  /// The path of the file if it was found outside the working directory.
  var externalPath: String?

  /// The default name of the file.
  static let fileName = ".cardctl.json"
  /// The environment variable with the path of the file.
  static let variable = "CARDCTL_CONFIG"

  /// Reads the configuration for a run: from `--config`, from the environment, or from the nearest
  /// file in the working directory or its ancestors.
  static func load(_ common: CommonOptions, _ console: Console) throws -> Configuration {
    guard let (file, isExternal) = try file(common, console) else { return Configuration() }
    var configuration = try Configuration(file, console)
    if isExternal { configuration.externalPath = file.path }
    return configuration
  }

  /// Reads the file, without looking at its content; nil without one.
  fileprivate static func file(_ common: CommonOptions, _ console: Console) throws -> (
    file: SmallFile, isExternal: Bool
  )? {
    guard common.usesConfiguration else { return nil }
    if let path = common.configuration { return (try SmallFile(path, console), false) }
    if let path = console.variable(variable) {
      do {
        return (try SmallFile(path, console), false)
      } catch let failure as SystemFailure {
        // Name the variable, because the command line does not show it.
        throw SystemFailure(
          action: "\(variable) names \(path), which cannot be read", code: failure.code)
      }
    }
    guard let (path, isInWorkingDirectory) = try nearest(console) else { return nil }
    return (try SmallFile(path, console, isOnlyRegular: true), !isInWorkingDirectory)
  }

  /// Finds the nearest file, from the working directory up to the top of its repository or to the
  /// home directory.
  ///
  /// If the working directory is in neither, only it is searched, because a directory that everyone
  /// can write to, such as /tmp, must not set rules. A file that may exist but cannot be accessed
  /// is a failure, because its rules would silently be ignored.
  private static func nearest(_ console: Console) throws(SystemFailure) -> (
    path: String, isInWorkingDirectory: Bool
  )? {
    guard let directory = try console.workingDirectory() else { return nil }
    let candidates = PathNames.upwards(from: directory)
    let home = console.variable("HOME").flatMap { identity($0, console) }
    let top = candidates.firstIndex { directory in
      console.isRepositoryTop(directory) || home != nil && identity(directory, console) == home
    }
    for candidate in candidates[...(top ?? 0)] {
      let path = (candidate == "/" ? "" : candidate) + "/" + fileName
      if try console.fileStatus(path)?.kind == .regular { return (path, candidate == directory) }
    }
    return nil
  }

  private static func identity(_ path: String, _ console: Console) -> FileStatus.Identity? {
    (try? console.fileStatus(path))??.identity
  }

  init() {}

  private init(_ file: SmallFile, _ console: Console) throws {
    try file.withDocument { document in
      let mistakes: [FileError]
      (settings, mistakes) = ConfigurationFile.read(document.root)
      let listed = mistakes.prefix(RegistryError.limit).map { ($0.offset, $0.message) }
      let omitted = mistakes.count - listed.count
      var errors = listed.isEmpty ? [] : file.error(listed, omitted: omitted).lines
      /// Calls `read`, and collects its errors to report them with the others.
      func note(_ read: () throws -> Void) throws {
        do {
          try read()
        } catch let error as ConfigurationError {
          errors += error.lines
        } catch let failure as SystemFailure where !errors.isEmpty {
          errors.append(failure.message)
        }
      }
      files = [(file.path, "the configuration")]
      switch settings.classes {
      case .registry(let registry): classes = registry
      case .path(let path):
        files.append((file.sibling(path), "the registry"))
        try note {
          classes = try SmallFile(file.sibling(path), console, isOnlyRegular: true).registry()
        }
      case nil: break
      }
      try note { zone = try file.zone(settings, console) }
      settings.baseline = settings.baseline.map(file.sibling)
      if let baseline = settings.baseline {
        try note { try SmallFile.requireRegularFile(baseline, console) }
      }
      directory = PathNames.parent(of: file.path)
      guard errors.isEmpty else { throw ConfigurationError(lines: errors) }
    }
  }

  /// The built-in registry with the classes of the configuration.
  var registry: Registry { classes.map(Registry.builtIn.merging) ?? Registry.builtIn }
}

extension SmallFile {
  /// Returns the time zone that a configuration, this file, names.
  fileprivate func zone(_ settings: ConfigurationFile, _ console: Console) throws -> Zone? {
    guard let (name, offset) = settings.zone else { return nil }
    do throws(ValueProblem) {
      return try Zone(named: name, console)
    } catch {
      guard case .reason(let reason) = error else { return nil }
      throw self.error(at: offset, "\"tz\" is '\(name)': \(reason)")
    }
  }
}

extension Session {
  /// Takes the time zone from the configuration, whose other settings may be wrong.
  mutating func readZone() throws {
    guard let (file, isExternal) = try Configuration.file(common, console) else { return }
    let console = console
    var zone: Zone?
    try file.withDocument { document in
      let (settings, mistakes) = ConfigurationFile.read(document.root)
      let value = document.root.kind == .object ? document.root.member(ByteView("tz")) : nil
      guard let range = value?.range else { return }
      if let mistake = mistakes.first(where: { range.contains($0.offset) }) {
        throw file.error(at: mistake.offset, mistake.message)
      }
      zone = try file.zone(settings, console)
    }
    guard zone != nil else { return }
    common.zone = zone
    if isExternal { note("using the configuration \(SystemText.shown(file.path))") }
  }
}

extension Registry {
  /// Returns the registry with the classes in the file at `path`, the value of `--classes`.
  func merging(_ path: String?, _ console: Console) throws -> Registry {
    guard let path else { return self }
    return merging(try SmallFile(path, console).registry())
  }
}
