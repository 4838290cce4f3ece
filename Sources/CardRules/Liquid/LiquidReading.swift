import CardJSON

/// The JSON that a template writes if the k-th branch of each block is taken, or the last one if a
/// block has fewer.
///
/// A value that a tag writes becomes a string with the tag. Commas next to tags are added and
/// dropped as needed.
struct LiquidReading: ~Copyable {
  /// The JSON, without space between the tokens; one line for each value.
  private(set) var text = ByteBuffer()
  /// The locations of the JSON in the template.
  private(set) var map = LiquidMap()
  /// The locations of the values that tags write.
  private(set) var outputs: [Range<Int>] = []
  /// Whether a tag writes members of an object, so that the object is not known.
  private(set) var hasUnknownMembers = false

  private let template: LiquidTemplate
  /// The last token that was written; nil at the start of a value.
  private var last: LiquidTemplate.Token.Kind?
  /// A comma that is written if a value follows.
  private var comma: Range<Int>?
  /// Whether there was a tag since the last token, or before the comma.
  private var followsTag = false
  /// Whether the open containers are objects.
  private var levels: [Bool] = []

  /// Creates a reading by its number, from 0.
  init(_ number: Int, of template: LiquidTemplate) {
    self.template = template
    var path: [(branch: Int, taken: Int)] = []
    // The number of open blocks whose branch is not taken.
    var skipped = 0
    for token in template.tokens {
      switch token.kind {
      case .begin:
        path.append((0, template.blocks[token.block].branch(in: number)))
        if path[path.count - 1].taken != 0 { skipped += 1 }
      case .branch:
        let (branch, taken) = path[path.count - 1]
        if branch == taken { skipped += 1 } else if branch + 1 == taken { skipped -= 1 }
        path[path.count - 1].branch += 1
      case .end:
        let (branch, taken) = path.removeLast()
        if branch != taken { skipped -= 1 }
      case _ where skipped == 0: write(token)
      default: break
      }
      if token.kind.rawValue >= LiquidTemplate.Token.Kind.tag.rawValue { followsTag = true }
    }
  }

  /// Returns the JSON for a scanner.
  mutating func sealed() -> ByteView { text.sealed() }

  private mutating func write(_ token: LiquidTemplate.Token) {
    switch token.kind {
    case .comma: writeComma(token.range)
    case .close:
      if comma != nil, !followsTag { writeHeldComma() }
      comma = nil
      copy(token)
      _ = levels.popLast()
      if levels.isEmpty { endRoot() }
    case .colon:
      writeHeldComma()
      copy(token)
    case .output where isAtKey:
      (hasUnknownMembers, followsTag) = (true, true)
      outputs.append(token.range)
    case .output where levels.isEmpty: outputs.append(token.range)
    case .tag, .begin, .branch, .end: break
    case .open, .string, .taggedString, .word, .output, .outputKey:
      let follows = last == nil || last == .open || last == .colon
      if comma == nil, !follows, followsTag { insert(",", at: token.range.lowerBound) }
      writeHeldComma()
      switch token.kind {
      case .output, .outputKey: writeOutput(token.range)
      case .taggedString: writeTagged(token.range)
      default: copy(token)
      }
      if token.kind == .open {
        levels.append(template.text[token.range.lowerBound] == UInt8(ascii: "{"))
      }
      (last, followsTag) = (token.kind, false)
      if levels.isEmpty { endRoot() }
    }
  }

  /// Whether the key of a member comes next.
  private var isAtKey: Bool { levels.last == true && last != .colon }

  private mutating func endRoot() {
    text.append(UInt8(ascii: "\n"))
    (last, comma) = (nil, nil)
  }

  // MARK: Commas

  private mutating func writeComma(_ range: Range<Int>) {
    let isExtra = last == nil || last == .open || comma != nil
    if isExtra, followsTag { return }
    if isExtra {
      // An error, which the scanner finds.
      writeHeldComma()
      map.add(range, at: text.count, isExact: true)
      text.append(UInt8(ascii: ","))
      return
    }
    comma = range
  }

  private mutating func writeHeldComma() {
    guard let range = comma.take() else { return }
    map.add(range, at: text.count, isExact: true)
    text.append(UInt8(ascii: ","))
  }

  // MARK: Tokens

  private mutating func insert(_ part: StaticString, at offset: Int) {
    map.add(offset..<offset, at: text.count, isExact: false)
    text.append(part)
  }

  private mutating func copy(_ token: LiquidTemplate.Token) {
    map.add(token.range, at: text.count, isExact: true)
    text.append(template.text.slice(token.range))
    // A string that is not closed ends with its line.
    if token.kind == .string, template.text[token.range.upperBound - 1] != UInt8(ascii: "\"") {
      text.append(UInt8(ascii: "\n"))
    }
    (last, followsTag) = (token.kind, false)
  }

  /// Writes a tag as a string.
  private mutating func writeOutput(_ range: Range<Int>) {
    outputs.append(range)
    map.add(range, at: text.count, isExact: false)
    JSONText.appendQuoted(template.text.slice(range), to: &text)
  }

  /// Writes a string with the quotes in its tags escaped.
  private mutating func writeTagged(_ range: Range<Int>) {
    map.add(range, at: text.count, isExact: true)
    text.append(UInt8(ascii: "\""))
    for index in range.dropFirst().dropLast() {
      let byte = template.text[index]
      if byte == UInt8(ascii: "\""), template.text[index - 1] != UInt8(ascii: "\\") {
        text.append(UInt8(ascii: "\\"))
        map.add(index..<range.upperBound, at: text.count, isExact: true)
      }
      // Only tags contain line breaks.
      text.append(byte < 0x20 ? 0x20 : byte)
    }
    text.append(UInt8(ascii: "\""))
  }
}

/// Maps the JSON of a reading to its template.
struct LiquidMap {
  private struct Piece {
    /// The start of the piece in the JSON.
    let start: Int
    /// Its location in the template.
    let range: Range<Int>
    /// Whether the piece is a copy of the template.
    let isExact: Bool
  }

  private var pieces: [Piece] = []

  /// Adds the next piece.
  mutating func add(_ range: Range<Int>, at start: Int, isExact: Bool) {
    pieces.append(Piece(start: start, range: range, isExact: isExact))
  }

  /// Returns the location in the template of a range of the JSON.
  func range(_ range: Range<Int>) -> Range<Int> {
    guard let first = piece(at: range.lowerBound) else { return 0..<0 }
    let start = offset(range.lowerBound, in: first) ?? first.range.lowerBound
    guard !range.isEmpty, let last = piece(at: range.upperBound - 1) else { return start..<start }
    let end = offset(range.upperBound - 1, in: last).map { $0 + 1 } ?? last.range.upperBound
    return start..<max(start, min(end, last.range.upperBound))
  }

  /// Whether a tag writes the value at an offset of the JSON.
  func isOutput(at offset: Int) -> Bool { piece(at: offset).map { !$0.isExact } ?? false }

  private func piece(at offset: Int) -> Piece? {
    let next = pieces.indices.partitionPoint { pieces[$0].start <= offset }
    return next > 0 ? pieces[next - 1] : pieces.first
  }

  /// Returns the offset in the template for one in a copied piece; nil for other pieces.
  private func offset(_ offset: Int, in piece: Piece) -> Int? {
    guard piece.isExact else { return nil }
    return min(piece.range.lowerBound + max(offset - piece.start, 0), piece.range.upperBound)
  }
}
