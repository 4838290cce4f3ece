import CardJSON

/// A JSON text with Liquid between its tokens, such as the body of a webhook.
///
/// Liquid decides which of its parts are sent, so several readings are checked (`LiquidReading`):
/// the k-th takes the k-th branch of each block.
struct LiquidTemplate {
  /// A part of the text.
  struct Token {
    /// The kinds of tokens.
    enum Kind: UInt8 {
      /// `{` or `[`.
      case open
      /// `}` or `]`.
      case close
      case colon, comma
      /// A string, and one in which tags contain quotes that JSON would have to escape.
      case string, taggedString
      /// Anything else, such as a number.
      case word
      /// A value, or a part of one, that a tag writes; and such a key.
      case output, outputKey
      /// A tag that writes nothing.
      case tag
      /// The start of a block, the start of its next branch, and its end.
      case begin, branch, end
    }

    var kind: Kind
    /// The location in the text.
    var range: Range<Int>
    /// The number of the block that begins here.
    var block = 0
  }

  /// A part of the text that depends on a condition.
  struct Block {
    /// The name of its tag, such as `if`.
    let name: String
    /// The location of its tag.
    let place: Range<Int>
    /// The number of branches.
    var branches = 1
    /// The number of branches that are never sent, because they precede the first `when`.
    var first = 0

    /// Returns the branch to take in the reading with this number; -1 if the block writes nothing.
    func branch(in reading: Int) -> Int {
      if name == "capture" || branches == first { return -1 }
      return first + min(reading, branches - first - 1)
    }
  }

  /// The text.
  let text: ByteView
  /// The tokens, in order.
  private(set) var tokens: [Token] = []
  /// The blocks, in order.
  private(set) var blocks: [Block] = []
  /// The errors in the tags, with their locations.
  private(set) var mistakes: [(place: Range<Int>, message: String)] = []
  /// The location of the first tag that makes the text a template: in an object or array, of a block,
  /// or with quotes in a string.
  ///
  /// Other tags before JSON are skipped when it is read.
  private(set) var firstTag: Range<Int>?

  /// Whether there is a tag outside of strings.
  private(set) var hasTags = false

  /// The number of open objects and arrays.
  private var depth = 0
  private var position = 0
  private var pieces: LiquidPieces
  /// The numbers of the blocks that are open.
  private var openBlocks: [Int] = []
  /// The end of the text in which tags are text.
  private var literalEnd = 0

  /// Creates a template from a text, which may be plain JSON.
  init(_ text: ByteView) {
    (self.text, pieces) = (text, LiquidPieces(text))
    if LiquidTag.opening(in: text, from: 0) == nil { return }
    if ByteView("\u{FEFF}").occurs(at: 0, in: text) { position = 3 }
    while position < text.count { readToken() }
    while let block = openBlocks.popLast() {
      reportUnclosed(block)
      tokens.append(Token(kind: .end, range: text.count..<text.count))
    }
  }

  /// Whether there is Liquid between the tokens of JSON, and not only before it.
  var isTemplate: Bool { firstTag != nil }

  /// The number of branches of the block that has most.
  var branchCount: Int { blocks.map { $0.branches - $0.first }.max() ?? 1 }

  /// The maximum number of readings, which bounds the time for a text.
  static let readingLimit = 100

  /// The number of readings to check.
  var readingCount: Int { max(1, min(branchCount, LiquidTemplate.readingLimit)) }

  // MARK: Tokens

  private mutating func readToken() {
    let start = position
    switch text[start] {
    case 0x20, 0x09, 0x0A, 0x0D, 0x1E: position += 1
    case UInt8(ascii: "{") where isTag(at: start): readTag()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      add(.open, to: start + 1)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      add(.close, to: start + 1)
    case UInt8(ascii: ","): add(.comma, to: start + 1)
    case UInt8(ascii: ":"): readColon()
    case UInt8(ascii: "\""): readString()
    default: readWord()
    }
  }

  private mutating func add(_ kind: Token.Kind, to end: Int) {
    tokens.append(Token(kind: kind, range: position..<end))
    position = end
  }

  /// Whether a tag begins at a brace, and not an object.
  private func isTag(at start: Int) -> Bool {
    guard start >= literalEnd, start + 1 < text.count else { return false }
    if text[start + 1] == UInt8(ascii: "%") { return true }
    guard text[start + 1] == UInt8(ascii: "{"), start + 2 < text.count,
      text[start + 2] != UInt8(ascii: "%")
    else { return false }
    var next = start + 2
    while next < text.count, text[next] <= 0x20 || text[next] == UInt8(ascii: "{") { next += 1 }
    guard next < text.count, text[next] != UInt8(ascii: "}") else { return false }
    guard text[next] == UInt8(ascii: "\"") else { return true }
    // After a key, a colon follows; after the string of a tag, a filter or its end.
    let end = JSONScanner.skipSpace(text, from: JSONText.endOfString(text, from: next + 1))
    return end < text.count
      && (text[end] == UInt8(ascii: "|") || ByteView("}}").occurs(at: end, in: text))
  }

  private mutating func readColon() {
    add(.colon, to: position + 1)
    guard tokens.count > 1 else { return }
    let key = tokens[tokens.count - 2]
    let isTag = key.kind == .output
    if isTag { tokens[tokens.count - 2].kind = .outputKey }
    let isTagged = key.kind == .string && LiquidTag.first(in: text.slice(key.range)) != nil
    if isTag || isTagged || key.kind == .taggedString {
      mistakes.append((key.range, "a key cannot contain Liquid: only its value can"))
    }
  }

  /// Reads a string, whose tags may contain quotes.
  private mutating func readString() {
    var end = position + 1
    var kind = Token.Kind.string
    scan: while end < text.count, text[end] != UInt8(ascii: "\n") {
      switch text[end] {
      case UInt8(ascii: "\""):
        end += 1
        break scan
      case UInt8(ascii: "\\"): end += 2
      case UInt8(ascii: "{") where end + 1 < text.count && end >= literalEnd:
        guard let tag = tagInString(at: end) else {
          end += 1
          continue
        }
        if tag.hasQuotes { (kind, firstTag) = (.taggedString, firstTag ?? tag.range) }
        end = tag.range.upperBound
      default: end += 1
      }
    }
    add(kind, to: min(end, text.count))
  }

  /// Returns the tag that begins at an offset in a string, and whether it contains quotes as JSON
  /// would not allow them; nil for other text.
  private mutating func tagInString(at start: Int) -> (range: Range<Int>, hasQuotes: Bool)? {
    let next = text[start + 1]
    guard next == UInt8(ascii: "{") || next == UInt8(ascii: "%"),
      let piece = pieces.next(at: start), piece.kind != .open
    else { return nil }
    let content = text.slice(piece.range)
    let hasBreak = content.firstIndex(of: ByteView("\n")) != nil
    var hasQuotes = false
    for index in piece.range where text[index] == UInt8(ascii: "\"") {
      hasQuotes = hasQuotes || text[index - 1] != UInt8(ascii: "\\")
    }
    return hasBreak && hasQuotes ? nil : (piece.range, hasQuotes)
  }

  private mutating func readWord() {
    let start = position
    var end = start + 1
    while end < text.count, text[end] > 0x20, !LiquidTemplate.ends(text[end]) { end += 1 }
    add(.word, to: end)
    join()
  }

  /// Whether a byte ends a word.
  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "\""):
      true
    default: false
    }
  }

  /// Joins the last word or output with one that it directly follows.
  private mutating func join() {
    guard let last = tokens.last, tokens.count > 1 else { return }
    let before = tokens[tokens.count - 2]
    guard before.range.upperBound == last.range.lowerBound,
      before.kind == .word || before.kind == .output,
      before.kind != last.kind || last.kind == .output
    else { return }
    tokens.removeLast()
    tokens[tokens.count - 1].kind = .output
    tokens[tokens.count - 1].range = before.range.lowerBound..<last.range.upperBound
  }
}

// Tags between tokens.
extension LiquidTemplate {
  private mutating func readTag() {
    guard let piece = pieces.next(at: position) else { return position += 2 }
    hasTags = true
    if depth > 0 { firstTag = firstTag ?? piece.range }
    switch piece.kind {
    case .open:
      let delimiter = text.slice(piece.range).text
      mistakes.append((piece.range, "\"\(delimiter)\" is not closed"))
      add(.tag, to: piece.range.upperBound)
    case .output:
      add(.output, to: piece.range.upperBound)
      join()
    case .logic: readLogic(piece)
    }
  }

  private mutating func readLogic(_ piece: LiquidPiece) {
    let (name, start) = (piece.name(in: text), position)
    position = piece.range.upperBound
    func token(_ kind: Token.Kind) -> Token { Token(kind: kind, range: piece.range) }
    switch name {
    case "raw", "comment":
      firstTag = firstTag ?? piece.range
      tokens.append(token(.tag))
      var rest = pieces
      guard let end = rest.next() else {
        literalEnd = text.count
        return mistakes.append((start..<position, "\(shown(piece.range)) is never closed"))
      }
      // The text of a comment is not written.
      if name == "raw" {
        literalEnd = end.range.lowerBound
      } else {
        (pieces, position) = (rest, end.range.upperBound)
      }
    case "elsif", "elseif", "else", "when":
      guard let block = openBlocks.last else {
        return mistakes.append((piece.range, "\(shown(piece.range)) is outside of a block"))
      }
      if name == "when", blocks[block].branches == 1 { blocks[block].first = 1 }
      blocks[block].branches += 1
      tokens.append(token(.branch))
    case _ where LiquidTag.blocks.contains(name):
      firstTag = firstTag ?? piece.range
      openBlocks.append(blocks.count)
      tokens.append(Token(kind: .begin, range: piece.range, block: blocks.count))
      blocks.append(Block(name: name, place: piece.range))
    case _ where name.hasPrefix("end") && LiquidTag.blocks.contains(String(name.dropFirst(3))):
      end(String(name.dropFirst(3)), piece)
    default: tokens.append(token(.tag))
    }
  }

  /// Ends the innermost block with this name, and those inside it that are still open.
  private mutating func end(_ name: String, _ piece: LiquidPiece) {
    guard openBlocks.contains(where: { blocks[$0].name == name }) else {
      tokens.append(Token(kind: .tag, range: piece.range))
      // The tag after raw text ends no block.
      if name == "raw" || name == "comment" { return }
      return mistakes.append((piece.range, "\(shown(piece.range)) ends no block"))
    }
    while let block = openBlocks.popLast() {
      tokens.append(Token(kind: .end, range: piece.range))
      if blocks[block].name == name { return }
      reportUnclosed(block)
    }
  }

  private mutating func reportUnclosed(_ block: Int) {
    let place = blocks[block].place
    mistakes.append((place, "\(shown(place)) is never closed"))
  }

  private func shown(_ place: Range<Int>) -> String {
    MessageText.quoted(text.slice(place).text)
  }
}
