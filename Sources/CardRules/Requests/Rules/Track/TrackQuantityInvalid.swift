import CardJSON

/// The quantity of a purchase is one that the API takes.
enum TrackQuantityInvalid: RequestRule {
  static let text = RuleText(
    id: "track/quantity-invalid", severity: .error,
    summary: "the quantity of a purchase is 1 to 100",
    reason: "Braze counts a quantity as that many purchases, and takes no more than 100 of them.",
    bad: purchase("⟦101⟧"),
    good: purchase("100"),
    source: "braze-docs, purchase_object")

  static let parts: Set<RequestPart> = [.purchase]

  private static func purchase(_ quantity: String) -> RuleExample {
    RuleExample(
      #"{"purchases":[{"external_id":"u","product_id":"example","currency":"EUR","price":1.5,"#
        + #""time":"2026-11-21T10:00:00Z","quantity":"# + quantity + "}]}")
  }

  static func check(_ object: RequestObject, _ findings: inout FindingSink) {
    guard let value = object.value("quantity", of: .number) else { return }
    let spelling = object.document.content(value)
    let isWithin =
      JSONNumber.compare(spelling, ByteView("1")) >= 0
      && JSONNumber.compare(spelling, ByteView("100")) <= 0
    if isWithin { return }
    findings.report(self, at: .value(value), "expected 1 to 100, found \(object.shown(value))")
  }
}
