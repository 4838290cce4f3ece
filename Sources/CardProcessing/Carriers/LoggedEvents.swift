import CardJSON

/// Writes the lines of text with which SDKs log events of cards as the JSON of the SDKs' own requests.
///
/// Sources: the lines of BrazeKit in
/// https://www.braze.com/docs/developer_guide/sdk_integration/reading_verbose_logs, and those that
/// the Android SDK prints when a card is seen or clicked. It prints none with the id of a dismissed
/// card; that id is in its request.
struct LoggedEvents {
  /// The time of the current message, if its prefix states the year and the zone.
  private var time: Int64?
  /// The user of the current `Logged event:`; nil outside such a message.
  private var logged: (user: String?, session: String?)?

  /// The beginnings of the lines of the Android SDK, with the codes of their events.
  private static let lines: [(beginning: StaticString, code: StaticString)] = [
    ("Logging impression event for card with id: ", "cci"),
    ("Logging control impression event for card with id: ", "ccic"),
    ("Logged click for card with id: ", "ccc"),
  ]
  /// The names of the events of BrazeKit, with the codes.
  private static let names: [(name: StaticString, code: StaticString)] = [
    ("contentCardImpression(", "cci"), ("contentCardControlImpression(", "ccic"),
    ("contentCardClick(", "ccc"), ("contentCardDismissed(", "ccd"),
  ]

  /// Takes the next line; returns the JSON of an event or of a server's configuration, if the line
  /// states one.
  mutating func take(_ line: ByteView, _ log: LogLine) -> ByteBuffer? {
    if log.kind != .plain { time = LoggedEvents.time(in: line.slice(0..<log.content.lowerBound)) }
    let text = line.slice(log.content)
    if text.contains("Logged event:") {
      logged = (nil, nil)
    } else if logged != nil {
      if let json = takeMember(text) { return json }
    }
    if text.contains("Content Cards is not enabled") {
      return ByteBuffer(#"{"config":{"content_cards":{"enabled":false}}}"#.utf8)
    }
    for (beginning, code) in LoggedEvents.lines {
      guard let start = text.firstIndex(of: ByteView(beginning)) else { continue }
      let rest = text.slice(start + ByteView(beginning).count..<text.count).text
      let id = rest.prefix { !$0.isWhitespace }
      return id.isEmpty ? nil : json(code, [String(id)])
    }
    return nil
  }

  /// Takes a line such as `- data: contentCardClick(cardIds: ["ID"])` of a logged event.
  private mutating func takeMember(_ line: ByteView) -> ByteBuffer? {
    func value(of key: StaticString) -> String? {
      guard let start = line.firstIndex(of: ByteView(key)) else { return nil }
      let rest = line.slice(start + ByteView(key).count..<line.count).text
      let value = rest.drop(while: \.isWhitespace)
      return value.isEmpty || value == "nil" ? nil : String(value)
    }
    if let user = value(of: "- userId: ") { logged?.user = user }
    if let session = value(of: "- sessionId: ") { logged?.session = session }
    guard let data = value(of: "- data: ") else { return nil }
    defer { logged = nil }
    let known = LoggedEvents.names.first { data.hasPrefix($0.name.description) }
    guard let known else { return nil }
    // Ids are Base64, so none contains a quote.
    let ids = data.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return ids.isEmpty ? nil : json(known.code, ids)
  }

  private func json(_ code: StaticString, _ ids: [String]) -> ByteBuffer {
    var json = ByteBuffer()
    json.json { writer in
      writer.object { event in
        event.add("name", code.description)
        if let time = time.flatMap({ ISO8601.text($0) }) { event.add("time", time) }
        event.object("data") { $0.add("ids", ids) }
        if let user = logged?.user { event.add("user_id", user) }
        if let session = logged?.session { event.add("session_id", session) }
      }
    }
    return json
  }

  /// Returns the time in the prefix of a line, if it has a year and a zone.
  private static func time(in prefix: ByteView) -> Int64? {
    let words = prefix.text.split { $0 == " " || $0 == "\t" || $0 == "[" }
    for (index, word) in words.enumerated() where word.utf8.count == 10 && word.contains("-") {
      guard index + 1 < words.count else { return nil }
      var text = "\(word)T\(words[index + 1])"
      if index + 2 < words.count, "+-".contains(words[index + 2].first ?? " ") {
        text += words[index + 2]
      }
      guard text.dropFirst(11).contains(where: { "+-Z".contains($0) }) else { return nil }
      return ByteBuffer(text.utf8).read { ISO8601.milliseconds($0) }
    }
    return nil
  }
}
