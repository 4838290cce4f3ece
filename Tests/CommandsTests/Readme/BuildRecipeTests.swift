import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// The recipes for CI systems run exactly as README.md and cardctl-recipes(7) print them, with a
/// downloaded release and with a build from source, and other programs read their reports.
@Suite(
  .enabled(if: Gate.opens("BuildRecipeTests"), "CARDCTL_GATE is not 1"),
  .enabled(if: InstalledProgram.isInstalled("git"), "git is not installed"))
struct BuildRecipeTests {
  typealias Origin = RecipeProject.Origin
  typealias Outcome = RecipeProject.Outcome

  /// The text of a file in the repository.
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  /// YAML as JSON's types.
  private static func yaml(_ text: String) throws -> Any {
    let program = "import json, sys, yaml\nprint(json.dumps(yaml.safe_load(sys.stdin)))"
    return try JSONSerialization.jsonObject(
      with: Data(Python.run(program, text).utf8), options: .fragmentsAllowed)
  }

  private static let hasYAML = Python.has("yaml")

  /// Expects that the schema published for a CI system accepts a file.
  private func expectAccepted(_ text: String, by schema: String) throws {
    guard let checker = InstalledProgram.path("check-jsonschema") else {
      print("not checked with the schema of \(schema): check-jsonschema is not installed")
      return
    }
    let directory = try ScratchFolder()
    let file = try directory.write("recipe.yml", text)
    let result = try ChildProcess.run(
      ["--builtin-schema", "vendor." + schema, file], of: checker,
      environment: ProcessInfo.processInfo.environment)
    #expect(result.status == 0, "\(result.text)")
  }

  // MARK: GitHub

  private static let action = ".github/actions/validate"

  @Test func theWorkflowOfGitHubIsValid() throws {
    let blocks = try BuildRecipeTests.text("README.md").components(separatedBy: "```yaml\n")
    let workflow = try #require(blocks.dropFirst().first { $0.contains("runs-on") })
    let text = try #require(workflow.components(separatedBy: "```").first)
    try expectAccepted(text, by: "github-workflows")
    #expect(text.contains("security-events: write"))
    #expect(text.contains("OWNER/cardctl/\(BuildRecipeTests.action)@v\(Tool.version)"))
  }

  /// The steps of the action, with the inputs of the workflow.
  @Test(
    .enabled(if: BuildRecipeTests.hasYAML, "PyYAML is not installed"),
    arguments: Origin.available, Outcome.allCases)
  func theActionGivesTheStatus(_ origin: Origin, _ outcome: Outcome) throws {
    let project = try RecipeProject(origin)
    try project.prepare(outcome)
    let text = try BuildRecipeTests.text(BuildRecipeTests.action + "/action.yml")
    let action = try BuildRecipeTests.yaml(text) as? [String: Any]
    let runs = try #require(action?["runs"] as? [String: Any])
    let steps = try #require(runs["steps"] as? [[String: Any]])
    let step = try #require(steps.first)
    let given = [
      "${{ inputs.paths }}": "payloads\n", "${{ inputs.options }}": "--strict",
      "${{ inputs.kind }}": "any",
      "${{ github.server_url }}/${{ github.action_repository }}": "",
      "${{ github.action_ref }}": "v\(Tool.version)",
    ]
    let variables = try #require(step["env"] as? [String: String]).mapValues { given[$0] ?? "?" }
    #expect(!variables.values.contains("?"))
    #expect(step["shell"] as? String == "bash")
    let script = try #require(step["run"] as? String)
    #expect(try project.run(script, variables).status == outcome.status)
    // Code scanning gets the report whenever there is one, however the step ended.
    #expect(project.has("cards.sarif") == (outcome != .badConfiguration))
    let upload = try #require(steps.last)
    #expect((upload["uses"] as? String)?.hasPrefix("github/codeql-action/upload-sarif@") == true)
    #expect(upload["if"] as? String == "always() && hashFiles('cards.sarif') != ''")
  }

  // MARK: GitLab

  @Test(
    .enabled(if: BuildRecipeTests.hasYAML, "PyYAML is not installed"),
    arguments: Origin.available, Outcome.allCases)
  func theJobOfGitLabGivesTheStatus(_ origin: Origin, _ outcome: Outcome) throws {
    if outcome == .good { try expectAccepted(PageCode.gitLab, by: "gitlab-ci") }
    let project = try RecipeProject(origin)
    try project.prepare(outcome)
    let file = try BuildRecipeTests.yaml(PageCode.gitLab) as? [String: [String: Any]]
    let job = try #require(file?["cards"])
    let lines = try #require(job["script"] as? [String])
    let variables = try #require(job["variables"] as? [String: String])
    #expect(variables == ["CARDCTL": "v\(Tool.version)"])
    let result = try project.run(lines.joined(separator: "\n"), variables)
    #expect(result.status == outcome.status, "\(result.messageText)")
    guard outcome != .badConfiguration else { return }
    let report = project.path + "/gl-code-quality-report.json"
    let data = try Data(contentsOf: URL(fileURLWithPath: report))
    let findings = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(findings.isEmpty == (outcome == .good))
    #expect(findings.allSatisfy { $0["fingerprint"] is String && $0["location"] is [String: Any] })
  }

  // MARK: Jenkins

  @Test(arguments: Origin.available, Outcome.allCases)
  func thePipelineOfJenkinsGivesTheStatus(_ origin: Origin, _ outcome: Outcome) throws {
    let text = PageCode.jenkins
    let lines = text.matches(of: /sh '([^']*)'/).map { String($0.1) }
    let variables = Dictionary(
      uniqueKeysWithValues: text.matches(of: /([A-Z]+) = '([^']*)'/).map {
        (String($0.1), String($0.2))
      })
    #expect(variables["CARDCTL"] == "v\(Tool.version)")
    let project = try RecipeProject(origin)
    try project.prepare(outcome)
    // Each step has its own shell, and the first that fails ends the stage.
    var status: Int32 = 0
    for line in lines where status == 0 {
      status = try project.run(line, variables).status
    }
    #expect(status == outcome.status)
    #expect(text.contains("post { always { junit 'cards.xml' } }"))
    guard outcome != .badConfiguration else { return }
    guard Python.has("junitparser") else {
      print("not read: junitparser is not installed")
      return
    }
    let program =
      "import junitparser, sys\nx = junitparser.JUnitXml.fromfile(sys.stdin)\n"
      + "print(x.tests, x.failures + x.errors)"
    let xml = try String(contentsOfFile: project.path + "/cards.xml", encoding: .utf8)
    let counts = try Python.run(program, xml)
    #expect(counts.hasSuffix(outcome == .good ? " 0\n" : " 1\n"), "\(counts)")
  }

  // MARK: pre-commit

  @Test(
    .enabled(if: InstalledProgram.isInstalled("pre-commit"), "pre-commit is not installed"),
    arguments: Origin.available)
  func preCommitChecksWhatChanges(_ origin: Origin) throws {
    let project = try RecipeProject(origin)
    try project.write(".pre-commit-config.yaml", PageCode.preCommit + "\n")
    let first = try project.run("git add -A && pre-commit run --all-files")
    #expect(first.status == 0, "\(first.text)\(first.messageText)")
    #expect(first.text.contains("content cards") && first.text.contains("Passed"))
    try project.write("payloads/feed.json", RecipeProject.bad)
    let second = try project.run("git add -A && pre-commit run")
    #expect(second.status == 1)
    #expect(second.text.contains("payloads/feed.json:1:1: error[card/created-missing]"))
    // A file that the configuration excludes is excluded when the hook names it, too.
    try project.write(".cardctl.json", #"{"exclude":"payloads/feed.json"}"#)
    let third = try project.run("git add -A && pre-commit run --all-files")
    #expect(third.status == 0, "\(third.text)")
  }

  // MARK: Editors and clusters

  @Test func theSettingsOfTheEditorNameSchemas() throws {
    let data = Data(PageCode.visualStudioCode.utf8)
    let settings = try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]]
    for entry in try #require(settings?["json.schemas"]) {
      let name = try #require((entry["url"] as? String)?.components(separatedBy: "/").last)
      let kind = try #require(name.components(separatedBy: ".").first)
      #expect(name == "\(kind).schema.json")
      #expect(try CommandRun(arguments: ["validate", "--schema", kind]).result().status == 0)
    }
  }

  @Test(.enabled(if: Python.has("pyspark"), "pyspark is not installed"))
  func sparkRunsTheStage() throws {
    guard InstalledProgram.isInstalled("java") else {
      print("not run: java is not installed")
      return
    }
    let project = try RecipeProject(.source)
    try FileManager.default.createDirectory(
      atPath: project.path + "/cards", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "shapes/wire.ndjson"),
      to: URL(fileURLWithPath: project.path + "/cards/wire.ndjson"))
    try project.write(
      "stage.py",
      "from pyspark.sql import SparkSession\n"
        + "spark = SparkSession.builder.master('local[1]').getOrCreate()\n" + PageCode.spark
        + "\nprint('lines', coupons.count())\nspark.stop()\n")
    let path = Repository.products.path + ":" + (project.environment["PATH"] ?? "")
    let result = try project.run("python3 stage.py", ["PATH": path])
    let expected = try project.run(
      "cardctl filter --class-type coupon_code cards/*.ndjson | wc -l", ["PATH": path])
    let count = expected.text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(result.text.contains("lines \(count)\n"), "\(result.text)\(result.messageText)")
    #expect(count != "0")
  }
}
