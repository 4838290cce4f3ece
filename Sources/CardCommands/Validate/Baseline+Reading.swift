import CardJSON
import CardPlatform

extension Baseline {
  /// The baseline in the file at `path`.
  ///
  /// - Throws: `ConfigurationError` for an error in it, `SystemFailure` if it cannot be read.
  init(reading path: String, _ console: Console) throws {
    let file = try SmallFile(path, console, limit: Baseline.maximumSize)
    var held: [BaselineKey: Held] = [:]
    try file.withDocument { document in
      let reader = BaselineReader(document: document, file: file)
      try reader.checkVersion()
      guard let findings = document.member("findings", .array, of: 0) else {
        throw reader.error(at: 0, "expected an array of entries in 'findings'")
      }
      var positions = TextPositions(in: document.bytes)
      try document.forEachElement(of: findings) { node in
        let (key, entry) = try reader.entry(node)
        // Entries that a merge has doubled count together.
        if var known = held[key] {
          known.entry.count += entry.count
          known.rest += entry.count
          held[key] = known
          return
        }
        let range = document.range(node)
        let start = positions.position(of: range.lowerBound)
        let end = positions.position(of: range.upperBound)
        held[key] = Held(entry: entry, rest: entry.count, range: range, start: start, end: end)
      }
    }
    self.init(path: path, paths: try Baseline.paths(for: path, console), held: held)
  }
}

/// Reads the parts of a baseline.
private struct BaselineReader {
  let document: JSONDocument
  let file: SmallFile

  /// The largest count of an entry.
  private static let maximumCount: Int64 = 1_000_000_000

  func error(at node: Int, _ message: String) -> ConfigurationError {
    file.error(at: document.range(node).lowerBound, message)
  }

  func checkVersion() throws {
    guard document.kind(0) == .object else { throw error(at: 0, "expected an object") }
    guard let node = document.member("version", .number, of: 0) else {
      throw error(at: 0, "expected a number in 'version'")
    }
    let (written, version) = (document.string(node), Baseline.version)
    guard written == String(version) else {
      throw error(
        at: node, "expected version \(version), this baseline has version \(written)")
    }
  }

  func entry(_ node: Int) throws -> (BaselineKey, BaselineEntry) {
    func text(_ name: StaticString) -> String? {
      document.member(name, .string, of: node).map(document.string)
    }
    func required(_ name: StaticString) throws -> String {
      if let text = text(name) { return text }
      throw error(at: node, "expected an entry with text in '\(name)'")
    }
    let (path, rule) = (try required("path"), try required("rule"))
    guard let fingerprint = Digest(text: try required("fingerprint")) else {
      let written = document.member("fingerprint", .string, of: node) ?? node
      throw error(at: written, "expected 32 hexadecimal digits in 'fingerprint'")
    }
    var count: Int64 = 1
    if let value = document.member(ByteView("count"), of: node) {
      guard document.kind(value) == .number,
        let number = JSONNumber.smallInteger(document.content(value)),
        (1...BaselineReader.maximumCount).contains(number)
      else { throw error(at: value, "expected a whole number from 1 in 'count'") }
      count = number
    }
    let entry = BaselineEntry(
      count: Int(count), cardID: text("card_id"), pointer: text("pointer") ?? "",
      message: text("message") ?? "", reason: text("reason"))
    return (BaselineKey(path: path, rule: rule, fingerprint: fingerprint), entry)
  }
}
