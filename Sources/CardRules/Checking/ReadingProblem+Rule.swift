@_spi(CardTool) import ContentCards

extension ReadingProblem {
  /// The rule that what could not be read breaks.
  var rule: any Rule.Type {
    switch reason {
    case .syntax: JSONSyntax.self
    case .noCard(let reason):
      if reason.isSyncResponse { SyncWithoutCards.self } else { CardShape.self }
    case .tooLarge: CardTooLarge.self
    case .restOfArray, .elementUpToNext: RestNotRead.self
    case .failedSync: SyncFailed.self
    case .foreign: InputFormat.self
    }
  }
}
