import CardJSON
import ContentCardKit

// Checks of the properties that a request brings for its campaign or Canvas.
extension RequestObject {
  /// Checks the trigger properties of a campaign against its contract.
  func checkCampaign(_ findings: inout FindingSink) {
    check(
      "campaign_id", "campaign", checker.contracts.campaigns, in: ["trigger_properties"], &findings)
  }

  /// Checks the context properties of a Canvas against its contract.
  func checkCanvas(_ findings: inout FindingSink) {
    check(
      "canvas_id", "Canvas", checker.contracts.canvases,
      in: ["context", "canvas_entry_properties"],
      &findings)
  }

  private func check(
    _ key: StaticString, _ noun: String, _ contracts: [String: Contract],
    in holders: [StaticString], _ findings: inout FindingSink
  ) {
    guard !contracts.isEmpty, let id = text(key), id.kind == .string else { return }
    guard let contract = contracts[id.string] else {
      let hint = NearestName.hint(for: id.string, among: Array(contracts.keys))
      return findings.report(
        .requestNotChecked, at: id,
        "the configuration has no \(noun) \(id.shown), so its properties are not checked\(hint)")
    }
    func pairs(of object: JSONNode) -> JSONNode? {
      holders.lazy.compactMap { object.member($0, .object) }.first
    }
    let merged = MergedProperties(
      contract: contract, name: contract.name ?? id.string, key: "\(holders[0])",
      shared: pairs(of: node), holder: node)
    let users = elements(of: "recipients").filter { $0.kind == .object }
    merged.check(users.map { ($0, pairs(of: $0)) }, &findings)
  }
}

/// The properties of a request, which each recipient may replace.
private struct MergedProperties {
  let contract: Contract
  /// The name of the campaign or Canvas.
  let name: String
  /// The key of the properties.
  let key: String
  /// The properties for all recipients; nil if absent.
  let shared: JSONNode?
  /// The request.
  let holder: JSONNode

  /// Checks the properties that each of `users` gets: its own ones, else the shared ones.
  func check(
    _ users: [(user: JSONNode, own: JSONNode?)], _ findings: inout FindingSink
  ) {
    for case let own? in users.map(\.own) { check(own, &findings) }
    if let shared {
      // A value that everybody replaces is not sent.
      check(shared, &findings) { name in
        users.isEmpty || users.contains { value(name, in: $0.own) == nil }
      }
    }
    let required = contract.properties.filter(\.value.isRequired).keys.sorted()
    for name in required where value(name, in: shared) == nil {
      let lacking = users.filter { value(name, in: $0.own) == nil }
      // If no user gets the property, one finding is enough.
      if lacking.count == users.count {
        reportMissing(name, at: shared ?? holder, &findings)
      } else {
        for (user, own) in lacking { reportMissing(name, at: own ?? user, &findings) }
      }
    }
  }

  /// Returns a property; nil if absent or `null`.
  private func value(_ name: String, in pairs: JSONNode?) -> JSONNode? {
    pairs?.member(named: name).flatMap { $0.kind == .null ? nil : $0 }
  }

  private func reportMissing(_ name: String, at node: JSONNode, _ findings: inout FindingSink) {
    let type = contract.properties[name]?.type.noun ?? ""
    findings.report(
      .triggerPropertyMissing, at: node,
      "\(MessageText.quoted(self.name)) needs \(MessageText.quoted(name)) in \"\(key)\": \(type)")
  }

  /// Checks the values and names of properties.
  private func check(
    _ pairs: JSONNode, _ findings: inout FindingSink, isSent: (String) -> Bool = { _ in true }
  ) {
    for (key, value) in pairs.members {
      let name = key.string
      guard let property = contract.properties[name] else {
        let hint = NearestName.hint(for: name, among: contract.properties.keys.sorted())
        findings.report(
          .triggerPropertyUnknown, at: .key(value),
          "\(MessageText.quoted(self.name)) has no property \(MessageText.quoted(name))\(hint)")
        continue
      }
      // A required one that is null is missing.
      if !isSent(name) || findings.isOutput(value) || value.kind == .null { continue }
      guard let problem = property.problem(of: value) else { continue }
      findings.report(
        .triggerPropertyInvalid, at: value, "\(MessageText.quoted(name)) must be \(problem)")
    }
  }
}

extension Contract.Property {
  /// Returns what a value must be, and what it is; nil if it is valid.
  fileprivate func problem(of value: JSONNode) -> String? {
    let found = "; found \(value.shown)"
    guard type.accepts(value) else {
      let isNumeric = type == .number || type == .integer
      let isQuoted = isNumeric && value.kind == .string && JSONNumber.isValid(value.content)
      return type.noun + found + (isQuoted ? "; write \(value.content.text) without quotes" : "")
    }
    if let values, !value.isLiquid, !values.contains(where: { $0.equals(value) }) {
      return (values.count == 1 ? "" : "one of ") + values.map(\.shown).joined(separator: ", ")
        + found
    }
    guard value.kind == .number, let number = ContentCardNumber(value.content.text) else {
      return nil
    }
    if let minimum, number < minimum { return "at least \(minimum)\(found)" }
    if let maximum, number > maximum { return "at most \(maximum)\(found)" }
    return nil
  }
}
