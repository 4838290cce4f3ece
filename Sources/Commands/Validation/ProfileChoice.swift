import Arguments

/// The SDK whose users see the cards, where rules differ between SDKs.
enum ProfileChoice: String, OptionChoice {
  case brazeSwift = "braze-swift"
  case android
  case web
  case flutter

  var summary: String {
    switch self {
    case .brazeSwift: "Braze's Swift SDK, for Apple's systems"
    case .android: "Braze's Android SDK"
    case .web: "Braze's web SDK"
    case .flutter: "Braze's Flutter plugin"
    }
  }
}
