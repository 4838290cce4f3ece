import Foundation
import Testing

/// The recipes for build systems, run exactly as README.md prints them and read by those that read
/// them there; see `RecipeProject` for what stands in for minutes of compiling.
@Suite(.enabled(if: InstalledProgram.isInstalled("git"), "git is not installed"))
struct BuildRecipeTests {
  private static let readme =
    (try? String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)) ?? ""

  /// The one block in a language that holds `mark`.
  private static func block(_ language: String, _ mark: String) throws -> String {
    let blocks = readme.components(separatedBy: "```\(language)\n").dropFirst()
    let texts = blocks.compactMap { $0.components(separatedBy: "\n```").first }
    let found = texts.filter { $0.contains(mark) }
    try #require(found.count == 1)
    return found[0] + "\n"
  }

  /// YAML as JSON's types.
  private static func yaml(_ text: String) throws -> Any {
    let program = "import json, sys, yaml\nprint(json.dumps(yaml.safe_load(sys.stdin)))"
    return try JSONSerialization.jsonObject(
      with: Data(Readers.run(program, text).utf8), options: .fragmentsAllowed)
  }

  private static let hasYAML = Readers.has("yaml")

  /// Whether the schema that a build system publishes accepts a file.
  private func isAccepted(_ text: String, by schema: String) throws {
    guard let checker = InstalledProgram.path("check-jsonschema") else {
      print("not checked with the schema of \(schema): check-jsonschema is not installed")
      return
    }
    let folder = try ScratchFolder()
    let file = try folder.write("recipe.yml", text)
    let result = try ChildProcess.run(
      ["--builtin-schema", "vendor." + schema, file], of: checker,
      environment: ProcessInfo.processInfo.environment)
    #expect(result.status == 0, "\(result.text)")
  }

  // MARK: GitHub

  private static func action() throws -> String {
    let path = Repository.root.appending(path: ".github/actions/validate/action.yml")
    return try String(contentsOf: path, encoding: .utf8)
  }

  @Test func theWorkflowOfGitHubIsOne() throws {
    let text = try BuildRecipeTests.block("yaml", "runs-on")
    try isAccepted(text, by: "github-workflows")
    try isAccepted(BuildRecipeTests.action(), by: "github-actions")
    #expect(text.contains("security-events: write"))
    #expect(text.contains("OWNER/cardctl/.github/actions/validate@v0.1.0"))
  }

  /// The steps of the action, with the inputs of the workflow, for each status.
  @Test(
    .enabled(if: BuildRecipeTests.hasYAML, "PyYAML is not installed"),
    arguments: RecipeProject.Fate.allCases)
  func theActionGivesTheStatus(_ fate: RecipeProject.Fate) throws {
    let project = try RecipeProject()
    try project.prepare(fate)
    let action = try BuildRecipeTests.yaml(BuildRecipeTests.action()) as? [String: Any]
    let runs = try #require(action?["runs"] as? [String: Any])
    let steps = try #require(runs["steps"] as? [[String: Any]])
    var last: Int32 = 0
    for step in steps {
      guard let script = step["run"] as? String else { continue }
      #expect(step["shell"] as? String == "bash")
      let given = ["${{ inputs.paths }}": "payloads\n", "${{ inputs.options }}": "--strict"]
      let variables = (step["env"] as? [String: String] ?? [:]).mapValues { given[$0] ?? $0 }
      last = try project.run(script, variables).status
      if last != 0 { break }
    }
    #expect(last == fate.status)
    #expect(try project.folder.text("output").wholeMatch(of: /hash=[0-9a-f]{64}\n/) != nil)
    // Code scanning gets the report whenever there is one, however the step ended.
    #expect(project.has("cards.sarif") == (fate != .badConfiguration))
    let upload = try #require(steps.last)
    #expect((upload["uses"] as? String)?.hasPrefix("github/codeql-action/upload-sarif@") == true)
    #expect(upload["if"] as? String == "always() && hashFiles('cards.sarif') != ''")
  }

  // MARK: GitLab

  @Test(
    .enabled(if: BuildRecipeTests.hasYAML, "PyYAML is not installed"),
    arguments: RecipeProject.Fate.allCases)
  func theJobOfGitLabGivesTheStatus(_ fate: RecipeProject.Fate) throws {
    let text = try BuildRecipeTests.block("yaml", "codequality")
    if fate == .good { try isAccepted(text, by: "gitlab-ci") }
    let project = try RecipeProject()
    try project.prepare(fate)
    let file = try BuildRecipeTests.yaml(text) as? [String: [String: Any]]
    let job = try #require(file?["cards"])
    let lines = try #require(job["script"] as? [String])
    let variables = try #require(job["variables"] as? [String: String])
    // Once with nothing built, and once with what was kept.
    for _ in 0..<2 {
      #expect(try project.run(lines.joined(separator: "\n"), variables).status == fate.status)
    }
    guard fate != .badConfiguration else { return }
    let report = project.path + "/gl-code-quality-report.json"
    let data = try Data(contentsOf: URL(fileURLWithPath: report))
    let findings = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(findings.isEmpty == (fate == .good))
    #expect(findings.allSatisfy { $0["fingerprint"] is String && $0["location"] is [String: Any] })
  }

  // MARK: Jenkins

  @Test(arguments: RecipeProject.Fate.allCases)
  func thePipelineOfJenkinsGivesTheStatus(_ fate: RecipeProject.Fate) throws {
    let text = try BuildRecipeTests.block("groovy", "junit")
    let lines = text.matches(of: /sh '([^']*)'/).map { String($0.1) }
    let version = try #require(text.firstMatch(of: /CARDCTL = '([^']*)'/)).1
    let project = try RecipeProject()
    try project.prepare(fate)
    // Each step is a shell of its own, and the first that fails ends the stage.
    var status: Int32 = 0
    for line in lines where status == 0 {
      status = try project.run(line, ["CARDCTL": String(version)]).status
    }
    #expect(status == fate.status)
    #expect(text.contains("post { always { junit 'cards.xml' } }"))
    guard fate != .badConfiguration else { return }
    guard Readers.has("junitparser") else {
      print("not read: junitparser is not installed")
      return
    }
    let program =
      "import junitparser, sys\nx = junitparser.JUnitXml.fromfile(sys.argv[1])\n"
      + "print(x.tests, x.failures + x.errors)"
    let xml = try String(contentsOfFile: project.path + "/cards.xml", encoding: .utf8)
    let counts = try Readers.run(program.replacing("sys.argv[1]", with: "sys.stdin"), xml)
    #expect(counts.hasSuffix(fate == .good ? " 0\n" : " 1\n"), "\(counts)")
  }

  // MARK: pre-commit

  @Test(.enabled(if: InstalledProgram.isInstalled("pre-commit"), "pre-commit is not installed"))
  func preCommitChecksWhatChanges() throws {
    let project = try RecipeProject()
    try project.write(
      ".pre-commit-config.yaml", try BuildRecipeTests.block("yaml", "cardctl-validate"))
    let first = try project.run("git add -A && pre-commit run --all-files")
    #expect(first.status == 0, "\(first.text)\(first.messageText)")
    #expect(first.text.contains("content cards") && first.text.contains("Passed"))
    try project.write("payloads/feed.json", RecipeProject.bad)
    let second = try project.run("git add -A && pre-commit run")
    #expect(second.status == 1)
    #expect(second.text.contains("payloads/feed.json:1:1: error[card/created-missing]"))
    // What the configuration leaves out is left out where the hook names it, too.
    try project.write(".cardctl.json", #"{"exclude":"payloads/feed.json"}"#)
    let third = try project.run("git add -A && pre-commit run --all-files")
    #expect(third.status == 0, "\(third.text)")
  }

  // MARK: Spark

  /// The lines that the README prints, in a Spark of this machine.
  @Test(.enabled(if: Readers.has("pyspark"), "pyspark is not installed"))
  func sparkRunsTheStage() throws {
    guard InstalledProgram.isInstalled("java") else {
      print("not run: there is no java")
      return
    }
    let project = try RecipeProject()
    let lines = try BuildRecipeTests.block("python", "spark.sparkContext")
    try FileManager.default.createDirectory(
      atPath: project.path + "/cards", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "shapes/wire.ndjson"),
      to: URL(fileURLWithPath: project.path + "/cards/wire.ndjson"))
    try project.write(
      "stage.py",
      "from pyspark.sql import SparkSession\n"
        + "spark = SparkSession.builder.master('local[1]').getOrCreate()\n" + lines
        + "print('lines', coupons.count())\nspark.stop()\n")
    let path = Repository.products.path + ":" + (project.environment["PATH"] ?? "")
    let result = try project.run("python3 stage.py", ["PATH": path])
    let expected = try project.run(
      "cardctl filter --class-type coupon_code cards/*.ndjson | wc -l", ["PATH": path])
    let count = expected.text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(result.text.contains("lines \(count)\n"), "\(result.text)\(result.messageText)")
    #expect(count != "0")
  }
}
