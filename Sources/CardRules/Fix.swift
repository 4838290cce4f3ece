import CardJSON

/// The edits of a document that fix a finding; empty if there is no unambiguous fix.
///
/// `FindingSink` maps their offsets from the document to the input.
typealias Fix = [TextEdit]

extension [TextEdit] {
  /// Writes JSON in place of a value, a key or a part of a string.
  static func write(_ json: String, at place: FindingPlace) -> Fix { [TextEdit(place.range, json)] }

  /// Writes JSON in place of a value.
  static func write(_ json: String, at node: JSONNode) -> Fix { .write(json, at: .value(node)) }

  /// Writes a string in place of a value.
  static func write(text: String, at node: JSONNode) -> Fix {
    .write(MessageText.json(text), at: node)
  }

  /// Puts a value between two texts, such as brackets.
  static func enclose(_ node: JSONNode, in opening: String, _ closing: String) -> Fix {
    let range = node.range
    return [
      TextEdit(range.lowerBound..<range.lowerBound, opening),
      TextEdit(range.upperBound..<range.upperBound, closing),
    ]
  }

  /// Removes the member of `object` that has this value, with its comma.
  static func remove(_ value: JSONNode, from object: JSONNode) -> Fix {
    let next = value.next
    var range = value.key.range.lowerBound..<value.range.upperBound
    if next.kind != .end {
      range = range.lowerBound..<next.range.lowerBound
    } else {
      // The last member: the comma is before it.
      var previous: JSONNode?
      for (_, other) in object.members where other.index < value.index { previous = other }
      let start = previous.map(\.range.upperBound) ?? object.range.lowerBound + 1
      range = start..<(previous == nil ? object.range.upperBound - 1 : range.upperBound)
    }
    return [TextEdit(range, "")]
  }

  /// Moves a member of `object` into `target`, which is another member's object, under `key`.
  static func move(
    _ value: JSONNode, from object: JSONNode, into target: JSONNode, as key: String
  ) -> Fix {
    let start = target.range.lowerBound + 1
    let comma = target.isEmptyContainer ? "" : ", "
    let member = "\(MessageText.json(key)): \(value.raw.text)\(comma)"
    return .remove(value, from: object) + [TextEdit(start..<start, member)]
  }

  /// Puts a member of an object into a new object under `key`, as its only member `inner`.
  static func nest(_ value: JSONNode, under key: String, as inner: String) -> Fix {
    let end = value.range.upperBound
    return [
      TextEdit(value.key.range, "\(MessageText.json(key)): {\(MessageText.json(inner))"),
      TextEdit(end..<end, "}"),
    ]
  }
}
