import Foundation

/// Programs beside cardctl that tests ask, when they are installed.
enum InstalledProgram {
  /// The path of a program; nil when the machine does not have it.
  static func path(_ name: String) -> String? {
    let listed = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = listed.split(separator: ":").map(String.init)
    return (folders + ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"])
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether the machine has a program.
  static func isInstalled(_ name: String) -> Bool { path(name) != nil }

  /// What programs that run cardctl need of the environment: cardctl itself first in PATH, and a
  /// home of their own.
  static func environment(home: String) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return [
      "PATH": Repository.products.path + ":" + path, "HOME": home, "TERM": "dumb", "TZ": "UTC",
      "LC_ALL": "C.UTF-8",
    ]
  }
}
