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
  ///
  /// - Parameter onlyZone: whether only the time zone is read; other settings may be wrong.
  static func load(_ common: CommonOptions, _ console: Console, onlyZone: Bool = false) throws
    -> Configuration
  {
    guard common.usesConfiguration else { return Configuration() }
    if let path = common.configuration {
      return try Configuration(SmallFile(path, console), console, onlyZone: onlyZone)
    }
    if let path = console.variable(variable) {
      let file: SmallFile
      do { file = try SmallFile(path, console) } catch let failure as SystemFailure {
        // Name the variable, because the command line does not show it.
        throw SystemFailure(
          action: "\(variable) names \(path), which cannot be read", code: failure.code)
      }
      return try Configuration(file, console, onlyZone: onlyZone)
    }
    guard let (path, isInWorkingDirectory) = try nearest(console) else { return Configuration() }
    let file = try SmallFile(path, console, isOnlyRegular: true)
    var configuration = try Configuration(file, console, onlyZone: onlyZone)
    if !isInWorkingDirectory { configuration.externalPath = path }
    return configuration
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

  private init(_ file: SmallFile, _ console: Console, onlyZone: Bool) throws {
    try file.withDocument { document in
      var mistakes: [FileError]
      (settings, mistakes) = ConfigurationFile.read(document.root)
      if onlyZone {
        let root = document.root
        let value = root.kind == .object ? root.member(ByteView("tz"))?.range : nil
        mistakes.removeAll { value?.contains($0.offset) != true }
        (settings.classes, settings.baseline) = (nil, nil)
      }
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
      if let (name, offset) = settings.zone {
        do throws(ValueProblem) { zone = try Zone(named: name, console) } catch {
          if case .reason(let reason) = error {
            errors.append(file.line(at: offset, "\"tz\" is '\(name)': \(reason)"))
          }
        }
      }
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

extension Session {
  /// Notes the use of a configuration outside the working directory.
  func noteUse(of configuration: Configuration) {
    guard let path = configuration.externalPath else { return }
    note("using the configuration \(SystemText.shown(path))")
  }
}

extension Registry {
  /// Returns the registry with the classes in the file at `path`, the value of `--classes`.
  func merging(_ path: String?, _ console: Console) throws -> Registry {
    guard let path else { return self }
    return merging(try SmallFile(path, console).registry())
  }
}
