import ContentCardKit

extension ReadingProblem {
  /// The rule of the problem.
  package var rule: Rule {
    switch reason {
    case .syntax: .jsonSyntax
    case .noCard(let reason): reason.isSyncResponse ? .syncWithoutCards : .cardShape
    case .tooLarge: .cardTooLarge
    case .restOfArray: .arrayTruncated
    case .failedSync: .syncFailed
    case .foreign, .card: .inputFormat
    case .carrier(let fault, _):
      switch fault {
      case .cut, .hidden, .format: .inputFormat
      case .tooLarge: .cardTooLarge
      case .broken: .jsonSyntax
      case .template: .inputTemplate
      case .unchecked: .requestNotChecked
      }
    }
  }
}
