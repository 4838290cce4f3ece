import CardJSON
import CardProcessing
import CardRules
import ContentCardKit
import EventJournal

/// The view of one card with everything that is known about it.
struct CardDetails {
  let card: Card
  let found: MatchingCard
  /// The number of other cards with the same id.
  let others: Int
  /// The journal events of the card; nil without `--journal`.
  let events: [HistoryEvent]?
  /// The time that ages are relative to, in epoch milliseconds, and the zone of times.
  let now: Int64
  let zone: Zone

  /// Returns the view, with the object that `writer` converts the card to.
  func view(_ writer: inout ObjectWriter) -> View {
    var view = View()
    view.add { [card] in $0.addCard("card", card) }
    if let location = found.location { view.add("input", "location", value: location.words) }
    if !found.isInDeviceFeed { view.add("input", .number("number", found.record)) }
    view.add("input", "shape", value: "\(card.shape.name), \(card.shape.summary)")
    if others > 0 { view.add("input", .number("other cards with this id", others)) }
    addIDs(to: &view)
    addFields(to: &view)
    addObject(to: &view, &writer)
    addPayload(to: &view)
    addAction(to: &view)
    addEvents(to: &view)
    addFindings(to: &view)
    return view
  }

  private func addIDs(to view: inout View) {
    var scratch = ByteBuffer()
    guard let id = card.compositeID(using: &scratch) else {
      return view.add("id", "campaign", value: "unknown: not a Braze composite id")
    }
    for (name, id) in [("campaign", id.campaign), ("variation", id.variation)] {
      guard let id else { continue }
      view.add("id", name, value: id.text)
      guard let made = CompositeID.creationTime(of: id).flatMap({ ISO8601.text($0) }) else {
        continue
      }
      view.add("id", "\(name) created", value: made, note: "derived from the \(name) id")
    }
  }

  // MARK: The fields

  private func addFields(to view: inout View) {
    for field in CardField.allCases where field != .extras {
      let value = card.value(field)
      let isRecorded = card.isOnlyRecorded(field)
      let key = isRecorded ? "the journal" : key(of: field)
      // A boolean that the card does not state is false.
      if value.isAbsent || field.content == .boolean && key == nil { continue }
      view.add("field", row(field.name.description, value, from: key))
    }
    if card.time(.expiresAt) == nil { view.add("field", "expires_at", value: "never") }
    let key = card.statedNode(of: .extras)?.key.string ?? ""
    guard let extras = card.extras else { return }
    // Created on demand, because a card may have many.
    view.add(
      "field",
      rows: extras.members.lazy.map { _, node in
        let name = node.key.string
        return row("extras.\(name)", node.cardValue, from: "\(key).\(name)")
      })
  }

  private func row(_ name: String, _ value: CardValue, from key: String?) -> View.Row {
    let value = FieldValue(value)
    let time = value.time.map { "  \(TimeWords.dated($0, now: now, in: zone))" } ?? ""
    return View.Row(
      name: name, value: value.json + time, json: value.json,
      note: key.map { "from " + $0 } ?? "inferred")
  }

  /// Returns the key that the value of a field was read from; nil if it was inferred.
  private func key(of field: CardField) -> String? {
    switch field {
    case .type where card.isControl && card.control != nil: return card.control?.key.string
    case .classType where card.extraClassType != nil:
      return "\(card.statedNode(of: .extras)?.key.string ?? "").\(card.typeKey.text)"
    default: return card.node(of: field)?.key.string
    }
  }

  // MARK: The object

  private func addObject(to view: inout View, _ writer: inout ObjectWriter) {
    let registry = writer.reader.classes.registry
    var json = ByteBuffer()
    switch writer.convert(card, to: &json) {
    case .converted(let index):
      view.add("becomes", "object", value: registry.classes[index].object, paint: .good)
      var sources: [String: [String]] = [:]
      if case .converted(let object) = writer.reader.start(card) {
        writer.reader.forEachOrigin(of: object) { sources[$0] = $1 }
      }
      var scanner = JSONScanner()
      _ = scanner.scan(json.sealed())
      func add(_ name: String, _ value: JSONNode) {
        let origin = sources[name]?.joined(separator: ", ") ?? "the registry"
        let json = value.raw.text
        view.add("becomes", name, value: json, json: json, note: "from " + origin)
      }
      for (key, value) in scanner.document.root.members {
        switch key.string {
        case "object": continue
        case "contentCardData":
          for (member, value) in value.members { add("contentCardData.\(member.string)", value) }
        case let name: add(name, value)
        }
      }
    case .skipped(let reason):
      let words = card.words(for: reason, suggesting: registry.classes.map(\.name))
      view.add("becomes", "nothing", value: words, paint: .highlighted)
    case .failed:
      view.add("becomes", "nothing", value: "the conversion fails", paint: .error)
      writer.reader.forEachFailure(of: card) { failure, isFatal in
        view.add("becomes", isFatal ? "because" : "also", value: "\(failure)")
      }
    }
  }

  private func addPayload(to view: inout View) {
    let (payload, limit) = (card.payloadSize, CheckSettings.payloadLimit)
    view.add(
      "payload", "total", value: "\(payload) of \(limit) bytes, \(payload * 100 / limit) %",
      json: "\(payload)",
      note: payload > limit ? "\(payload - limit) too many: Braze does not send it" : "",
      paint: payload > limit ? .error : nil)
    func row(_ name: String, _ bytes: Int) -> View.Row {
      View.Row(name: name, value: counted(bytes, "byte"), json: "\(bytes)")
    }
    var extras: [Int] = []
    card.forEachPayloadPart { part, bytes in
      if case .extra = part { return extras.append(bytes) }
      view.add("payload", row(part.name, bytes))
    }
    guard let members = card.extras?.members else { return }
    view.add(
      "payload",
      rows: zip(members, extras).lazy.map { row("extras.\($0.key.string)", $1) })
  }

  private func addAction(to view: inout View) {
    card.text(.url)?.withText { link in
      guard BrazeAction.isLink(link) else { return }
      do throws(BrazeActionError) {
        for step in try BrazeAction(link).steps {
          view.add(
            "link", step.name.isEmpty ? "(no type)" : step.name,
            value: step.arguments.joined(separator: ", "), note: step.problem ?? "",
            paint: step.problem == nil ? nil : .error)
        }
      } catch {
        view.add("link", "unreadable", value: error.description, paint: .error)
      }
    }
  }

  private func addEvents(to view: inout View) {
    guard let events else { return }
    var counts = EventCounts()
    for event in events { counts[event.kind] += 1 }
    for (event, count) in counts.shown { view.add("journal", .number(event.words + "s", count)) }
    let times = events.compactMap(\.time)
    for case (let name, let time?) in [("first", times.min()), ("last", times.max())] {
      view.add("journal", name, value: TimeWords.dated(time, now: now, in: zone))
    }
    var users: [String] = []
    for user in events.compactMap(\.user) where !users.contains(where: user.hasBytes) {
      let hasRoom = users.count < CardDetails.listedUsers
      view.add("journal", "user", value: hasRoom ? user : "and more")
      if !hasRoom { break }
      users.append(user)
    }
  }

  private static let listedUsers = 20

  private func addFindings(to view: inout View) {
    let rows = found.findings.map { [isInDeviceFeed = found.isInDeviceFeed] located in
      let finding = located.finding
      return View.Row(
        name: finding.severity.rawValue, value: "[\(finding.rule)] \(finding.message)",
        note: "at \(located.start.line):\(located.start.column)",
        paint: finding.severity == .error ? .error : .highlighted,
        members: { row in
          row.add("line", located.start.line)
          row.add("column", located.start.column)
          if !isInDeviceFeed {
            row.add("end_line", located.end.line)
            row.add("end_column", located.end.column)
            row.add("offset", finding.offset)
          }
          row.addDescription(of: finding)
        })
    }
    view.add("finding", key: "findings", as: .rows, isLine: false, rows: rows)
    if rows.isEmpty {
      let none = View.Row(name: "none", value: "validate reports nothing", members: { _ in })
      view.add("finding", as: .members, isLine: false, rows: [none])
    }
  }
}
