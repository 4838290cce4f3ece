/// Where a reader stands between two bytes of an input: all that the bytes before it mean for those
/// behind it.
///
/// Two readers in the same state read the same bytes alike. That is what lets blocks be read by
/// several threads: a block is read from a guessed state, and what came of it counts only if the
/// block before it ends in that very state.
public struct ReadingState: Equatable, Sendable {
  /// What may come next.
  enum Place: Equatable {
    /// A top-level value.
    case value
    /// An element, or the end of the array: behind `[`.
    case firstElement
    /// An element: behind a comma.
    case element
    /// A comma or the end of the array: behind an element.
    case afterElement
    /// A member of an envelope, or its end: behind `{`.
    case firstMember
    /// A member of an envelope: behind a comma.
    case member
    /// A comma or the end of the envelope: behind a member.
    case afterMember
    /// Whatever does not begin a line with `{`, `[` or RS: behind a value that was bad.
    case betweenLines
    /// The same, behind an array that was given up at this offset of the input.
    case restOfArray(from: Int)
    /// Bytes of an element that is too large, so many brackets deep.
    case largeElement(depth: Int, isInString: Bool, isEscaped: Bool)
    /// Nothing more: the input is in a foreign format.
    case end
  }

  var place = Place.value
  /// Whether the array or member is part of an envelope.
  var isInEnvelope = false
  /// The key of the array of cards, in an envelope.
  var arrayKey: CardsKey?
  /// Whether the sync response said that it failed, so that its cards are only checked.
  var isFailedSync = false
  /// How far the current line is indented, in bytes; 0 outside arrays, where nobody asks.
  var indentation = 0

  /// The beginning of an input.
  public init() {}

  /// Whether an array's elements are being read, so that a block may be cut between two of them.
  public var isInArray: Bool {
    switch place {
    case .firstElement, .element, .afterElement, .largeElement: true
    case .value, .firstMember, .member, .afterMember, .betweenLines, .restOfArray, .end: false
    }
  }

  /// Where an array was given up whose rest is being passed over, in bytes from the start of the
  /// input; nil when there is none.
  public var givenUpAt: Int? {
    if case .restOfArray(let start) = place { start } else { nil }
  }

  /// Whether nothing more will be read of the input.
  public var isAtEnd: Bool { place == .end }

  /// The state at a cut behind a comma of the same array, or before a line of the same file.
  public var atCut: ReadingState {
    var state = self
    state.place = isInArray ? .element : .value
    return state
  }
}
