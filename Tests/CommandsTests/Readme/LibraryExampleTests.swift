import Foundation
import TestSupport
import Testing

/// The example of the library in README.md is a program that is built and run.
struct LibraryExampleTests {
  @Test func isInTheLibraryPackage() throws {
    let readme = try text("README.md")
    let program = try text("Tests/Library/Sources/ReadmeApp/main.swift")
    #expect(readme.contains("```swift\n\(program)```\n"))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }
}
