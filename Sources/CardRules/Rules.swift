/// The list of all rules.
package enum Rules {
  /// All rules, sorted by id.
  package static let all: [Rule] = [
    .baselineStale,
    .aspectRatio, .booleanForm, .classicRatio, .contradictoryFlags, .contradictoryState,
    .controlContent, .createdMissing, .deprecated, .dismissableSpelling, .expired,
    .expiryBeforeCreation, .expiryTooFar, .idComposite, .idMissing, .imageMissing, .nullLink,
    .payloadSize, .pinnedDismissible, .cardShape, .textForm, .textLong, .textMissing, .timeInvalid,
    .timeUnit, .cardTooLarge, .typeMissing, .typeSpelling, .typeUnknown, .unknownKey,
    .unusedContent,
    .messageHeaderMissing, .propertyInvalid, .propertyMissing, .classTypeLiquid, .classTypeMissing,
    .classTypeSpaces, .classTypeSpelling, .classTypeUnknown,
    .configurationKeyRepeated, .configurationKeyUnknown, .configurationValue,
    .extrasForm, .extrasJSON, .extrasKeyEmpty, .extrasKeySpelling, .extrasKeyUnknown,
    .extrasNotString,
    .duplicateID, .sameCampaign, .tooManyCards,
    .inputFormat, .inputNotJSON, .nothingChecked, .inputTemplate, .inputUnreadable,
    .duplicateKey, .arrayTruncated, .jsonSyntax,
    .brazeActionLink, .clickNotLogged, .imageFormat, .imageGIF, .linkInsecure, .linkInvalid,
    .androidProfile, .brazeSwiftProfile, .flutterProfile, .watermarkMissing, .webProfile,
    .registryInvalid, .registryNameUnknown, .registryRepeated,
    .requestAPIKey, .requestAttachmentName, .requestBroadcastWithRecipients,
    .requestClassTypeLiquid, .requestKeyMisnamed, .requestKeyMissing, .requestKeyUnknown,
    .requestLiquid,
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
    .triggerPropertiesTooLarge, .triggerPropertyInvalid, .triggerPropertyMissing,
    .triggerPropertyUnknown,
  ]

  /// The ids of all rules.
  package static let ids = all.map(\.id)

  /// The ids of the rules whose level can be set: all but `input/unreadable`, which is always an
  /// error.
  package static let settableIDs = ids.filter { $0 != Rule.inputUnreadable.id }

  /// Returns the ids of the rules with a trait.
  package static func ids(_ trait: RuleTraits) -> Set<String> {
    Set(all.lazy.filter { $0.traits.contains(trait) }.map(\.id))
  }

  /// Returns the ids of the rules that are on by default.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry.
  package static func onByDefault(hasOwnClasses: Bool) -> Set<String> {
    let ids = Set(settableIDs).subtracting(ids(.offByDefault))
    return hasOwnClasses ? ids.union(Rules.ids(.ownClasses)) : ids
  }

  /// Returns the rule with this id; nil for an unknown id.
  package static func rule(_ id: String) -> Rule? { rulesByID[id] }

  private static let rulesByID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}

// Rules about registries, configurations and whole runs.
extension Rule {
  static let registryInvalid = Rule("registry/invalid", .error)
  static let registryNameUnknown = Rule("registry/name-unknown", .error)
  static let registryRepeated = Rule("registry/repeated", .error)
  static let configurationValue = Rule("configuration/value", .error)
  static let configurationKeyUnknown = Rule("configuration/key-unknown", .error)
  static let configurationKeyRepeated = Rule("configuration/key-repeated", .error)

  /// The rule for baseline entries whose findings no longer exist.
  package static let baselineStale = Rule("baseline/stale", .error)

  /// The rule for inputs that cannot be read.
  package static let inputUnreadable = Rule("input/unreadable", .error)

  /// The rule for files in directories that are not JSON, and not Braze's either.
  package static let inputNotJSON = Rule("input/not-json", .warning)

  /// The rule for named files of Liquid alone.
  package static let inputTemplate = Rule("input/template", .info)

  /// The rule for runs that find nothing to check.
  package static let nothingChecked = Rule("input/nothing-checked", .error)
}
