import Foundation
import TestSupport
import Testing

/// The page in headless Chromium, checked by Tests/Browser/check_pages.py.
@Suite(.enabled(if: Gate.opens("PageBrowserTests"), "CARDCTL_GATE is not 1"))
struct PageBrowserTests {
  private static let program =
    Repository.root.appending(path: "Tests/Browser/check_pages.py").path

  private static let browsers = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
  ]

  private static let isPossible: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    func isInstalled(_ name: String) -> Bool {
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
    return isInstalled("python3") && browsers.contains(where: isInstalled)
  }()

  @Test(.enabled(if: isPossible, "chromium or python3 is not installed"))
  func everyFixtureMakesAGoodPage() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", PageBrowserTests.program, Repository.tool]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains(" pages, 0 mistakes"), "\(text)")
  }
}
