import CardPlatform

/// Shows manual pages with man(1).
///
/// Only pages that were installed with this program are opened, or that MANPATH leads to: they are
/// looked for as files, so that man is started only when there is something to show. What it is
/// given is a path made of these directories and a declared name, never text of the user's.
enum ManualViewer {
  /// Shows a page in place of this program, where output goes to a terminal; returns when that
  /// cannot be done.
  static func show(_ name: String, section: Int = 1, _ console: Console) {
    guard SystemCalls.isTerminal(console.output), let path = path(of: name, section, console) else {
      return
    }
    SystemCalls.become("man", [path])
  }

  /// The file of a page; nil when it is not installed.
  static func path(of name: String, _ section: Int = 1, _ console: Console) -> String? {
    for directory in directories(console) {
      for ending in ["", ".gz"] {
        let path = "\(directory)/man\(section)/\(name).\(section)\(ending)"
        // Without a page to open the long help is shown: it says the same.
        let status = (try? SystemCalls.fileStatus(behind: path, name: path)) ?? nil
        if status?.kind == .regular { return path }
      }
    }
    return nil
  }

  /// Where pages are looked for: below the prefix the program is installed in, then in MANPATH.
  private static func directories(_ console: Console) -> [String] {
    var directories: [String] = []
    let program = (try? SystemCalls.programPath()) ?? nil
    if let program, let slash = program.lastIndex(of: "/") {
      directories.append(program[..<slash] + "/../share/man")
    }
    let listed = console.variable("MANPATH")?.split(separator: ":").map(String.init) ?? []
    // man treats a path without a slash as the name of a page.
    return directories + listed.filter { $0.hasPrefix("/") }
  }
}
