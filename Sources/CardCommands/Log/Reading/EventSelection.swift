@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import EventJournal

/// Selects events.
struct EventSelection {
  /// The selected kinds; empty for all.
  private let kinds: [EventKind]
  /// The texts that a field may have; only fields of which any were given.
  private let texts: [(field: JournalField, texts: [ByteView])]
  private let classTypes: [ByteView]
  private let isControl: Bool?
  private let since: Int64
  private let until: Int64

  /// The selection that the options describe.
  ///
  /// - Parameter now: the time that durations count from, in epoch milliseconds.
  init(_ options: EventOptions, now: Int64) {
    kinds = options.kinds.map(\.kind)
    // The texts of the command line are few, and needed to the end.
    texts = [
      (JournalField.cardID, options.cards), (.campaignID, options.campaigns),
      (.userID, options.users), (.deviceID, options.devices), (.sessionID, options.sessions),
    ].filter { !$0.1.isEmpty }.map { ($0.0, $0.1.map { ByteView(permanent: $0) }) }
    classTypes = options.classTypes.map { ByteView(permanent: $0) }
    isControl = options.isControl
    since = options.since?.milliseconds(at: now) ?? .min
    until = options.until?.milliseconds(at: now) ?? .max
  }

  /// Whether the event on `line` is selected.
  func matches(_ line: JournalLine) -> Bool {
    guard line.time >= since, line.time < until else { return false }
    if !kinds.isEmpty, !kinds.contains(line.kind) { return false }
    if let isControl, (line.isControl ?? false) != isControl { return false }
    for (field, texts) in texts where !texts.contains(where: { line.text(field, equals: $0) }) {
      return false
    }
    return classTypes.isEmpty || hasClassType(line)
  }

  private func hasClassType(_ line: JournalLine) -> Bool {
    guard let node = line.node(.classType) else {
      return classTypes.contains { $0 == ByteView("none") }
    }
    let document = line.document
    if !document.word(node).isEscaped {
      return classTypes.contains { $0.equalsIgnoringCase(document.content(node)) }
    }
    return document.decoded(node).read { text in
      classTypes.contains { $0.equalsIgnoringCase(text) }
    }
  }
}
