import Foundation
import TestSupport

/// A project in which a recipe runs as on a CI system, without network and compiler.
///
/// The repository that a recipe clones is a copy of this one. It has a release, served from a
/// directory, or is built by a stand-in for the compiler that copies the tool of these tests.
final class RecipeProject {
  /// Where a recipe gets cardctl from.
  enum Origin: CaseIterable {
    case release, source

    /// The origins that can be tested on this machine: a release is downloaded with curl.
    static let available = InstalledProgram.isInstalled("curl") ? allCases : [.source]
  }

  let directory: ScratchFolder
  let path: String
  private(set) var environment: [String: String]

  init(_ origin: Origin) throws {
    directory = try ScratchFolder()
    path = directory.path("project")
    environment = [
      "HOME": directory.path("home"), "LC_ALL": "C.UTF-8", "TERM": "dumb",
      "PATH": directory.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_VALUE_0": "https://github.com/OWNER/cardctl",
      "GIT_CONFIG_KEY_0": "url.file://\(directory.path("cardctl")).insteadOf",
      "GIT_CONFIG_KEY_1": "init.defaultBranch", "GIT_CONFIG_VALUE_1": "main",
      "PRE_COMMIT_HOME": directory.path("pre-commit"), "RUNNER_TEMP": directory.path("runner"),
      "GITHUB_WORKSPACE": path,
      "GITHUB_ACTION_PATH": directory.path("cardctl/.github/actions/validate"),
    ]
    for name in ["GIT_AUTHOR", "GIT_COMMITTER"] {
      environment[name + "_NAME"] = "Example"
      environment[name + "_EMAIL"] = "example@example.com"
    }
    try prepareRepositories()
    switch origin {
    case .release: try prepareRelease()
    case .source: try directory.write(program: RecipeProject.compiler, to: "bin/swift")
    }
  }

  /// The stand-in for the compiler, which accepts the options that `.ci/fetch` uses.
  private static let compiler = #"""
    #!/bin/sh
    while [ $# -gt 0 ]; do
      case $1 in --scratch-path) build=$2 ;; esac
      shift
    done
    mkdir -p "$build/release" && cp '\#(Repository.tool)' "$build/release/cardctl"
    """#

  private func prepareRepositories() throws {
    for name in ["home", "bin", "runner", "project/payloads", "cardctl"] {
      try FileManager.default.createDirectory(
        atPath: directory.path(name), withIntermediateDirectories: true)
    }
    // Another process writes the scripts: see `write(program:to:)`.
    let files = "Package.swift .pre-commit-hooks.yaml .github .ci man completions"
    try prepare("cd '\(Repository.root.path)' && cp -R \(files) '\(directory.path("cardctl"))'")
    try write("payloads/feed.json", RecipeProject.good)
    try write("package.json", #"{"name":"shop","version":"1.0.0"}"#)
    let commit = "git init -q && git add -A && git commit -q -m cardctl && git tag v0.1.0"
    for name in ["cardctl", "project"] {
      try prepare("cd '\(directory.path(name))' && \(commit)")
    }
  }

  /// Makes the release with the script of the repository, of a program that runs the tool.
  private func prepareRelease() throws {
    try directory.write(
      program: "#!/bin/sh\necho 'the compiler was called' >&2\nexit 1\n", to: "bin/swift")
    try directory.write(program: "#!/bin/sh\nexec '\(Repository.tool)' \"$@\"\n", to: "program")
    let assets = directory.path("releases/v0.1.0")
    try prepare(
      """
      cd '\(directory.path("cardctl"))'
      for platform in linux-x86_64 linux-aarch64 macos-universal; do
        .ci/release archive '\(directory.path("program"))' $platform '\(assets)'
      done
      .ci/release assets '\(directory.path("program"))' '\(assets)' URL "$(git rev-parse HEAD)"
      """)
    environment["CARDCTL_RELEASES"] = "file://" + directory.path("releases")
  }

  private func prepare(_ script: String) throws {
    let result = try run(script)
    guard result.status == 0 else { throw Python.Failure(description: result.messageText) }
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

  /// Runs a script as CI systems do: in the project, up to the first command that fails.
  func run(_ script: String, _ variables: [String: String] = [:]) throws -> ChildProcess.Result {
    try ChildProcess.run(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", "cd '\(path)'\n" + script],
      of: "/usr/bin/env", environment: environment.merging(variables) { $1 })
  }

  /// Whether the project has a file.
  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

  /// The ways a run can end, each with its status.
  enum Outcome: CaseIterable {
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

  /// Changes the project so that a run ends this way.
  func prepare(_ outcome: Outcome) throws {
    switch outcome {
    case .good: break
    case .finding: try write("payloads/feed.json", RecipeProject.bad)
    case .badConfiguration: try write(".cardctl.json", "{")
    case .unreadable: try FileManager.default.removeItem(atPath: path + "/payloads")
    }
  }
}
