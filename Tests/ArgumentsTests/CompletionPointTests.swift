import CardArguments
import Testing

/// The context at the end of a command line that is being typed.
@Suite struct CompletionPointTests {
  /// The context of one line: the typed word, its command, and the words before it.
  private func described(_ words: [String]) -> String {
    let point = CompletionPoint(words, in: Samples.tool)
    let target =
      switch point.target {
      case .words(let words) where words.first?.name.hasPrefix("-") ?? false:
        "option of \(words.count)"
      case .words(let words):
        words.isEmpty ? "nothing" : "command of \(words.map(\.name).joined(separator: ","))"
      case .values(.text): "text"
      case .values(.file): "file"
      case .values(.choice(let choices)): "one of \(choices.map(\.name).joined(separator: ","))"
      case .values(.word(let kind, _)): kind
      case .values(.integer), .values(.byteCount): "number"
      }
    return "\(target) in \(point.command?.name ?? "-"): '\(point.kept)' '\(point.typed)'"
  }

  @Test(
    arguments: [
      ([], "command of copy,log,help in -: '' ''"),
      (["co"], "command of copy,log,help in -: '' 'co'"),
      (["--col"], "option of 5 in -: '' '--col'"),
      (["-q", "--col"], "option of 4 in -: '' '--col'"),
      (["--color", "a"], "text in -: '' 'a'"),
      (["--color=a"], "text in -: '--color=' 'a'"),
      (["copy", ""], "file in kit copy: '' ''"),
      (["copy", "a", "b", ""], "file in kit copy: '' ''"),
      (["copy", "--to", "c"], "one of ndjson,json,csv in kit copy: '' 'c'"),
      (["copy", "-t", "c"], "one of ndjson,json,csv in kit copy: '' 'c'"),
      (["copy", "-vt", "c"], "one of ndjson,json,csv in kit copy: '' 'c'"),
      (["copy", "-tcsv", "c"], "file in kit copy: '' 'c'"),
      (["copy", "--to=csv", "c"], "file in kit copy: '' 'c'"),
      (["copy", "--invert=", ""], "file in kit copy: '' ''"),
      (["copy", "--invert=x"], "nothing in kit copy: '--invert=' 'x'"),
      (["copy", "--", "--to"], "file in kit copy: '' '--to'"),
      (["copy", "-", ""], "file in kit copy: '' ''"),
      (["copy", "--bogus", ""], "file in kit copy: '' ''"),
      (["log", ""], "command of add,show in kit log: '' ''"),
      (["log", "add", "v"], "one of view,click in kit log add: '' 'v'"),
      (["log", "add", "view", "a", "b"], "text in kit log add: '' 'b'"),
      (["log", "show", ""], "nothing in kit log show: '' ''"),
      (["bogus", ""], "nothing in -: '' ''"),
      (["bogus", "--c"], "nothing in -: '' '--c'"),
      (["help", ""], "command in kit help: '' ''"),
      (["help", "log", ""], "command of add,show in kit log: '' ''"),
      (["help", "copy", ""], "nothing in kit copy: '' ''"),
      (["-q", "copy", "x"], "file in kit copy: '' 'x'"),
    ] as [([String], String)])
  func isFound(_ words: [String], _ expected: String) {
    #expect(described(words) == expected)
  }

  @Test func knowsWhatWasGiven() {
    let words = [
      "copy", "--to", "json", "--limit=3", "-tcsv", "in.json", "-j", "4", "--no-pinned", "",
    ]
    let point = CompletionPoint(words, in: Samples.tool)
    #expect(point.value(of: "to") == "csv")
    #expect(point.value(of: "limit") == "3")
    #expect(point.value(of: "jobs") == "4")
    #expect(point.value(of: "output") == nil)
    #expect(point.operands == ["in.json"])
  }

  /// The answer as text.
  private func answer(_ words: String..., vocabulary: CompletionAnswer? = nil) -> String {
    let point = CompletionPoint(words, in: Samples.tool)
    return point.answer { _ in vocabulary }.text(at: point)
  }

  @Test func saysWhatMayStandThere() {
    #expect(answer("l") == "log\tkeep a log of events\n:word\n")
    #expect(answer("copy", "--to=c") == "--to=csv\ta table with a header\n:word\n")
    #expect(answer("log", "add", "cl") == "click\tit was used\n:word\n")
    #expect(answer("copy", "--output", "x") == ":files\n")
    #expect(answer("copy", "x") == ":files json\n")
    #expect(answer("copy", "--limit", "") == ":word\n")
    #expect(
      answer("copy", "--no") == "--no-header\tleave out the header\n"
        + "--no-pinned\tonly records that are not pinned\n:word\n")
    #expect(answer("copy", "-o") == "-o\twrite to a file\n:word\n")
  }

  /// Options that are already given are not offered.
  @Test func leavesOut() {
    #expect(answer("copy", "--lev") == ":word\n")
    #expect(answer("copy", "--limit", "1", "--lim") == ":word\n")
    #expect(answer("copy", "--type", "a", "--typ").hasPrefix("--type\t"))
  }

  @Test func asksForWordsThatAreNotDeclared() {
    let words = CompletionAnswer(
      [Choice(name: "news", summary: ""), Choice(name: "old", summary: "aged")], .open)
    #expect(answer("copy", "--type", "", vocabulary: words) == "news\nold\taged\n:open\n")
    #expect(answer("copy", "--type=o", vocabulary: words) == "--type=old\taged\n:open\n")
  }
}
