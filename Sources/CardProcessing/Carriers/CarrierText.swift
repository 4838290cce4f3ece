import CardJSON
import ContentCardKit

/// Finds the JSON with cards in a carrier that is read once, from its beginning.
package protocol CarrierDecoder: ~Copyable {
  /// Decodes the next bytes until `text` is full.
  ///
  /// - Returns: the number of bytes consumed. The next call begins with the others.
  mutating func decode(_ bytes: ByteView, isFinal: Bool, into text: inout CarrierText) -> Int

  /// Whether everything was read.
  var isFinished: Bool { get }
  /// The counts of the carrier.
  var summary: CarrierSummary { get }
  /// The device state that the carrier contains.
  var state: [StoredState] { get }
}

/// JSON decoded from a carrier: complete values, their locations, and the problem that follows
/// them.
package struct CarrierText: ~Copyable {
  /// The values, each followed by a line feed.
  package var bytes = ByteBuffer()
  /// The locations of the values in the carrier.
  package var map = SourceMap()
  /// The problem after these values, if any.
  ///
  /// A decoder stops after a problem.
  package private(set) var problem: CarrierProblem?

  /// Creates empty text.
  package init() {}

  /// Removes all values and the problem.
  package mutating func removeAll() {
    bytes.removeAll()
    map.removeAll()
    problem = nil
  }

  /// Appends a value.
  mutating func append(_ value: ByteView, _ map: SourceMap) {
    append(value, closers: [], map)
  }

  /// Appends a truncated value and the brackets that close it, outermost first.
  mutating func append(_ value: ByteView, closers: [UInt8], _ map: SourceMap) {
    self.map.append(map, upTo: value.count, at: bytes.count)
    bytes.append(value)
    bytes.append(contentsOf: closers.reversed())
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether a decoder must stop so that the values can be read.
  var isFull: Bool { problem != nil || bytes.count >= CarrierText.usualSize }

  /// The number of bytes of values that are read together.
  private static let usualSize = 1 << 17

  /// Ends the text with a problem at this location in the carrier.
  mutating func end(with problem: CarrierProblem, at place: CarrierPlace) {
    map.append(place.piece(at: bytes.count, isExact: false))
    self.problem = problem
  }
}

/// A location in a carrier.
struct CarrierPlace: Equatable, Sendable {
  /// The offset in bytes from the start of the carrier.
  var offset = 0
  /// The line and column.
  var position = TextPosition()

  /// The piece of text at `start` that comes from this location.
  func piece(at start: Int, isExact: Bool) -> SourceMap.Piece {
    SourceMap.Piece(start: start, offset: offset, position: position, isExact: isExact)
  }
}

/// A card or part of a carrier that cannot be read.
package enum CarrierProblem: Equatable, Sendable {
  /// A card that begins in `line` is cut off at the end of `end`.
  case cutCard(line: Int, end: Int)
  /// A sync response or a list of cards is cut off between two cards.
  case cutResponse(line: Int, end: Int)
  /// The system hid or lost a response.
  case hidden(String)
  /// A value exceeds the limit, in bytes.
  case tooLarge(limit: Int)
  /// The carrier is malformed.
  case broken(String)
  /// The carrier contains nothing that can be read.
  case nothing(String)

  /// The kind of problem.
  package var fault: CarrierFault {
    switch self {
    case .cutCard, .cutResponse: .cut
    case .hidden: .hidden
    case .tooLarge: .tooLarge
    case .broken: .broken
    case .nothing: .format
    }
  }

  /// The message, in lower case and without a full stop.
  package var message: String {
    switch self {
    case .cutCard(let line, let end): "a card begins at line \(line) and is cut at line \(end)"
    case .cutResponse(let line, let end):
      "a list of cards begins at line \(line) and is cut at line \(end)"
    case .tooLarge(let limit):
      "a value is larger than \(limit) bytes; --max-card-size sets another limit"
    case .hidden(let message), .broken(let message), .nothing(let message): message
    }
  }
}
