import CardJSON

/// What every object says about the card it comes from; a loan like the card.
package struct ContentCardHead {
  package let id: CardText
  package let created: CardTime
  package let expires: CardTime?
  package let isControl: Bool

  /// The head of a card; nil when it has no id or does not say when it was created.
  @inline(__always)
  package init?(_ card: IndexedCard, _ format: CardTimeFormat) {
    guard let id = card.card.text(.id), !ContentCardHead.isBlank(id),
      let created = card.card.time(.created), format.canWrite(created)
    else { return nil }
    self.id = id
    self.created = created
    expires = card.card.time(.expiresAt)
    isControl = card.isControl
  }

  /// Whether an id is white space alone.
  static func isBlank(_ id: CardText) -> Bool {
    id.withText { $0.count == 0 || $0[0] <= 0x20 && JSONNumber.trimmed($0).count == 0 }
  }

  /// Appends the beginning of an object up to the last brace of `contentCardData`, left open.
  @inline(__always)
  func append(
    _ card: Card, _ typeMember: ByteView, _ format: CardTimeFormat, to output: inout ByteBuffer
  ) {
    output.append("{\"contentCardData\":{\"contentCardId\":")
    id.appendJSON(to: &output)
    output.append(typeMember)
    _ = format.appendJSON(created, to: &output)
    if let expires {
      let start = output.count
      output.append(",\"expiresAt\":")
      if !format.appendJSON(expires, to: &output) { output.truncate(to: start) }
    }
    let (dismissible, pinned) = (card.flag(.dismissible), card.flag(.pinned))
    output.append(
      ContentCardHead.placement[(dismissible ? 1 : 0) | (pinned ? 2 : 0) | (isControl ? 4 : 0)])
    let (viewed, clicked, test) = (card.flag(.viewed), card.flag(.clicked), card.flag(.test))
    output.append(ContentCardHead.history[(viewed ? 1 : 0) | (clicked ? 2 : 0) | (test ? 4 : 0)])
  }

  private static let placement = members("isDismissible", "isPinned", "isControl")
  private static let history = members("isViewed", "isClicked", "isTest")

  /// The members for three flags, for each way they may be set; the first flag is the lowest bit.
  private static func members(_ names: StaticString...) -> PermanentTable<ByteView> {
    var members = ByteBuffer(capacity: 64)
    return PermanentTable(
      (0..<1 << names.count).map { flags in
        members.removeAll()
        for (place, name) in names.enumerated() {
          members.append(",\"")
          members.append(name)
          members.append(flags >> place & 1 == 1 ? "\":true" : "\":false")
        }
        return ByteView(permanent: members.view)
      })
  }
}

extension CardTimeFormat {
  /// Whether the format has a way to write `time`.
  @inline(__always)
  func canWrite(_ time: CardTime) -> Bool {
    switch self {
    case .seconds: true
    case .iso8601: time.isInCalendar
    }
  }
}
