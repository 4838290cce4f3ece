import CardRules
import Testing

/// Good cards have no finding above info, from any rule.
@Suite struct GoodFeedTests {
  /// 2026-11-20T10:00:00Z, when no card of the fixtures has expired or is in the future.
  private static let now: Int64 = 1_795_168_800_000

  private static let feeds = try? CardProbe.fixtures(in: "validate")
  private static let shapes = try? CardProbe.fixtures(in: "shapes")

  private func serious(_ name: String, _ change: (inout CheckPlan) -> Void = { _ in }) throws
    -> [Finding]
  {
    CardProbe(try CardProbe.fixture(name)) { plan in
      plan.settings.now = Self.now
      plan.settings.isNowGiven = true
      change(&plan)
    }.findings.filter { $0.severity > .info }
  }

  @Test func thereAreFeedsInEveryShape() {
    #expect((Self.feeds ?? []).count >= 14)
    #expect((Self.shapes ?? []).count >= 12)
  }

  @Test(arguments: (feeds ?? []) + (shapes ?? [])) func goodFeedHasNoWarning(_ name: String) throws
  {
    #expect(try serious(name) == [])
  }

  @Test(arguments: [
    "envelopes/flutter.json", "envelopes/unity.json", "envelopes/rest-messages-send.json",
  ]) func goodEnvelopeHasNoWarning(_ name: String) throws {
    #expect(try serious(name) == [])
  }

  /// The feed of the README has one card of a class that is not built in, which is a mistake only
  /// with a registry.
  @Test func theFeedOfTheReadmeHasOneUnknownClass() throws {
    #expect(try serious("feed.json") { $0.settings.isNowGiven = false } == [])
    let found = try serious("feed.json") { plan in
      plan.settings.isNowGiven = false
      plan.inactive = plan.inactive.subtracting(RuleSet(.ownClasses))
    }
    #expect(found.map(\.rule) == ["class/type-unknown"])
  }

  @Test(arguments: [Profile.android, .web, .flutter]) func profilesFindNothingInAGoodSync(
    _ profile: Profile
  ) throws {
    #expect(try serious("validate/sync.json") { $0.settings.profiles = [profile] } == [])
  }

  @Test func ownRegistryChangesNothingForKnownClasses() throws {
    #expect(
      try serious("validate/wire.ndjson") { plan in
        plan.inactive = plan.inactive.subtracting(RuleSet(.ownClasses))
      } == [])
  }
}
