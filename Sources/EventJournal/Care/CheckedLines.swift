import CardJSON
import Platform

/// Where in a journal something is.
struct LinePlace {
  let file: JournalFile
  /// The line, from 1.
  var line = 0
  /// The column in Unicode scalars, from 1.
  var column = 1
  /// In bytes from the start of the file.
  var offset = 0
}

/// The lines of one file of a journal, each an event or a problem.
struct CheckedLines: ~Copyable {
  /// What a line turned out to be.
  enum Step {
    /// An event, good until the next line is read.
    case event(JournalLine)
    /// No event.
    case problem(LineProblem)
  }

  /// Where the line that was read last is, or what is wrong with it.
  private(set) var place: LinePlace
  private var lines: FileLines
  private var reader = JournalLineReader()

  init(_ file: JournalFile, _ descriptor: Int32, size: Int) {
    place = LinePlace(file: file)
    lines = FileLines(descriptor, to: size, name: file.name)
  }

  /// The next line; nil at the end of the file.
  mutating func next() throws(SystemFailure) -> Step? {
    while let piece = try lines.next() {
      // Of a line that is too long the first piece has told.
      guard piece.isStart else { continue }
      place.line += 1
      place.column = 1
      place.offset = piece.offset
      guard piece.isEnd else {
        let isLong = piece.bytes.count > JournalLine.maximumLength
        return .problem(isLong ? .tooLong : .torn)
      }
      switch reader.read(piece.bytes) {
      case .event(let line): return .event(line)
      case .foreign(let problem):
        if let offset = problem.offset {
          place.offset += offset
          place.column += TextExtent(of: piece.bytes.slice(0..<offset)).columns
        }
        return .problem(problem)
      }
    }
    return nil
  }
}

/// Where the ids of a journal's events stand first.
struct EventPlaces {
  /// An id that is a UUID, in two words; what else there may be is rare and kept as it is.
  private struct UUIDBits: Hashable {
    let high: UInt64, low: UInt64
  }

  private struct Place {
    let file: Int32, line: Int32
  }

  private var files: [String] = []
  private var ids: [UUIDBits: Place] = [:]
  private var otherIDs: [String: Place] = [:]

  /// Notes the id of an event; gives the file and line of another event that has it.
  mutating func insert(_ line: JournalLine, _ place: LinePlace) -> (file: String, line: Int)? {
    if files.last != place.file.name { files.append(place.file.name) }
    let here = Place(
      file: Int32(truncatingIfNeeded: files.count - 1), line: Int32(truncatingIfNeeded: place.line))
    guard let node = line.node(.id) else { return nil }
    let first: Place?
    if let bits = EventPlaces.bits(line.document.content(node)) {
      first = ids.updateValue(here, forKey: bits)
      if let first { ids[bits] = first }
    } else {
      let text = line.document.string(node)
      first = otherIDs.updateValue(here, forKey: text)
      if let first { otherIDs[text] = first }
    }
    return first.map { (files[Int($0.file)], Int($0.line)) }
  }

  /// The 128 bits of a UUID in lower case.
  private static func bits(_ text: ByteView) -> UUIDBits? {
    guard text.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for index in 0..<36 {
      let byte = text[index]
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit = byte &- UInt8(ascii: "0")
      let letter = byte &- UInt8(ascii: "a")
      guard digit < 10 || letter < 6 else { return nil }
      let value = UInt64(digit < 10 ? digit : letter + 10)
      if digits < 16 { words.0 = words.0 << 4 | value } else { words.1 = words.1 << 4 | value }
      digits += 1
    }
    return UUIDBits(high: words.0, low: words.1)
  }
}
