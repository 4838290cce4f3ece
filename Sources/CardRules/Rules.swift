/// All rules, in the order in which they are listed.
package enum Rules {
  /// The one list: a rule that is not here does not exist.
  package static let all: [any Rule.Type] =
    [
      CardShape.self,
      CardTooLarge.self,
      InputFormat.self,
      JSONSyntax.self,
      RestNotRead.self,
      SyncFailed.self,
      SyncWithoutCards.self,
      DuplicateKey.self,
      AspectRatio.self,
      BooleanForm.self,
      ClassicRatio.self,
      UnusedContent.self,
      ContradictoryFlags.self,
      ContradictoryState.self,
      ControlContent.self,
      CreatedMissing.self,
      Deprecated.self,
      DismissableSpelling.self,
      Expired.self,
      ExpiryBeforeCreation.self,
      ExpiryTooFar.self,
      IDComposite.self,
      IDMissing.self,
      ImageMissing.self,
      NullLink.self,
      PayloadSize.self,
      PinnedDismissible.self,
      TextForm.self,
      TextLong.self,
      TextMissing.self,
      TimeInvalid.self,
      TimeUnit.self,
      TypeMissing.self,
      TypeSpelling.self,
      TypeUnknown.self,
      UnknownKey.self,
      LiquidLeft.self,
      BrazeActionLink.self,
      ClickNotLogged.self,
      ImageFormat.self,
      ImageGIF.self,
      LinkInsecure.self,
      LinkInvalid.self,
      ExtrasForm.self,
      ExtrasJSON.self,
      ExtrasKeyEmpty.self,
      ExtrasKeySpelling.self,
      ExtrasKeyUnknown.self,
      ExtrasNotString.self,
      ClassTypeLiquid.self,
      ClassTypeMissing.self,
      ClassTypeSpaces.self,
      ClassTypeUnknown.self,
      MessageHeaderMissing.self,
      PropertyInvalid.self,
      PropertyMissing.self,
      DuplicateID.self,
      SameCampaign.self,
      TooManyCards.self,
      AndroidProfile.self,
      BrazeSwiftProfile.self,
      FlutterProfile.self,
      WatermarkMissing.self,
      WebProfile.self,
    ] + RequestRules.all

  /// The ids of all rules.
  package static let ids = all.map { $0.text.id }

  /// The ids whose level can be set: those of the rules, and of the rules about a whole run, which
  /// the tool itself applies.
  package static let settableIDs = ids + ["baseline/stale", "input/nothing-checked"]

  /// The ids of the rules that are on with a registry of the team's own.
  package static let ofOwnClasses: Set<String> = [
    ClassTypeMissing.text.id, ClassTypeUnknown.text.id,
  ]

  /// The ids of the rules that are on unless the user says otherwise.
  ///
  /// - Parameter hasOwnClasses: whether the team has a registry.
  package static func onByDefault(hasOwnClasses: Bool) -> Set<String> {
    var ids = Set(settableIDs)
    for rule in all.map({ $0.text }) where !rule.isOnByDefault { ids.remove(rule.id) }
    return hasOwnClasses ? ids.union(ofOwnClasses) : ids
  }

  /// The ids of the rules about what cannot be read at all.
  package static let readingIDs = [
    JSONSyntax.text.id, RestNotRead.text.id, CardShape.text.id, CardTooLarge.text.id,
    SyncFailed.text.id, SyncWithoutCards.text.id, InputFormat.text.id,
  ]

  /// The ids of the rules about a whole array or envelope: what they find stands at its beginning,
  /// which may have been read long before.
  package static let containerIDs = [RestNotRead.text.id, WatermarkMissing.text.id]

  /// The ids of the rules that ask the clock: what they find comes and goes by itself.
  package static let clockIDs = [
    Expired.text.id, RestExpiryPast.text.id, RestExpireAtTooFar.text.id, TrackTimeInFuture.text.id,
    RequestSchedulePast.text.id,
  ]

  /// The rules some of whose findings say what corrects them.
  package static let correctedIDs = [
    TimeUnit.text.id, DismissableSpelling.text.id, ExtrasNotString.text.id,
  ]

  /// The rule called `id`; nil when there is none.
  package static func rule(_ id: String) -> (any Rule.Type)? {
    all.first { $0.text.id == id }
  }
}
