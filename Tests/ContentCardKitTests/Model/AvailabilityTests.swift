import Foundation
import Testing

/// The library uses only types of the standard library that iOS 15 and macOS 13 have.
///
/// A compiler for Linux does not check that; its `Swift.swiftinterface` has the availability.
@Suite struct AvailabilityTests {
  private static let interface: URL? = {
    let compilers = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in compilers {
      let compiler = URL(fileURLWithPath: String(folder)).appending(path: "swiftc")
      guard FileManager.default.isExecutableFile(atPath: compiler.path) else { continue }
      let root = compiler.resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent()
      for system in ["linux", "macosx"] {
        let module = root.appending(path: "lib/swift/\(system)/Swift.swiftmodule")
        let files = try? FileManager.default.contentsOfDirectory(
          at: module, includingPropertiesForKeys: nil)
        if let found = files?.first(where: { $0.lastPathComponent.hasSuffix("u.swiftinterface") }) {
          return found
        }
      }
    }
    return nil
  }()

  /// The types that are newer than iOS 15 or macOS 13.
  private static func newer(_ interface: String) -> Set<String> {
    var found: Set<String> = []
    var isNewer = false
    for line in interface.split(separator: "\n") where !line.hasPrefix(" ") {
      if line.hasPrefix("@available(") { isNewer = isNewer || isTooNew(line) }
      if let name = line.firstMatch(of: /\b(?:struct|enum|class|protocol|actor) (\w+)/) {
        if isNewer { found.insert(String(name.1)) }
      }
      if !line.hasPrefix("@") || line.contains(" struct ") || line.contains(" enum ") {
        isNewer = false
      }
    }
    return found
  }

  private static func isTooNew(_ line: some StringProtocol) -> Bool {
    func version(_ system: Substring) -> Double? {
      for part in line.split(whereSeparator: { "(,".contains($0) }) {
        let words = part.split(separator: " ")
        if words.count == 2, words[0] == system {
          return Double(words[1].split(separator: ".").prefix(2).joined(separator: "."))
        }
      }
      return nil
    }
    return (version("iOS") ?? 0) > 15 || (version("macOS") ?? 0) > 13
      || line.contains("anyAppleOS")
  }

  @Test(.enabled(if: interface != nil, "the compiler has no Swift.swiftinterface"))
  func noTypeIsTooNew() throws {
    let interface = try #require(Self.interface)
    let newer = Self.newer(try String(contentsOf: interface, encoding: .utf8))
    #expect(newer.contains("InlineArray") && newer.contains("Duration"), "\(newer.count) types")
    var root = URL(fileURLWithPath: #filePath)
    while root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
    root.deleteLastPathComponent()
    var files = 0
    for module in ["CardJSON", "ContentCardKit"] {
      let folder = root.appending(path: "Sources/\(module)")
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for path in paths where path.hasSuffix(".swift") {
        files += 1
        let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        let code = source.replacing(/\/\/[^\n]*/, with: "")
        let words = Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.output) })
        #expect(words.isDisjoint(with: newer), "\(path): \(words.intersection(newer))")
        #expect(!code.contains(/\bany \w+</), "\(path): needs iOS 16")
      }
    }
    #expect(files > 100)
  }
}
