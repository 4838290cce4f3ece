import Foundation

/// The requirements of SARIF 2.1.0 and of GitHub for the parts that the report has.
struct SARIFForm {
  /// The errors, each with its location.
  private(set) var mistakes: [String] = []
  /// The results of the run.
  private(set) var results: [[String: Any]] = []
  private var ruleCount = 0

  /// The fingerprints of the results.
  var fingerprints: [String] {
    results.compactMap { ($0["partialFingerprints"] as? [String: String])?["cardctl/v1"] }
  }

  init(_ text: String) {
    guard let log = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else {
      mistakes.append("no JSON object")
      return
    }
    members(log, "log", required: ["$schema", "version", "runs"])
    check(log["version"] as? String == "2.1.0", "version")
    let runs = log["runs"] as? [[String: Any]] ?? []
    check(runs.count == 1, "runs")
    for run in runs { check(run: run) }
  }

  private mutating func check(run: [String: Any]) {
    members(run, "run", required: ["tool", "results", "columnKind", "invocations"])
    check(run["columnKind"] as? String == "unicodeCodePoints", "columnKind")
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any] ?? [:]
    members(driver, "driver", required: ["name", "version", "rules"])
    let rules = driver["rules"] as? [[String: Any]] ?? []
    ruleCount = rules.count
    for rule in rules { check(rule: rule) }
    results = run["results"] as? [[String: Any]] ?? []
    for result in results { check(result: result) }
    for invocation in run["invocations"] as? [[String: Any]] ?? [] {
      members(
        invocation, "invocation", required: ["executionSuccessful"],
        ["toolExecutionNotifications"])
      check(invocation["executionSuccessful"] as? Bool != nil, "executionSuccessful")
      for notification in invocation["toolExecutionNotifications"] as? [[String: Any]] ?? [] {
        members(notification, "notification", required: ["message"], ["level"])
        check(message: notification["message"])
      }
    }
  }

  private mutating func check(rule: [String: Any]) {
    members(
      rule, "rule", required: ["id"],
      ["shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"])
    for name in ["shortDescription", "fullDescription"] { check(message: rule[name]) }
    check(message: rule["help"], ["markdown"])
    check(level: (rule["defaultConfiguration"] as? [String: Any])?["level"])
    if let address = rule["helpUri"] as? String { check(URL(string: address) != nil, "helpUri") }
  }

  private mutating func check(result: [String: Any]) {
    members(
      result, "result", required: ["message", "ruleId", "level", "locations"],
      ["ruleIndex", "partialFingerprints", "properties", "fixes"])
    for fix in result["fixes"] as? [[String: Any]] ?? [] { check(fix: fix) }
    check(message: result["message"])
    check(level: result["level"])
    if let index = result["ruleIndex"] as? Int { check(index < ruleCount, "ruleIndex") }
    let fingerprints = result["partialFingerprints"] as? [String: String]
    check(fingerprints?.count == 1, "partialFingerprints")
    let locations = result["locations"] as? [[String: Any]] ?? []
    check(locations.count == 1, "locations")
    for location in locations {
      members(location, "location", required: ["physicalLocation"], ["logicalLocations"])
      check(place: location["physicalLocation"] as? [String: Any] ?? [:])
      for logical in location["logicalLocations"] as? [[String: Any]] ?? [] {
        members(logical, "logicalLocation", required: ["fullyQualifiedName", "kind"])
      }
    }
  }

  private mutating func check(place: [String: Any]) {
    members(place, "physicalLocation", required: ["artifactLocation", "region"])
    check(artifact: place["artifactLocation"])
    check(region: place["region"])
  }

  private mutating func check(fix: [String: Any]) {
    members(fix, "fix", required: ["description", "artifactChanges"])
    check(message: fix["description"])
    for change in fix["artifactChanges"] as? [[String: Any]] ?? [] {
      members(change, "artifactChange", required: ["artifactLocation", "replacements"])
      check(artifact: change["artifactLocation"])
      let replacements = change["replacements"] as? [[String: Any]] ?? []
      check(!replacements.isEmpty, "replacements")
      for replacement in replacements {
        members(replacement, "replacement", required: ["deletedRegion", "insertedContent"])
        check(region: replacement["deletedRegion"], bytes: ["byteOffset", "byteLength"])
        check(message: replacement["insertedContent"])
      }
    }
  }

  private mutating func check(artifact: Any?) {
    let artifact = artifact as? [String: Any] ?? [:]
    members(artifact, "artifactLocation", required: ["uri"])
    let uri = artifact["uri"] as? String ?? " "
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/%:")
    check(uri.unicodeScalars.allSatisfy(allowed.contains), "uri \(uri)")
  }

  private mutating func check(region: Any?, bytes: [String] = []) {
    let region = region as? [String: Any] ?? [:]
    let names = ["startLine", "startColumn", "endLine", "endColumn"]
    members(region, "region", required: names + bytes)
    for name in bytes { check(region[name] as? Int ?? -1 >= 0, name) }
    let values = names.compactMap { region[$0] as? Int }
    check(values.count == 4 && values.allSatisfy { $0 >= 1 }, "region")
    guard values.count == 4 else { return }
    check((values[2], values[3]) >= (values[0], values[1]), "end of region")
  }

  private mutating func check(message: Any?, _ forms: [String] = []) {
    let message = message as? [String: Any] ?? [:]
    members(message, "message", required: ["text"] + forms)
    for form in ["text"] + forms { check(message[form] is String, form) }
  }

  private mutating func check(level: Any?) {
    check(["none", "note", "warning", "error"].contains(level as? String), "level")
  }

  private mutating func members(
    _ object: [String: Any], _ name: String, required: [String], _ allowed: [String] = []
  ) {
    for key in required { check(object[key] != nil, "\(name) without \(key)") }
    for key in object.keys { check((required + allowed).contains(key), "\(name) with \(key)") }
  }

  private mutating func check(_ isRight: Bool, _ what: String) {
    if !isRight { mistakes.append(what) }
  }
}
