import CardArguments
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// `man/` contains exactly what is generated from the declarations, and the tool prints the scripts
/// in `completions/`.
///
/// `CARDCTL_UPDATE_PAGES=1 swift test --filter SurfaceFile` regenerates the pages.
struct SurfaceFileTests {
  private static let isUpdating =
    ProcessInfo.processInfo.environment["CARDCTL_UPDATE_PAGES"] == "1"

  private static let scripts: [(path: String, text: String)] = [
    ("completions/cardctl.bash", HelpText.script(for: .bash)),
    ("completions/_cardctl", HelpText.script(for: .zsh)),
    ("completions/cardctl.fish", HelpText.script(for: .fish)),
  ]

  /// The expected files; the pages are written if the variable is set.
  private static let files: [(path: String, text: String)] = {
    let pages = ManualPages.all.map { (path: "man/\($0.fileName)", text: ManualPages.roff($0)) }
    if isUpdating { try? update(pages) }
    return pages + scripts
  }()

  /// The paths of the files, from the root of the repository.
  static var paths: [String] { files.map(\.path) }

  @Test func holdWhatIsDeclared() throws {
    for (path, text) in SurfaceFileTests.files {
      let url = Repository.root.appending(path: path)
      // A comparison within the macro would print every byte that differs, for minutes.
      let isAsDeclared = (try? Data(contentsOf: url)) == Data(text.utf8)
      #expect(
        isAsDeclared,
        "\(path) is not as declared: CARDCTL_UPDATE_PAGES=1 swift test --filter SurfaceFile")
    }
  }

  /// A page of a removed command would still be installed.
  @Test func holdNothingElse() throws {
    for folder in ["man", "completions"] {
      let url = Repository.root.appending(path: folder)
      let held = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      let declared = SurfaceFileTests.files.map(\.path).filter { $0.hasPrefix(folder + "/") }
      let names = declared.map { String($0.dropFirst(folder.count + 1)) }
      #expect(held == names.sorted())
    }
  }

  private static func update(_ pages: [(path: String, text: String)]) throws {
    let url = Repository.root.appending(path: "man")
    try? FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (path, text) in pages {
      try Data(text.utf8).write(to: Repository.root.appending(path: path))
    }
  }
}
