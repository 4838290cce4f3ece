import CardJSON
import ContentCardKit

/// JSON that was decoded from a carrier: whole values, where they came from, and what could not be
/// read after them.
package struct CarrierText: ~Copyable {
  /// The values, each followed by a line feed.
  package var bytes = ByteBuffer()
  /// Where they were in the carrier.
  package var map = SourceMap()
  /// What could not be read after these values.
  ///
  /// A decoder stops after a problem.
  package private(set) var problem: CarrierProblem?

  /// No text.
  package init() {}

  /// Makes room for other values.
  package mutating func removeAll() {
    bytes.removeAll()
    map.removeAll()
    problem = nil
  }

  /// Appends a value.
  mutating func append(_ value: ByteView, _ map: SourceMap) {
    append(value, closers: [], map)
  }

  /// Appends the beginning of a value and the brackets that close it, outermost first.
  mutating func append(_ value: ByteView, closers: [UInt8], _ map: SourceMap) {
    self.map.append(map, upTo: value.count, at: bytes.count)
    bytes.append(value)
    bytes.append(contentsOf: closers.reversed())
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether a decoder stops, so that what is there is read first.
  var isFull: Bool { problem != nil || bytes.count >= CarrierText.usualSize }

  /// How many bytes of values are read together.
  private static let usualSize = 1 << 17

  /// Ends the text with a problem at this location of the carrier.
  mutating func end(with problem: CarrierProblem, at place: CarrierPlace) {
    map.append(place.piece(at: bytes.count, isExact: false))
    self.problem = problem
  }
}

/// A location in a carrier.
struct CarrierPlace: Equatable, Sendable {
  /// In bytes from the start of the carrier.
  var offset = 0
  /// The line and column.
  var position = TextPosition()

  /// The piece of a text at `start` that comes from this location.
  func piece(at start: Int, isExact: Bool) -> SourceMap.Piece {
    SourceMap.Piece(start: start, offset: offset, position: position, isExact: isExact)
  }
}

/// Something in a carrier that is or was a card but could not be read.
package enum CarrierProblem: Equatable, Sendable {
  /// A card that begins on a line is cut at the end of another.
  case cutCard(line: Int, end: Int)
  /// A sync response or a list of cards is cut between two cards.
  case cutResponse(line: Int, end: Int)
  /// The system hid or lost a response.
  case hidden(String)
  /// A value is larger than the limit, which is given in bytes.
  case tooLarge(limit: Int)
  /// The carrier itself is broken.
  case broken(String)
  /// The carrier holds nothing that can be read.
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

  /// The problem in words: lower case, no full stop.
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
