@_spi(CardTool) import CardJSON

@_spi(CardTool) extension CardReader {
  /// Reads the cards of one text in memory: any framing, any envelope, any shape.
  ///
  /// The short way where the whole input is there; `read(_:from:visitor:)` takes it in blocks.
  ///
  ///     let problems = CardReader.forEachCard(in: json.utf8) { card in
  ///       titles.append(card.text(.title)?.string ?? "")
  ///     }
  ///
  /// - Parameters:
  ///   - text: JSON in UTF-8; it is copied once.
  ///   - options: how cards are to be understood.
  ///   - body: takes each card, on loan until it returns.
  /// - Returns: what could not be read, with offsets in bytes from the start of `text`.
  public static func forEachCard(
    in text: some Collection<UInt8>, _ options: Options = Options(), _ body: (Card) -> Void
  ) -> [ReadingProblem] {
    var buffer = ByteBuffer(text)
    let block = Block(buffer.sealed())
    return withoutActuallyEscaping(body) { body in
      var reader = CardReader(options)
      var visitor = ClosureVisitor(body: body)
      _ = reader.read(block, from: ReadingState(), visitor: &visitor)
      return visitor.problems
    }
  }
}

/// Hands cards to a closure and keeps the problems.
private struct ClosureVisitor: CardVisitor {
  let body: (Card) -> Void
  var problems: [ReadingProblem] = []

  mutating func visit(_ card: Card, at offset: Int, _ place: RecordPlace) { body(card) }

  mutating func note(_ problem: ReadingProblem, _ place: RecordPlace) { problems.append(problem) }
}
