import CardJSON

/// The value of a card's field or extra, valid as long as the card.
package enum CardValue {
  /// No value: an absent key, `null`, an empty string, or a value that is invalid for the field.
  case absent
  /// Text, as written in the card.
  case text(JSONString)
  /// A number, as written.
  case number(ByteView)
  /// True or false.
  case boolean(Bool)
  /// A point in time.
  case time(CardTime)
  /// An object or array, as written.
  case nested(ByteView)

  /// Whether the value is absent.
  @inlinable package var isAbsent: Bool { if case .absent = self { true } else { false } }
}

/// The text of fixed values, padded like a card's bytes.
package enum ValueWords {
  private static let flags = [false, true].map { ByteView(permanent: "\($0)") }
  private static let types = CardType.allCases.map { ByteView(permanent: "\($0.name)") }
  private static let shapes = Shape.allCases.map { ByteView(permanent: "\($0.name)") }

  static func flag(_ flag: Bool) -> ByteView { flags[flag ? 1 : 0] }
  static func type(_ type: CardType) -> ByteView { types[Int(type.rawValue)] }
  package static func shape(_ shape: Shape) -> ByteView { shapes[Int(shape.rawValue)] }
}

extension CardValue {
  /// Appends the value as text, with escapes resolved and times in seconds; nothing if it is
  /// absent.
  package func appendText(to buffer: inout ByteBuffer) {
    switch self {
    case .absent: break
    case .text(let text): text.appendText(to: &buffer)
    case .number(let spelling): buffer.append(spelling)
    case .boolean(let flag): buffer.append(flag)
    case .time(let time): time.appendSeconds(to: &buffer)
    case .nested(let json): JSONText.appendCompact(json, to: &buffer)
    }
  }

  /// Appends the value as JSON; `null` if it is absent.
  package func appendJSON(to buffer: inout ByteBuffer) {
    switch self {
    case .absent: buffer.append("null")
    case .text(let text): text.appendJSON(to: &buffer)
    default: appendText(to: &buffer)
    }
  }

  /// The value as text, for messages.
  package var string: String {
    var text = ByteBuffer()
    appendText(to: &text)
    return text.view.text
  }
}

extension JSONNode {
  /// Whether a card's value is treated as absent, which `null` and `""` are.
  @inline(__always)
  package var isEmpty: Bool {
    let word = word
    return word.kind == .null || word.kind == .string && word.extent == 0
  }

  /// Whether the value means true in SDKs and logs: `true`, `1` or their text.
  @inline(__always)
  package var meansTrue: Bool {
    switch kind {
    case .true: true
    case .number, .string: spellsTrue
    case .false, .null, .object, .array, .end: false
    }
  }

  @inline(never)
  private var spellsTrue: Bool {
    text(equals: ByteView("1")) || kind == .string && text(equals: ByteView("true"))
  }

  /// Whether the value means true or false.
  package var isBoolean: Bool {
    switch kind {
    case .true, .false: true
    case .number: content == ByteView("0") || content == ByteView("1")
    case .string: meansTrue || text(equals: ByteView("false")) || text(equals: ByteView("0"))
    case .null, .object, .array, .end: false
    }
  }

  /// The value as an extra, where empty text is absent.
  package var extraValue: CardValue { isEmpty ? .absent : cardValue }

  /// The value as a card value; `null` is absent, but empty text is not.
  @inline(__always)
  package var cardValue: CardValue {
    let word = word
    switch word.kind {
    case .object, .array: return .nested(raw)
    case .string: return .text(JSONString(content, isEscaped: word.isEscaped))
    case .number: return .number(content)
    case .true, .false: return .boolean(word.kind == .true)
    case .null, .end: return .absent
    }
  }
}

extension JSONWriter {
  /// Adds a time in epoch milliseconds as epoch seconds.
  package mutating func add(_ key: StaticString? = nil, milliseconds: Int64) {
    add(key) { CardTime(milliseconds: milliseconds).appendSeconds(to: &$0) }
  }

  /// Adds a card's value as written.
  package mutating func add(_ key: StaticString? = nil, _ value: CardValue) {
    add(key) { value.appendJSON(to: &$0) }
  }
}
