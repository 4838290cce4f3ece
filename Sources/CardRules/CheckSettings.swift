import ContentCardKit

/// The settings that checks need.
///
/// The context of each card contains a copy.
package struct CheckSettings: Sendable {
  /// The SDKs whose requirements are checked too.
  package var profiles: [Profile] = []
  /// Whether Liquid is allowed in delivered cards too.
  package var isTemplate = false
  /// The maximum size of a payload in bytes.
  package var maximumPayload = CheckSettings.payloadLimit
  /// The maximum size of a card to read, in bytes.
  package var maximumCardSize = ReadingOptions().maximumCardSize
  /// The maximum number of unexpired cards in a feed.
  package var maximumCards = CheckSettings.cardLimit
  /// The maximum number of ids to compare per feed.
  package var maximumComparedIDs = CheckSettings.comparedIDLimit
  /// The current time in epoch milliseconds.
  package var now: Int64 = 0
  /// Whether the user specified the current time, so that findings may depend on it.
  package var isNowGiven = false

  /// Whether the team has a registry, which is then assumed to be complete.
  package var hasOwnClasses = false

  /// The default limit on compared ids, which take 16 MB.
  package static let comparedIDLimit = 500_000
  /// The maximum number of unexpired cards that Braze keeps for a user.
  package static let cardLimit = 250
  /// Braze's 2 KB limit on cards, in bytes.
  ///
  /// Whether it means 2,000 or 2,048 bytes is undocumented.
  package static let payloadLimit = 2048

  /// The default settings.
  package init() {}
}

/// An SDK with stricter requirements than the common ones.
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
