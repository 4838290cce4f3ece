import CardJSON
import CardProcessing
import ContentCardKit

/// A field or an extra whose value differs between two cards.
struct FieldChange {
  /// The canonical name, or `extras.KEY`.
  let name: String
  /// The values; nil if absent.
  let old: FieldValue?
  let new: FieldValue?

  fileprivate init(_ name: String, old: CardValue, new: CardValue) {
    self.name = name
    self.old = old.isAbsent ? nil : FieldValue(old)
    self.new = new.isAbsent ? nil : FieldValue(new)
  }

  /// Adds the change as members of a JSON object.
  func add(to json: inout JSONWriter) {
    json.add("field", name)
    if let old { json.add("old", json: old.json) }
    if let new { json.add("new", json: new.json) }
  }
}

/// Compares cards field by field, and reads the fields that identify a card.
///
/// Fields that one of the two shapes does not have are ignored: a React Native card does not say
/// whether it is a test card, which is not a change.
struct CardComparer: ~Copyable {
  private var older: CachedCardReader
  private var newer: CachedCardReader
  private var oldText = ByteBuffer()
  private var newText = ByteBuffer()

  /// Creates a comparer of cards with these decoding options.
  init(_ options: CardDecoder.Options) {
    older = CachedCardReader(options)
    newer = CachedCardReader(options)
  }

  /// Returns the card of a copy, valid until the next call; nil if the copy is empty.
  mutating func card(_ copy: CardCopy) -> Card? { newer.card(copy) }

  /// Returns the title and the class type of a card, if present.
  mutating func name(of copy: CardCopy) -> (title: String?, classType: String?) {
    let card = card(copy)
    return (card?.text(.title)?.string, card?.classType?.string)
  }

  /// Returns the fields that differ between two copies, except for the id.
  mutating func changes(from old: CardCopy, to new: CardCopy) -> [FieldChange] {
    if old.bytes == new.bytes, old.recorded == new.recorded { return [] }
    guard let oldCard = older.card(old), let newCard = newer.card(new) else { return [] }
    // The server sends a tombstone without the content of the card, so only the removal is a
    // change.
    if newCard.flag(.removed), !oldCard.flag(.removed) {
      let name = CardField.removed.name.description
      return [FieldChange(name, old: .boolean(false), new: .boolean(true))]
    }
    var changes: [FieldChange] = []
    func compare(_ name: String, old: CardValue, new: CardValue) {
      if !isSame(old, new) { changes.append(FieldChange(name, old: old, new: new)) }
    }
    let classTypeIsExtra = oldCard.extraClassType != nil || newCard.extraClassType != nil
    for field in CardField.allCases where field != .extras && field != .id {
      if field == .classType && classTypeIsExtra { continue }
      let isDocumented = [oldCard, newCard].allSatisfy {
        !$0.shape.documentedKeys(of: field).isEmpty
      }
      guard field == .classType || isDocumented else { continue }
      compare(field.name.description, old: oldCard.value(field), new: newCard.value(field))
    }
    // The last value of a duplicate key wins.
    var names = TextNumbers()
    var extras: [(old: CardValue, new: CardValue)] = []
    for (card, isNew) in [(newCard, true), (oldCard, false)] {
      guard let members = card.extras?.members else { continue }
      for (key, node) in members {
        let number = JSONString(key).withText { names.number(of: $0) }
        if number == extras.count { extras.append((.absent, .absent)) }
        let value = node.extraValue
        if isNew { extras[number].new = value } else { extras[number].old = value }
      }
    }
    for (number, extra) in extras.enumerated() {
      compare("extras.\(names[number].text)", old: extra.old, new: extra.new)
    }
    return changes
  }

  private mutating func isSame(_ old: CardValue, _ new: CardValue) -> Bool {
    switch (old, new) {
    case (.absent, .absent): return true
    case (.absent, _), (_, .absent): return false
    case (.time(let old), .time(let new)): return old.milliseconds == new.milliseconds
    case (.number(let old), .number(let new)): return JSONNumber.compare(old, new) == 0
    default: break
    }
    // Compare as text, because a non-string scalar is read as its text: 10 equals "10".
    old.write(to: &oldText)
    new.write(to: &newText)
    return oldText.view == newText.view
  }
}

extension CardValue {
  /// Replaces `text` with the value, without whitespace between tokens.
  fileprivate func write(to text: inout ByteBuffer) {
    text.removeAll()
    if case .nested(let json) = self {
      JSONText.appendCompact(json, to: &text)
    } else {
      appendText(to: &text)
    }
  }
}

/// A copy of a card, which does not depend on the buffer of its input.
struct CardCopy {
  /// The bytes of the card.
  let bytes: [UInt8]
  /// The flags that the device recorded.
  private(set) var recorded: CardFields = []
  /// Whether the card is a tombstone.
  private(set) var isRemoved = false

  /// Creates a copy of a card as received, without recorded flags.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Copies `card`.
  init(_ card: Card) {
    bytes = card.raw.array
    recorded = card.recordedFlags
    isRemoved = card.flag(.removed)
  }
}

/// A copy of a field's value, which does not depend on the buffer of its input.
struct FieldValue {
  /// The value as JSON.
  let json: String
  /// The value of a time, in epoch milliseconds.
  private(set) var time: Int64?

  /// Copies `value`; an absent value becomes `null`.
  init(_ value: CardValue) {
    var text = ByteBuffer()
    value.appendJSON(to: &text)
    json = text.view.text
    if case .time(let value) = value { time = value.milliseconds }
  }
}

extension CachedCardReader {
  /// Returns the card of a copy, valid until the next call; nil if the bytes are not a card.
  mutating func card(_ copy: CardCopy) -> Card? {
    card(copy.bytes, recorded: copy.recorded)
  }
}

extension Card {
  /// The title of the card, otherwise its description.
  var heading: JSONString? { text(.title) ?? text(.description) }
}
