import ContentCards

/// What the rules need to know of the run.
///
/// Plain values only: every card is checked with a copy.
public struct CheckSettings: BitwiseCopyable, Sendable {
  /// The SDKs whose demands are added.
  public var profiles: ProfileSet = []
  /// Whether Liquid may stand in delivered cards too.
  public var isTemplate = false
  /// The largest payload, in bytes.
  public var maximumPayload = CheckSettings.payloadLimit
  /// The largest card that is read, in bytes.
  public var maximumCardSize = CardReader.Options().maximumCardSize
  /// How many cards that have not expired a feed may hold.
  public var maximumCards = CheckSettings.cardLimit
  /// How many ids of a feed are compared with each other.
  public var maximumComparedIDs = CheckSettings.comparedIDLimit
  /// What counts as now, in epoch milliseconds.
  public var now: Int64 = 0
  /// Whether the user said what now is, so that the clock may decide about more than a hint.
  public var isNowGiven = false
  /// Whether the registry has classes of the team's own, so that it is meant to be complete.
  public var hasOwnClasses = false

  /// As many ids as take 16 MB.
  public static let comparedIDLimit = 500_000
  /// Braze keeps so many cards that have not expired for a user.
  public static let cardLimit = 250
  /// Braze sends no card beyond 2 KB; whether that is 2,000 or 2,048 bytes, nobody documents.
  public static let payloadLimit = 2048

  /// What holds without any option.
  public init() {}

  /// The settings of a rule's example.
  static func example(_ change: (inout CheckSettings) -> Void) -> CheckSettings {
    var settings = CheckSettings()
    change(&settings)
    return settings
  }

  /// What holds with one SDK's profile.
  public init(profile: Profile) { profiles = [profile] }
}

/// An SDK that is stricter than the others.
public enum Profile: String, CaseIterable, BitwiseCopyable, Sendable {
  /// BrazeKit, the Swift SDK.
  case brazeSwift = "braze-swift"
  /// The Android SDK.
  case android
  /// The web SDK.
  case web
  /// The Flutter plugin.
  case flutter

  fileprivate var bit: UInt8 {
    switch self {
    case .brazeSwift: 1
    case .android: 2
    case .web: 4
    case .flutter: 8
    }
  }
}

/// SDKs whose demands are added, all at once; one number, because every card is checked with it.
public struct ProfileSet: Equatable, BitwiseCopyable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt8 = 0

  /// These SDKs.
  public init(_ profiles: some Sequence<Profile>) {
    for profile in profiles { bits |= profile.bit }
  }

  /// These SDKs.
  public init(arrayLiteral profiles: Profile...) { self.init(profiles) }

  /// Whether no SDK's demands are added.
  public var isEmpty: Bool { bits == 0 }

  /// Whether this SDK's demands are added.
  public func contains(_ profile: Profile) -> Bool { bits & profile.bit != 0 }
}
