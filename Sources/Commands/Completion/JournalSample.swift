import CardJSON
import CardLibC
import Platform

/// The cards of a journal's last events, for completions.
///
/// Only the last quarter of a megabyte is read: what was just logged is what is asked for.
struct JournalSample {
  /// The ids of cards, each once, the last one first.
  private(set) var cardIDs: [String] = []

  /// How many bytes of the journal are read.
  private static let size = 1 << 18
  /// How many ids are kept.
  private static let names = 200

  init(_ path: String) {
    guard let status = (try? SystemCalls.fileStatus(behind: path, name: path)) ?? nil,
      status.kind == .regular,
      let descriptor = try? SystemCalls.open(path, O_NONBLOCK)
    else { return }
    defer { SystemCalls.close(descriptor) }
    let start = max(0, status.size - JournalSample.size)
    let isThere = try? SystemCalls.seek(descriptor, to: start, name: path)
    guard start == 0 || isThere == true else { return }
    var bytes = ByteBuffer()
    while bytes.count < JournalSample.size,
      let count = try? SystemCalls.read(
        descriptor, JournalSample.size - bytes.count, into: &bytes, name: path), count > 0
    {}
    let text = bytes.sealed()
    var seen: Set<String> = []
    for id in JournalSample.ids(in: text, isWhole: start == 0).reversed()
    where cardIDs.count < JournalSample.names && isHarmlessName(id) && seen.insert(id).inserted {
      cardIDs.append(id)
    }
  }

  /// The cards of the lines of `text`, whose first one may be cut unless it is the whole journal.
  private static func ids(in text: ByteView, isWhole: Bool) -> [String] {
    var ids: [String] = []
    var scanner = JSONScanner()
    var position = 0
    var isCut = !isWhole
    while let end = text.firstIndex(of: UInt8(ascii: "\n"), from: position, to: text.count) {
      defer { (position, isCut) = (end + 1, false) }
      guard !isCut, case .value = scanner.scan(text, from: position) else { continue }
      let document = scanner.document
      guard document.kind(0) == .object,
        let node = document.member(ByteView("card_id" as StaticString), of: 0),
        document.kind(node) == .string
      else { continue }
      ids.append(document.string(node))
    }
    return ids
  }
}
