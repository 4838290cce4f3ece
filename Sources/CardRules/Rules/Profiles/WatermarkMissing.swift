/// A sync response says how far it goes.
enum WatermarkMissing: Rule {
  static let text = RuleText(
    id: "profile/watermark-missing", severity: .error,
    summary: "a sync response has last_full_sync_at and last_card_updated_at (with --profile "
      + "braze-swift)",
    reason: "BrazeKit rejects a sync response without its watermarks, and with it all of its "
      + "cards.",
    bad: RuleExample(
      #"⟦{⟧"message":"success","last_full_sync_at":1701861950,"cards":[]}"#,
      CheckSettings(profile: .brazeSwift)),
    good: RuleExample(
      #"{"message":"success","last_full_sync_at":1701861950,"last_card_updated_at":1,"cards":[]}"#,
      CheckSettings(profile: .brazeSwift)),
    source: "domain.md, sections 2.3 and 2.6")
}
