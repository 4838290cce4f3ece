import CardArguments
import CardRules

extension Profile: OptionChoice {
  /// Whose SDK it is, for help and completions.
  package var summary: String {
    switch self {
    case .brazeSwift: "Braze's Swift SDK, for Apple's systems"
    case .android: "Braze's Android SDK"
    case .web: "Braze's web SDK"
    case .flutter: "Braze's Flutter plugin"
    }
  }
}
