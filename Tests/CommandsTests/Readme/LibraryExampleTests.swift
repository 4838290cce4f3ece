import Foundation
import Testing

/// The Swift that README.md shows is part of a program that is built and run.
struct LibraryExampleTests {
  @Test func isInTheLibraryPackage() throws {
    let readme = try text("README.md")
    let program = try text("Tests/Library/Sources/LoyaltyApp/main.swift")
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    try #require(!blocks.isEmpty)
    for block in blocks {
      let example = try #require(block.components(separatedBy: "```").first)
      #expect(program.contains(example))
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }
}
