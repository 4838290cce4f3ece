/// The rules for request bodies, registries and configurations, in the order they are listed.
enum RequestRules {
  /// Those that look at the objects of request bodies.
  static let bodies: [any RequestRule.Type] = [
    RequestKeyMissing.self,
    RequestKeyMisnamed.self,
    RequestKeyUnknown.self,
    RequestValueWrong.self,
    RequestValueEmpty.self,
    RequestAPIKey.self,
    RequestClassTypeLiquid.self,
    RequestScheduleTime.self,
    RequestRecipientsMissing.self,
    RequestRecipientsTooMany.self,
    RequestRecipientRepeated.self,
    RequestBroadcastWithRecipients.self,
    RequestUserUnnamed.self,
    RequestUserNamedTwice.self,
    RequestVariationUnpaired.self,
    RestTypeUnknown.self,
    RestTextMissing.self,
    RestImageMissing.self,
    RestExpiryMissing.self,
    RestExpiryTwice.self,
    RestTimeToLiveInvalid.self,
    RestExpireAtInvalid.self,
    RestExpiryTooFar.self,
    RestExpireAtTooFar.self,
    RestExpiryPast.self,
    RestLocalTimeUnused.self,
    RestLiquidUnclosed.self,
    TriggerPropertiesTooLarge.self,
    TriggerNewUserIncomplete.self,
    TriggerPrioritizationMissing.self,
    TriggerAttachmentsBroadcast.self,
    TrackObjectsTooMany.self,
    TrackObjectsTotal.self,
    TrackPushTokenImport.self,
    TrackNameTooLong.self,
    TrackTimeInvalid.self,
    TrackTimeInFuture.self,
    TrackPropertyName.self,
    TrackTextTooLong.self,
    TrackDateInList.self,
    TrackPropertiesTooLarge.self,
    TrackQuantityInvalid.self,
  ]

  /// All of them.
  ///
  /// Each is said to be a rule by itself: a cast of the whole list looks through all conformances of
  /// the program for each.
  static let all: [any Rule.Type] =
    bodies.map { $0 } + [
      RequestNotChecked.self,
      RegistryNameUnknown.self,
      RegistryRepeated.self,
      RegistryInvalid.self,
      ConfigurationKeyUnknown.self,
      ConfigurationKeyRepeated.self,
      ConfigurationValue.self,
    ]
}
