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
      guard document.kind(0) == .object else {
        throw file.error(at: document.range(0).lowerBound, "expected an object")
      }
      try Baseline.checkVersion(document, file)
      guard let findings = document.member(ByteView("findings"), of: 0),
        document.kind(findings) == .array
      else {
        throw file.error(
          at: document.range(0).lowerBound, "expected an array of entries in 'findings'")
      }
      var positions = TextPositions(in: document.bytes)
      try document.forEachElement(of: findings) { node in
        let (key, entry) = try Baseline.entry(node, document, file)
        let range = document.range(node)
        // Entries that a merge has doubled count together.
        if var known = held[key] {
          known.entry.count += entry.count
          known.rest += entry.count
          held[key] = known
          return
        }
        let start = positions.position(of: range.lowerBound)
        let end = positions.position(of: range.upperBound)
        held[key] = Held(entry: entry, rest: entry.count, range: range, start: start, end: end)
      }
    }
    self.init(path: path, paths: try Baseline.paths(for: path, console), held: held)
  }

  private static func checkVersion(_ document: JSONDocument, _ file: SmallFile) throws {
    guard let node = document.member(ByteView("version"), of: 0), document.kind(node) == .number
    else {
      throw file.error(at: document.range(0).lowerBound, "expected a number in 'version'")
    }
    let written = document.string(node)
    guard written == String(version) else {
      throw file.error(
        at: document.range(node).lowerBound,
        "expected version \(version), this baseline has version \(written)")
    }
  }

  private static func entry(_ node: Int, _ document: JSONDocument, _ file: SmallFile) throws
    -> (BaselineKey, BaselineEntry)
  {
    func text(_ name: StaticString) -> (text: String, place: Int)? {
      guard let value = document.member(ByteView(name), of: node),
        document.kind(value) == .string
      else { return nil }
      return (document.string(value), document.range(value).lowerBound)
    }
    func required(_ name: StaticString) throws -> (text: String, place: Int) {
      guard let value = text(name) else {
        throw file.error(
          at: document.range(node).lowerBound, "expected an entry with text in '\(name)'")
      }
      return value
    }
    let (path, rule) = (try required("path").text, try required("rule").text)
    let written = try required("fingerprint")
    guard let fingerprint = Digest(text: written.text) else {
      throw file.error(at: written.place, "expected 32 hexadecimal digits in 'fingerprint'")
    }
    var count = 1
    if let value = document.member(ByteView("count"), of: node) {
      guard document.kind(value) == .number, let number = Int(document.string(value)),
        number > 0, number <= maximumCount
      else {
        throw file.error(
          at: document.range(value).lowerBound, "expected a whole number from 1 in 'count'")
      }
      count = number
    }
    let entry = BaselineEntry(
      count: count, cardID: text("card_id")?.text, pointer: text("pointer")?.text ?? "",
      message: text("message")?.text ?? "", reason: text("reason")?.text)
    return (BaselineKey(path: path, rule: rule, fingerprint: fingerprint), entry)
  }

  /// The largest count of an entry.
  private static let maximumCount = 1_000_000_000
}
