import CardJSON
import CardProcessing
import ContentCardKit

/// The sync responses of the inputs.
struct ResponseList {
  private let limit: Int
  private let zone: Zone
  private let inputName: (Int) -> String
  private var assembler = ResponseAssembler()
  private var sequence: ResponseSequence
  private var input = -1

  private var rows: [View.Row] = []
  /// The number of responses beyond the limit.
  private var unlisted = 0

  /// Creates an empty list of at most `limit` responses to the device of `user`, if known.
  init(limit: Int, user: String?, in zone: Zone, inputName: @escaping (Int) -> String) {
    (self.limit, self.zone) = (limit, zone)
    self.inputName = inputName
    sequence = ResponseSequence(user: user)
  }

  /// Adds the events of the block of `task`, whose origin is `origin`.
  mutating func add(_ buffer: inout SyncEventBuffer, of task: BlockTask, at origin: BatchOrigin) {
    if task.input != input { end() }
    input = task.input
    if buffer.events.isEmpty { return }
    let origins = origin.places
    for event in buffer.events {
      guard let ended = assembler.add(event, of: task, origin: origins) else { continue }
      append(ended, sequence.add(ended))
    }
  }

  /// Adds a merged response.
  mutating func add(_ merged: MergedResponse) {
    append(
      merged.response,
      ResponseSequence.Relation(
        outcome: merged.outcome, runsBackwards: merged.runsBackwards))
  }

  /// Adds a response that is cut off at the end of an input.
  mutating func end() { if let cut = assembler.cutOff() { append(cut, sequence.add(cut)) } }

  private mutating func append(
    _ response: SyncResponse, _ relation: ResponseSequence.Relation
  ) {
    guard response.hasStatus else { return }
    if rows.count < limit {
      rows.append(row(response, relation))
    } else {
      unlisted += 1
    }
  }
}

extension ResponseList {
  /// Adds the responses to the overview.
  func add(to view: inout View) {
    view.add("sync", key: "responses", as: .rows, isLine: false, rows: rows)
    let more = unlisted > 0 ? "\(counted(unlisted, "response")) not listed" : ""
    view.add(
      "sync", as: .members, isLine: false,
      rows: [
        View.Row(
          name: "(more)", value: more,
          members: { [unlisted] in $0.add("responses_not_listed", unlisted) })
      ])
  }

  private func row(_ response: SyncResponse, _ relation: ResponseSequence.Relation) -> View.Row {
    let location = CardLocation(response.origin, inputName)
    let times: [(words: String, key: StaticString, time: Int64?)] = [
      ("requested", "requested_at", response.requestTime),
      ("last full sync", "last_full_sync_at", response.lastFullSync),
      ("last card update", "last_card_updated_at", response.lastCardUpdate),
    ]
    var words = response.message.map { ["\"\($0)\""] } ?? []
    words.append(response.isFull ? "full sync" : "incremental")
    let (brought, removed) = (response.broughtCards, response.removedCards)
    if brought + removed == 0, !response.isFull, relation.outcome != .failed {
      let since = response.watermark.map { " since \(CardHistory.text($0, in: zone))" }
      words.append("nothing new" + (since ?? ""))
    } else if brought + removed > 0 || relation.outcome != .failed {
      words.append(counted(brought, "card"))
      if removed > 0 { words.append("\(removed) removed") }
    }
    for case (let name, _, let time?) in times {
      words.append("\(name) \(CardHistory.text(time, in: zone))")
    }
    if let user = response.user?.name { words.append("user \"\(user)\"") }
    let remark = relation.remark(on: response)
    return View.Row(
      name: location.words, value: words.joined(separator: ", "), note: remark,
      paint: remark.isEmpty ? nil : .highlighted,
      members: { object in
        location.add(to: &object)
        if let message = response.message { object.add("message", message) }
        object.add("full_sync", response.isFull)
        object.add("cards", brought)
        object.add("removed", removed)
        for case (_, let key, let time?) in times { object.add(key, milliseconds: time) }
        if let user = response.user?.name { object.add("user_id", user) }
        object.add("failed", relation.outcome == .failed)
        object.add("other_user", relation.outcome == .otherUser)
        object.add("runs_backwards", relation.runsBackwards)
        object.add("complete", response.isComplete)
      })
  }
}

extension ResponseSequence.Relation {
  /// A note if the response is discarded, cut off or out of order; otherwise empty.
  fileprivate func remark(on response: SyncResponse) -> String {
    switch outcome {
    case .failed where response.message == nil: "discarded: a sync response without \"cards\""
    case .failed: "discarded: the sync failed"
    case .otherUser: "discarded: for another user"
    case .merged where !response.isComplete: "cut off"
    case .merged: runsBackwards ? "the watermark runs backwards" : ""
    }
  }
}
