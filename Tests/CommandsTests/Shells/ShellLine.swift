import Foundation
import TestSupport

/// A line that is typed into a shell, and the expected offers at the cursor.
struct ShellLine: Sendable {
  let line: String
  /// The complete words, in alphabetical order.
  let offers: [String]

  init(_ line: String, _ offers: String...) {
    self.line = line
    self.offers = offers
  }

  /// The lines, the same for every shell.
  ///
  /// They are typed in a directory that `ShellLine.prepare` made.
  static let all = [
    ShellLine("cardctl con", "convert"),
    ShellLine("cardctl nope --"),
    ShellLine("cardctl help fil", "filter"),
    ShellLine("cardctl help filter "),
    ShellLine("cardctl convert --to ", "csv", "json", "ndjson", "tsv"),
    ShellLine("cardctl convert --to=c", "--to=csv"),
    ShellLine("cardctl filter --no-p", "--no-pinned"),
    ShellLine("cardctl convert --csv-safe --cs"),
    ShellLine("cardctl filter --type classic --ty", "--type", "--type-key"),
    ShellLine("cardctl filter --sort title:", "title:asc", "title:desc"),
    ShellLine("cardctl convert f", "feed.json"),
    ShellLine("cardctl convert n", "notes.txt"),
    ShellLine("cardctl convert --feed=f", "--feed=feed.json"),
    ShellLine("cardctl convert my", "my feed.json"),
    ShellLine("cardctl convert 'm", "my feed.json"),
    ShellLine("cardctl validate c", "campaigns", "cards.ndjson"),
    ShellLine("cardctl convert feed.json --columns id,ti", "id,tileId", "id,title"),
    ShellLine("cardctl filter feed.json --where 'extras.disc", "extras.discount_percentage"),
    ShellLine("cardctl filter feed.json --where type=im", "type=image_only"),
    ShellLine("cardctl filter 'my feed.json' --id i"),
    ShellLine("cardctl filter feed.json --extra disc", "discount_percentage"),
    ShellLine("cardctl validate --rule card/sh", "card/shape="),
    ShellLine(
      "cardctl validate --rule card/shape=", "card/shape=error", "card/shape=info",
      "card/shape=off", "card/shape=warning"),
    ShellLine("cardctl convert --classes registry.json --class-type st", "store_event"),
  ]

  /// The directory in which the lines are typed.
  static func prepare() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for (fixture, name) in [
      ("feed.json", "feed.json"), ("store-registry.json", "registry.json"),
      ("shapes/wire.ndjson", "cards.ndjson"),
    ] {
      try FileManager.default.copyItem(
        at: Repository.fixtures.appending(path: fixture), to: folder.url.appending(path: name))
    }
    let folderURL = folder.url.appending(path: "campaigns")
    try FileManager.default.createDirectory(at: folderURL, withIntermediateDirectories: true)
    try folder.write("notes.txt", "no cards")
    try folder.write("my feed.json", #"{"id":"id with $ and space","tp":"control"}"#)
    return folder
  }

  /// The offers of a shell for each line, parsed from the output of its script.
  ///
  /// The script prints `== LINE` and, below it, the offers, one per line.
  static func offers(in printed: String) -> [String: [String]] {
    var offers: [String: [String]] = [:]
    var line = ""
    for text in printed.split(separator: "\n").map(String.init) {
      if text.hasPrefix("== ") {
        line = String(text.dropFirst(3))
        offers[line] = []
      } else {
        offers[line, default: []].append(text)
      }
    }
    return offers
  }
}
