import Foundation

/// A project in which a recipe of the README runs as on a build system, but for what takes minutes:
/// `swift build` hands out the tool that the tests were built with, and the repository that a
/// recipe clones is one of this folder with the same hooks and action.
final class RecipeProject {
  let folder: ScratchFolder
  let path: String
  private(set) var environment: [String: String]

  init() throws {
    folder = try ScratchFolder()
    path = folder.path("project")
    environment = [
      "HOME": folder.path("home"), "LC_ALL": "C.UTF-8", "TERM": "dumb",
      "PATH": folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_VALUE_0": "https://github.com/OWNER/cardctl",
      "GIT_CONFIG_KEY_0": "url.file://\(folder.path("cardctl")).insteadOf",
      "GIT_CONFIG_KEY_1": "init.defaultBranch", "GIT_CONFIG_VALUE_1": "main",
      "PRE_COMMIT_HOME": folder.path("pre-commit"), "RUNNER_TEMP": folder.path("runner"),
      "GITHUB_OUTPUT": folder.path("output"), "GITHUB_WORKSPACE": path,
      "GITHUB_ACTION_PATH": folder.path("cardctl/.github/actions/validate"),
    ]
    for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
      environment[name + "_NAME"] = "Example"
      environment[name + "_EMAIL"] = "example@example.com"
    }
    try prepare()
  }

  /// The stand-in for the compiler: it takes the options that recipes and pre-commit use.
  private static let compiler = #"""
    #!/bin/sh
    build=
    while [ $# -gt 0 ]; do
      case $1 in
        --package-path) [ -n "$build" ] || build=$2/.build; shift ;;
        --scratch-path|--build-path) build=$2; shift ;;
      esac
      shift
    done
    mkdir -p "$build/release" && cp TOOL "$build/release/cardctl"
    """#

  private func prepare() throws {
    let manager = FileManager.default
    for name in ["home", "bin", "runner", "project/payloads", "cardctl/Sources"] {
      try manager.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    let compiler = RecipeProject.compiler.replacing("TOOL", with: "'\(Repository.tool)'")
    try folder.write("bin/swift", compiler)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/swift"))
    for name in ["Package.swift", ".pre-commit-hooks.yaml", ".github"] {
      try manager.copyItem(
        at: Repository.root.appending(path: name),
        to: folder.url.appending(path: "cardctl/" + name))
    }
    try write("payloads/feed.json", RecipeProject.good)
    try write("package.json", #"{"name":"shop","version":"1.0.0"}"#)
    let commit = "git init -q && git add -A && git commit -q -m cardctl && git tag v0.1.0"
    for name in ["cardctl", "project"] {
      let result = try run("cd '\(folder.path(name))' && \(commit)")
      guard result.status == 0 else { throw Readers.Failure(description: result.messageText) }
    }
  }

  private static let id =
    "NmFmZmVmZjA0MjAxMzMwNGIzMGZjNzAyXyRfY2M9NWUxZjAwMDMmbXY9NmFmZmVmZmE0MjAxMzMwNGIzMGZjODAyJnBpPWNtcA=="
  static let good =
    #"{"id":"\#(id)","tp":"control","ca":1795161600,"e":{"class_type":"ad_banner"}}"#
  static let bad = #"{"id":"\#(id)","tp":"control","e":{"class_type":"ad_banner"}}"#

  /// Writes a file of the project.
  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  /// Runs a script as build systems do: in the project, up to the first command that fails.
  func run(_ script: String, _ more: [String: String] = [:]) throws -> ChildProcess.Result {
    let variables = environment.merging(more) { $1 }
    return try ChildProcess.run(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", "cd '\(path)'\n" + script],
      of: "/usr/bin/env", environment: variables)
  }

  /// Whether the project has a file.
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

  /// What can become of a run, and the status that each has.
  enum Fate: CaseIterable {
    case good, finding, badConfiguration, unreadable

    var status: Int32 {
      switch self {
      case .good: 0
      case .finding: 1
      case .badConfiguration: 2
      case .unreadable: 3
      }
    }
  }

  /// Makes the project one with which a run comes to this.
  func prepare(_ fate: Fate) throws {
    switch fate {
    case .good: break
    case .finding: try write("payloads/feed.json", RecipeProject.bad)
    case .badConfiguration: try write(".cardctl.json", "{")
    case .unreadable: try FileManager.default.removeItem(atPath: path + "/payloads")
    }
  }
}
