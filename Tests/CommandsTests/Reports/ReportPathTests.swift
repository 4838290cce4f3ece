import TestSupport
import Testing

@testable import CardCommands

@Suite struct ReportPathTests {
  private let paths = ReportPaths(directory: "/builds/app/cards", root: "/builds/app/")

  @Test(arguments: [
    ("feed.json", "cards/feed.json"), ("./feed.json", "cards/feed.json"),
    ("../feed.json", "feed.json"), ("a//b/../c.json", "cards/a/c.json"),
    ("/builds/app/x.json", "x.json"), ("/builds/apples/x.json", "/builds/apples/x.json"),
    ("../../x.json", "/builds/x.json"), ("/../x", "/x"), ("-", "-"), ("./-", "cards/-"),
    ("/builds/app", "/builds/app"),
  ])
  func pathsStartAtTheRoot(_ path: String, _ expected: String) {
    #expect(paths.fromRoot(path) == expected)
  }

  @Test(arguments: [
    ("feed.json", "cards/feed.json"), ("/builds/app/x.json", "x.json"),
    ("../../x.json", "../x.json"),
    ("/y/x.json", "../../y/x.json"), ("-", "-"),
  ])
  func pathsMayLeadUp(_ path: String, _ expected: String) {
    #expect(paths.upFromRoot(path) == expected)
  }

  @Test(arguments: [
    ("feed.json", "cards/feed.json"), ("a b%é.json", "cards/a%20b%25%C3%A9.json"),
    ("a\\b:c?d#e.json", "cards/a%5Cb%3Ac%3Fd%23e.json"), ("/y/ü.json", "file:///y/%C3%BC.json"),
    ("../a:b.json", "a%3Ab.json"), ("-", "-"),
  ])
  func urisAreEncoded(_ path: String, _ expected: String) {
    #expect(paths.uri(path) == expected)
  }

  @Test(arguments: [
    ([:], "x.json"), (["CI_PROJECT_DIR": "/builds"], "app/x.json"),
    (["GITHUB_WORKSPACE": "/", "CI_PROJECT_DIR": "/builds"], "builds/app/x.json"),
  ])
  func theRootIsTheBuildSystems(_ environment: [String: String], _ expected: String) throws {
    let console = Console(
      input: -1, output: -1, error: -1, environment: environment, directory: "/builds/app", now: 0,
      processors: 1)
    #expect(try ReportPaths(console).fromRoot("x.json") == expected)
  }

  /// In a repository, paths start at its top, and a build system's directory wins.
  @Test func theRootIsTheTopOfTheRepository() throws {
    let folder = try ScratchFolder()
    try folder.write("app/.git", "gitdir: elsewhere\n")
    try folder.write("app/cards/x.json", "")
    var console = folder.console
    console.directory = folder.path + "/app/cards"
    #expect(try ReportPaths(console).fromRoot("x.json") == "cards/x.json")
    #expect(
      try Baseline.paths(for: "../b/known.json", console).upFromRoot("x.json") == "cards/x.json")
    console.environment = ["GITHUB_WORKSPACE": folder.path]
    #expect(try ReportPaths(console).fromRoot("x.json") == "app/cards/x.json")
    #expect(try Baseline.paths(for: "known.json", console).upFromRoot("x.json") == "cards/x.json")
    console.directory = folder.path
    #expect(try Baseline.paths(for: "b/known.json", console).upFromRoot("x.json") == "../x.json")
  }
}
