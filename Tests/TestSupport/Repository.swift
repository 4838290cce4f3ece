import Foundation

/// Paths on the machine that runs the tests.
public enum Repository {
  /// The folder with Package.swift.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Files that tests of several modules read.
  public static let fixtures = root.appending(path: "Tests/Fixtures")

  /// The folders of golden cases.
  public static let cases = root.appending(path: "Tests/CommandsTests/Cases")

  /// The directory of the built tests and of the tool.
  public static let products: URL = {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    // On macOS the tests are a bundle that another program loads.
    let bundles = Bundle.allBundles.map(\.bundleURL) + [program]
    let bundle = bundles.first { $0.pathExtension == "xctest" } ?? program
    return bundle.deletingLastPathComponent()
  }()

  /// The tool as the build left it.
  public static let tool = products.appending(path: "cardctl").path
}
