import CardArguments
import Foundation
import Testing

@testable import CardCommands

/// `man/` and `completions/` contain exactly what is generated from the declarations.
///
/// `CARDCTL_UPDATE_PAGES=1 swift test --filter SurfaceFile` regenerates them.
struct SurfaceFileTests {
  private static let isUpdating =
    ProcessInfo.processInfo.environment["CARDCTL_UPDATE_PAGES"] == "1"

  /// The expected files, written if the variable is set.
  private static let files: [(path: String, text: String)] = {
    let scripts = CompletionScript.allCases.map { script in
      let tool = Tool.declaration.name
      return (path: "completions/\(script.fileName(of: tool))", text: script.text(for: tool))
    }
    let pages = ManualPages.all.map { (path: "man/\($0.fileName)", text: ManualPages.roff($0)) }
    let files = pages + scripts
    if isUpdating { try? update(files) }
    return files
  }()

  /// The paths of the files, from the root of the repository.
  static var paths: [String] { files.map(\.path) }

  @Test func holdWhatIsDeclared() throws {
    for (path, text) in SurfaceFileTests.files {
      let url = Repository.root.appending(path: path)
      let held = (try? Data(contentsOf: url)).map { Array($0) } ?? []
      #expect(
        held == Array(text.utf8),
        "\(path) is not as declared: CARDCTL_UPDATE_PAGES=1 swift test --filter SurfaceFile")
    }
  }

  /// A page of a removed command would still be installed.
  @Test func holdNothingElse() throws {
    for folder in ["man", "completions"] {
      let url = Repository.root.appending(path: folder)
      let held = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
      let declared = SurfaceFileTests.files.map(\.path).filter { $0.hasPrefix(folder + "/") }
      #expect(held == declared.map { String($0.dropFirst(folder.count + 1)) }.sorted())
    }
  }

  private static func update(_ files: [(path: String, text: String)]) throws {
    for folder in ["man", "completions"] {
      let url = Repository.root.appending(path: folder)
      try? FileManager.default.removeItem(at: url)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    for (path, text) in files {
      try Data(text.utf8).write(to: Repository.root.appending(path: path))
    }
  }
}
