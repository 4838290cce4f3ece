import CardJSON
import CardProcessing
import ContentCardKit

/// The sync responses of the inputs.
struct ResponseList {
  /// A response and its relation to the previous ones.
  struct Row {
    let response: SyncResponse
    let relation: ResponseSequence.Relation
  }

  private let limit: Int
  private let zone: Zone
  private let inputName: (Int) -> String
  private var assembler = ResponseAssembler()
  private var sequence: ResponseSequence
  private var input = -1

  private var rows: [Row] = []
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
      rows.append(Row(response: response, relation: relation))
    } else {
      unlisted += 1
    }
  }
}

extension ResponseList.Row {
  /// A description of the response, with times in `zone`.
  func words(in zone: Zone) -> String {
    var parts = response.message.map { ["\"\($0)\""] } ?? []
    parts.append(response.isFull ? "full sync" : "incremental")
    let (brought, removed) = (response.broughtCards, response.removedCards)
    if brought + removed == 0, !response.isFull, relation.outcome != .failed {
      let since = response.watermark.map { " since \(CardHistory.text($0, in: zone))" }
      parts.append("nothing new" + (since ?? ""))
    } else if brought + removed > 0 || relation.outcome != .failed {
      parts.append(counted(brought, "card"))
      if removed > 0 { parts.append("\(removed) removed") }
    }
    parts += times.map { "\($0.words) \(CardHistory.text($0.time, in: zone))" }
    if let user = response.user?.name { parts.append("user \"\(user)\"") }
    return parts.joined(separator: ", ")
  }

  /// The times in the response, with their names in text and their keys in JSON.
  fileprivate var times: [(words: String, key: StaticString, time: Int64)] {
    let times: [(String, StaticString, Int64?)] = [
      ("requested", "requested_at", response.requestTime),
      ("last full sync", "last_full_sync_at", response.lastFullSync),
      ("last card update", "last_card_updated_at", response.lastCardUpdate),
    ]
    return times.compactMap { words, key, time in time.map { (words, key, $0) } }
  }

  /// A note if the response is discarded, cut off or out of order; otherwise empty.
  var remark: String {
    switch relation.outcome {
    case .failed where response.message == nil: "discarded: a sync response without \"cards\""
    case .failed: "discarded: the sync failed"
    case .otherUser: "discarded: for another user"
    case .merged where !response.isComplete: "cut off"
    case .merged: relation.runsBackwards ? "the watermark runs backwards" : ""
    }
  }
}

extension ResponseList {
  /// Adds the responses to the overview as text.
  func addRows(to view: inout View) {
    for row in rows {
      let location = CardLocation(row.response.origin, inputName).words
      let paint: TextStyle.Paint? = row.remark.isEmpty ? nil : .highlighted
      view.add("sync", location, value: row.words(in: zone), note: row.remark, paint: paint)
    }
    if unlisted > 0 {
      view.add("sync", "(more)", value: "\(counted(unlisted, "response")) not listed")
    }
  }

  /// Adds the responses to the overview as JSON.
  func add(to json: inout JSONWriter) {
    json.objects("responses", rows) { object, row in
      let response = row.response
      CardLocation(response.origin, inputName).add(to: &object)
      if let message = response.message { object.add("message", message) }
      object.add("full_sync", response.isFull)
      object.add("cards", response.broughtCards)
      object.add("removed", response.removedCards)
      for (_, key, time) in row.times { object.add(key, milliseconds: time) }
      if let user = response.user?.name { object.add("user_id", user) }
      object.add("failed", row.relation.outcome == .failed)
      object.add("other_user", row.relation.outcome == .otherUser)
      object.add("runs_backwards", row.relation.runsBackwards)
      object.add("complete", response.isComplete)
    }
    json.add("responses_not_listed", unlisted)
  }
}
