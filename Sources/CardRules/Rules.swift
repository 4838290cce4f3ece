/// All rules.
package enum Rules {
  /// All rules, ordered by id.
  package static let all: [Rule] = [
    .baselineStale,
    .aspectRatio, .booleanForm, .classicRatio, .contradictoryFlags, .contradictoryState,
    .controlContent, .createdMissing, .deprecated, .dismissableSpelling, .expired,
    .expiryBeforeCreation, .expiryTooFar, .idComposite, .idMissing, .imageMissing, .nullLink,
    .payloadSize, .pinnedDismissible, .cardShape, .textForm, .textLong, .textMissing, .timeInvalid,
    .timeUnit, .cardTooLarge, .typeMissing, .typeSpelling, .typeUnknown, .unknownKey,
    .unusedContent,
    .messageHeaderMissing, .propertyInvalid, .propertyMissing, .classTypeLiquid, .classTypeMissing,
    .classTypeSpaces, .classTypeUnknown,
    .configurationKeyRepeated, .configurationKeyUnknown, .configurationValue,
    .extrasForm, .extrasJSON, .extrasKeyEmpty, .extrasKeySpelling, .extrasKeyUnknown,
    .extrasNotString,
    .duplicateID, .sameCampaign, .tooManyCards,
    .inputFormat, .nothingChecked, .inputUnreadable,
    .duplicateKey, .arrayTruncated, .jsonSyntax,
    .brazeActionLink, .clickNotLogged, .imageFormat, .imageGIF, .linkInsecure, .linkInvalid,
    .androidProfile, .brazeSwiftProfile, .flutterProfile, .watermarkMissing, .webProfile,
    .registryInvalid, .registryNameUnknown, .registryRepeated,
    .requestAPIKey, .requestAttachmentName, .requestBroadcastWithRecipients,
    .requestClassTypeLiquid, .requestKeyMisnamed, .requestKeyMissing, .requestKeyUnknown,
    .requestNotChecked, .requestRecipientRepeated, .requestRecipientsMissing,
    .requestRecipientsTooMany, .requestSchedulePast, .requestScheduleTime, .requestUserNamedTwice,
    .requestUserUnnamed, .requestValueEmpty, .requestValueType, .requestVariationUnpaired,
    .restExpireAtInvalid, .restExpireAtTooFar, .restExpiryMissing, .restExpiryPast,
    .restExpiryTooFar, .restExpiryTwice, .restImageMissing, .restLiquidBraces, .restLiquidUnclosed,
    .restLocalTimeUnused, .restTextMissing, .restTimeToLiveInvalid, .restTypeUnknown,
    .syncFailed, .syncWithoutCards, .syncValue,
    .unrenderedLiquid,
    .trackDateInList, .trackNameTooLong, .trackObjectsTooMany, .trackObjectsTotal,
    .trackPropertiesTooLarge, .trackPropertyName, .trackPushTokenImport, .trackQuantityInvalid,
    .trackTextTooLong, .trackTimeInFuture, .trackTimeInvalid,
    .triggerAttachmentsBroadcast, .triggerNewUserIncomplete, .triggerPrioritizationMissing,
    .triggerPropertiesTooLarge,
  ]

  /// The ids of all rules.
  package static let ids = all.map(\.id)

  /// The ids whose level can be set.
  ///
  /// An input that cannot be read is always an error.
  package static let settableIDs = ids.filter { $0 != Rule.inputUnreadable.id }

  /// The rules with a trait.
  package static func ids(_ trait: RuleTraits) -> Set<String> {
    Set(all.lazy.filter { $0.traits.contains(trait) }.map(\.id))
  }

  /// The ids of the rules that are on unless the user changes it.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry.
  package static func onByDefault(hasOwnClasses: Bool) -> Set<String> {
    let ids = Set(settableIDs).subtracting(ids(.offByDefault))
    return hasOwnClasses ? ids.union(Rules.ids(.ownClasses)) : ids
  }

  /// The rule with this id; nil for an unknown id.
  package static func rule(_ id: String) -> Rule? { rulesByID[id] }

  private static let rulesByID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

// The rules about registries, configurations and whole runs.
extension Rule {
  static let registryInvalid = Rule("registry/invalid", .error)
  static let registryNameUnknown = Rule("registry/name-unknown", .error)
  static let registryRepeated = Rule("registry/repeated", .error)
  static let configurationValue = Rule("configuration/value", .error)
  static let configurationKeyUnknown = Rule("configuration/key-unknown", .error)
  static let configurationKeyRepeated = Rule("configuration/key-repeated", .error)

  /// The rule of baseline entries whose findings are gone.
  package static let baselineStale = Rule("baseline/stale", .error)

  /// The rule of inputs that cannot be read, which each report calls an error.
  package static let inputUnreadable = Rule("input/unreadable", .error)

  /// The rule of runs that find nothing to check.
  package static let nothingChecked = Rule("input/nothing-checked", .error)
}
