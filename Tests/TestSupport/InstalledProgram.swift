import Foundation

/// Other programs that tests use if they are installed.
public enum InstalledProgram {
  /// Returns the path of a program; nil if it is not installed.
  public static func path(_ name: String) -> String? {
    let listed = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = listed.split(separator: ":").map(String.init)
    return (folders + ["/usr/local/bin", "/opt/homebrew/bin", "/usr/bin", "/bin"])
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns whether a program is installed.
  public static func isInstalled(_ name: String) -> Bool { path(name) != nil }

  /// Returns the environment of programs that run cardctl: cardctl itself first in PATH, and a new home.
  public static func environment(home: String) -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return [
      "PATH": Repository.products.path + ":" + path, "HOME": home, "TERM": "dumb", "TZ": "UTC",
      "LC_ALL": "C.UTF-8",
    ]
  }
}
