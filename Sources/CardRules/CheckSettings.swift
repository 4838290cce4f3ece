import ContentCardKit

/// The settings of a run that checks need.
///
/// Every card is checked with a copy.
package struct CheckSettings: Sendable {
  /// The SDKs whose demands are added.
  package var profiles: [Profile] = []
  /// Whether Liquid is allowed in delivered cards too.
  package var isTemplate = false
  /// The largest payload, in bytes.
  package var maximumPayload = CheckSettings.payloadLimit
  /// The largest card that is read, in bytes.
  package var maximumCardSize = ReadingOptions().maximumCardSize
  /// The maximum number of unexpired cards in a feed.
  package var maximumCards = CheckSettings.cardLimit
  /// The maximum number of ids of a feed that are compared.
  package var maximumComparedIDs = CheckSettings.comparedIDLimit
  /// The current time in epoch milliseconds.
  package var now: Int64 = 0
  /// Whether the user gave the current time, so that findings may depend on it.
  package var isNowGiven = false

  /// Whether the team has a registry, which then is complete.
  package var hasOwnClasses = false

  /// As many ids as take 16 MB.
  package static let comparedIDLimit = 500_000
  /// The number of unexpired cards that Braze keeps for a user.
  package static let cardLimit = 250
  /// Braze sends no card beyond 2 KB; whether that is 2,000 or 2,048 bytes is not documented.
  package static let payloadLimit = 2048

  /// The default settings.
  package init() {}
}

/// An SDK that is stricter than the others.
package enum Profile: String, CaseIterable, Sendable {
  /// BrazeKit, the Swift SDK.
  case brazeSwift = "braze-swift"
  /// The Android SDK.
  case android
  /// The web SDK.
  case web
  /// The Flutter plugin.
  case flutter
}
