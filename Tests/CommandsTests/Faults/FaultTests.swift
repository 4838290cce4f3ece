import Foundation
import TestSupport
import Testing

/// The built tool when the system refuses one call of many with an input/output error.
///
/// For each call that a run makes, the run either ends as if nothing had happened, or with status 3.
/// It never mistakes the failure for a result, such as that a file is absent. Calls that a signal
/// interrupts, that would block or that do less than requested change nothing.
///
/// With `CARDCTL_FAULTS=all` also calls that fail repeatedly, files that are cut off while they are
/// read, and rows that are sorted in a temporary file. That takes minutes.
@Suite(.enabled(if: Gate.opens("FaultTests"), "CARDCTL_GATE is not 1"))
struct FaultTests {
  /// The files in the directory of each run.
  private static let files = [
    "j": event(2, "b"), "j.1": event(1, "a"),
    "bad": event(4, "d") + "no event\n", "bad.1": event(3, "c"),
    "cards/one.json": #"{"id":"b","ca":"x"}"# + "\n",
    "cards/below/two.json": #"{"id":"a","ca":1}"# + "\n",
    ".cardctl.json": #"{"rules":{"card/type-missing":"off"}}"#,
    "old": "old\n",
  ]

  /// Standard input.
  private static let input = #"{"id":"q","ca":2}"# + "\n" + #"{"id":"p","ca":1}"# + "\n"

  private static func event(_ number: Int, _ card: String) -> String {
    #"{"v":1,"id":"01a1f7e0-0000-7000-8000-00000000000\#(number)","#
      + #""time":"2026-11-20T09:00:00.000Z","event":"impression","card_id":"\#(card)"}"# + "\n"
  }

  /// The result of a run, and the files in its directory.
  private struct Outcome: Equatable {
    var status: Int32
    var text: String
    var files: [String: String]

    /// The text without the ids and times of new events, which differ each time.
    func isLike(_ other: Outcome) -> Bool {
      func same(_ text: String) -> String {
        text.replacing(/"id":"[0-9a-f-]{36}","time":"[^"]*"/, with: "")
      }
      return status == other.status && same(text) == same(other.text)
        && files.mapValues(same) == other.files.mapValues(same)
    }
  }

  /// The library that makes calls fail; nil if it cannot be built.
  private static let library: String? = {
    #if os(Linux)
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "faults.c").path
      let path = Repository.products.appending(path: "cardctl-faults.so").path
      let variables = ProcessInfo.processInfo.environment
      let result = try? ChildProcess.run(
        ["cc", "-shared", "-fPIC", "-o", path, source], of: "/usr/bin/env",
        environment: variables)
      return result?.status == 0 ? path : nil
    #else
      return nil
    #endif
  }()

  private static let isThorough = ProcessInfo.processInfo.environment["CARDCTL_FAULTS"] == "all"

  private static let lines = [
    "log impression a --policy once --journal j", "log impression a b c --key k --journal j",
    "log rotate --journal j", "log rotate --keep 1 --journal j", "log check --journal j",
    "log check --repair --journal bad", "log show --to ndjson --journal j",
    "log summary --journal j", "log export --to users-track --journal j -o old", "validate cards",
    "validate --baseline known.json --write-baseline cards",
    "validate --baseline known.json cards/one.json", "filter cards/one.json -o new",
    "convert --as card cards/one.json -o old", "filter --viewed --journal j cards/one.json",
    "filter --sort created --summary -", "log click --cards - --journal j q",
    "inspect --to html --at 2026-11-20 cards -o new",
  ]

  @Test(
    .enabled(if: library != nil, "no library can be made that lets calls fail"),
    arguments: lines, isThorough ? ["once", "lasting"] : ["once"])
  func eachCallMayFail(_ line: String, _ manner: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let baseline = try knownFindings(for: words)
    let good = try outcome(words, baseline: baseline)
    #expect(good.calls.count >= 5)
    for (call, count) in good.calls {
      for number in 1...count {
        let fault = Fault(manner: manner, call: call, number: number)
        let (bad, _) = try outcome(words, baseline: baseline, fault: fault)
        #expect(bad.isLike(good.outcome) || bad.status == 3, "\(fault): \(bad)")
        let left = bad.files.keys.filter { $0.hasSuffix(".tmp") }
        #expect(left.isEmpty || call == "unlink", "\(fault): \(left) is left behind")
        if manner == "once", line.hasPrefix("log rotate --journal") {
          let events = ["j.2", "j.1", "j"].compactMap { bad.files[$0] }.joined()
          #expect(events == FaultTests.event(1, "a") + FaultTests.event(2, "b"), "\(fault)")
        }
      }
    }
  }

  @Test(
    .enabled(if: library != nil, "no library can be made that lets calls fail"),
    arguments: lines, ["interrupted", "again", "bytewise"])
  func calls(ofEach line: String, areMadeAgain manner: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let baseline = try knownFindings(for: words)
    let good = try outcome(words, baseline: baseline).outcome
    let bad = try outcome(words, baseline: baseline, fault: Fault(manner: manner)).outcome
    #expect(bad.isLike(good), "\(bad)")
  }

  /// The baseline that a run reads; nil if it reads none.
  private func knownFindings(for words: [String]) throws -> String? {
    guard words.contains("--baseline") else { return nil }
    return try outcome(["validate", "--baseline", "known.json", "--write-baseline", "cards"])
      .outcome.files["known.json"]
  }

  /// Tests a file that is truncated while it is read.
  ///
  /// The only guarantee is that the run ends.
  @Test(
    .enabled(if: library != nil && isThorough, "CARDCTL_FAULTS is not all"), arguments: lines)
  func filesMayBecomeShorter(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    for (call, count) in try outcome(words).calls where call == "read" || call == "pread" {
      for number in 1...count {
        let fault = Fault(manner: "end", call: call, number: number)
        let status = try outcome(words, fault: fault).outcome.status
        #expect((0...3).contains(status), "\(fault)")
      }
    }
  }

  /// Rows that are sorted in a temporary file.
  @Test(
    .enabled(if: library != nil && isThorough, "CARDCTL_FAULTS is not all"),
    arguments: ["once", "lasting", "interrupted"])
  func sortedRows(_ manner: String) throws {
    let text = String(repeating: "x", count: 1 << 20)
    let input = (1...10).map { #"{"id":"\#($0)","ca":\#(100 - $0),"tt":"\#(text)"}"# + "\n" }
      .joined()
    let words = ["filter", "--sort", "created", "--jobs", "1", "rows"]
    let good = try outcome(words, rows: input)
    #expect(good.outcome.status == 0)
    if manner == "interrupted" {
      let bad = try outcome(words, rows: input, fault: Fault(manner: manner)).outcome
      return #expect(bad == good.outcome)
    }
    for (call, count) in good.calls {
      // The first and the last of many calls of a kind, because each run takes a second.
      for number in 1...count where number <= 4 || number > count - 4 {
        let fault = Fault(manner: manner, call: call, number: number)
        let bad = try outcome(words, rows: input, fault: fault).outcome
        // A file that cannot be removed stays.
        let isGood = bad == good.outcome || call == "unlink" && bad.text == good.outcome.text
        #expect(isGood || bad.status == 3, "\(fault): \(bad.status)")
        #expect(bad.files.keys.allSatisfy { !$0.hasSuffix(".tmp") } || call == "unlink")
      }
    }
  }

  /// The calls that fail, and how; see `faults.c`.
  private struct Fault {
    var manner: String
    var call = ""
    var number = 0
  }

  /// Runs the tool in a new directory; returns the result and the number of calls of each function.
  private func outcome(
    _ words: [String], baseline: String? = nil, rows: String? = nil, fault: Fault? = nil
  ) throws -> (outcome: Outcome, calls: [(String, Int)]) {
    let (folder, log) = (try ScratchFolder(), try ScratchFolder())
    let manager = FileManager.default
    for name in ["cards", "cards/below"] {
      try manager.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    for (name, text) in FaultTests.files { try folder.write(name, text) }
    if let rows { try folder.write("rows", rows) }
    if let baseline { try folder.write("known.json", baseline) }
    var environment = [
      "FAULT_LIBRARY": FaultTests.library ?? "", "FAULT_LOG": log.path("log"),
      "TMPDIR": folder.path,
    ]
    if let fault {
      environment["FAULT_MANNER"] = fault.manner
      environment["FAULT_CALL"] = fault.call
      environment["FAULT_NUMBER"] = String(fault.number)
    }
    let start = #"cd "$0" && export LD_PRELOAD="$FAULT_LIBRARY" && exec "$@""#
    // A file, since a run that fails at once reads nothing.
    let input = ChildProcess.Stream.file(try log.write("input", FaultTests.input), flags: O_RDONLY)
    let result = try ChildProcess(
      ["-c", start, folder.path, Repository.tool] + words, of: "/bin/sh", input: input,
      environment: environment
    ).result()
    var files: [String: String] = [:]
    for name in try manager.subpathsOfDirectory(atPath: folder.path) {
      files[name] = try? folder.text(name)
    }
    let counts = try log.text("log").split(separator: "\n").map { $0.split(separator: " ") }
    return (
      Outcome(status: result.status, text: result.text, files: files),
      counts.compactMap { words in Int(words[1]).map { (String(words[0]), $0) } }
    )
  }
}
