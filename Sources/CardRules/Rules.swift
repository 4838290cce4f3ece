import CardJSON

/// All rules, and the functions that check them.
package enum Rules {
  /// The checks of a single card, each for one group of fields.
  static let cardChecks: [CardCheck] = [
    .identity, .type, .content, .flags, .texts, .times, .keys, .links, .extras, .classType, .liquid,
    .profiles,
  ]

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

/// A function that checks one group of fields of a card.
///
/// It runs on each card, so it allocates nothing for a good card.
struct CardCheck: Sendable {
  /// The cards that are checked.
  let scope: CardScope
  /// The function.
  let run: @Sendable (_ card: CardContext, _ findings: inout FindingSink) -> Void
}

/// The cards that a check is for.
struct CardScope: OptionSet, Sendable {
  /// One bit per scope.
  let rawValue: UInt8

  /// Cards as devices have them.
  static let delivered = CardScope(rawValue: 1)
  /// Cards of requests, which are still templates.
  static let requests = CardScope(rawValue: 2)
  /// Tombstones: cards that the server withdrew, which have little more than an id.
  static let tombstones = CardScope(rawValue: 4)

  /// Cards that have content.
  static let content: CardScope = [.delivered, .requests]
  /// All cards.
  static let all: CardScope = [.delivered, .requests, .tombstones]
}

// The rules about a whole run.
extension Rule {
  /// The rule of baseline entries whose findings are gone.
  package static let baselineStale = Rule(
    id: "baseline/stale", severity: .error, source: PublicPage.validateManual,
    summary: "an entry of the baseline whose finding is gone",
    reason: "A baseline contains accepted findings. If one of them is fixed, its entry must be "
      + "removed, or the same error could return unnoticed. Remove the entry, or run again with "
      + "--write-baseline.")

  /// The rule of inputs that cannot be read, which each report calls an error.
  package static let inputUnreadable = Rule(
    id: "input/unreadable", severity: .error, source: PublicPage.validateManual,
    summary: "every input can be read",
    reason: "The cards of an input that cannot be read are not checked, so the run fails.")

  /// The rule of runs that find nothing to check.
  package static let nothingChecked = Rule(
    id: "input/nothing-checked", severity: .error, source: PublicPage.validateManual,
    summary: "every run checks something",
    reason: "An empty file, an empty directory or the output of a failed download has no errors, "
      + "but nothing in it was checked. An empty array, envelope or sync response counts as "
      + "checked.")
}
