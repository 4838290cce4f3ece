import CardHelp
import CardJSON

/// A validation rule, in the order of the ids.
///
/// Its id, severity and traits are in the table (`Rule+Table`), its summary, source and examples in
/// the rule pages of CardHelp; its check is in `Rules`, `Requests` or `Checking`. The raw value is
/// its place in a `RuleSet`.
package enum Rule: UInt8, CaseIterable, Sendable {
  case baselineStale
  case aspectRatio, booleanForm, classicRatio, contradictoryFlags, contradictoryState,
    controlContent, createdMissing, deprecated, dismissableSpelling, expired,
    expiryBeforeCreation, expiryTooFar, idComposite, idMissing, imageMissing, nullLink,
    payloadSize, pinnedDismissible, cardShape, textForm, textLong, textMissing, timeInvalid,
    timeUnit, cardTooLarge, typeMissing, typeSpelling, typeUnknown, unknownKey, unusedContent
  case messageHeaderMissing, propertyInvalid, propertyMissing, classTypeLiquid, classTypeMissing,
    classTypeSpaces, classTypeSpelling, classTypeUnknown
  case configurationKeyRepeated, configurationKeyUnknown, configurationValue
  case extrasForm, extrasJSON, extrasKeyEmpty, extrasKeySpelling, extrasKeyUnknown,
    extrasNotString
  case duplicateID, sameCampaign, tooManyCards
  case inputFormat, inputNotJSON, nothingChecked, inputTemplate, inputUnreadable
  case duplicateKey, arrayTruncated, jsonSyntax
  case brazeActionLink, clickNotLogged, imageFormat, imageGIF, linkInsecure, linkInvalid
  case androidProfile, brazeSwiftProfile, flutterProfile, watermarkMissing, webProfile
  case registryInvalid, registryNameUnknown, registryRepeated
  case requestAPIKey, requestAttachmentName, requestBroadcastWithRecipients,
    requestClassTypeLiquid, requestKeyMisnamed, requestKeyMissing, requestKeyUnknown,
    requestLiquid, requestNotChecked, requestRecipientRepeated, requestRecipientsMissing,
    requestRecipientsTooMany, requestSchedulePast, requestScheduleTime, requestUserNamedTwice,
    requestUserUnnamed, requestValueEmpty, requestValueType, requestVariationUnpaired
  case restExpireAtInvalid, restExpireAtTooFar, restExpiryMissing, restExpiryPast,
    restExpiryTooFar, restExpiryTwice, restImageMissing, restLiquidBraces, restLiquidUnclosed,
    restLocalTimeUnused, restTextMissing, restTimeToLiveInvalid, restTypeUnknown
  case syncFailed, syncWithoutCards, syncValue
  case unrenderedLiquid
  case trackDateInList, trackNameTooLong, trackObjectsTooMany, trackObjectsTotal,
    trackPropertiesTooLarge, trackPropertyName, trackPushTokenImport, trackQuantityInvalid,
    trackTextTooLong, trackTimeInFuture, trackTimeInvalid
  case triggerAttachmentsBroadcast, triggerNewUserIncomplete, triggerPrioritizationMissing,
    triggerPropertiesTooLarge, triggerPropertyInvalid, triggerPropertyMissing,
    triggerPropertyUnknown

  /// Creates the rule with an id; nil for an unknown id.
  package init?(_ id: String) {
    let rules = Rule.allCases
    let index = rules.indices.partitionPoint { rules[$0].id < id }
    guard index < rules.count, rules[index].id == id else { return nil }
    self = rules[index]
  }

  /// The rules whose level can be set: all but `input/unreadable`, which is always an error.
  package static let settable = allCases.filter { $0 != .inputUnreadable }

  /// A description of the default level.
  package var level: String {
    traits.contains(.offByDefault) ? "off, else \(severity.rawValue)" : severity.rawValue
  }
}

extension Rule: Comparable {
  /// Returns whether the id of `left` is before that of `right`.
  package static func < (left: Rule, right: Rule) -> Bool { left.rawValue < right.rawValue }
}

extension Rule: CustomStringConvertible {
  /// The id.
  package var description: String { id }
}

/// Properties of rules that other code needs.
package struct RuleTraits: OptionSet, Sendable {
  /// One bit per trait.
  package let rawValue: UInt8

  /// Creates traits from bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The rule is off unless a setting with its exact id turns it on.
  package static let offByDefault = RuleTraits(rawValue: 1)
  /// The rule is off by default, but on if the team has a registry.
  package static let ownClasses: RuleTraits = [.offByDefault, RuleTraits(rawValue: 2)]
  /// Findings depend on the current time, so they come and go without an edit.
  package static let clock = RuleTraits(rawValue: 4)
  /// Findings are about a whole array or envelope, and are located at its start.
  package static let container = RuleTraits(rawValue: 8)
  /// Some findings have a fix.
  package static let fixed = RuleTraits(rawValue: 16)
  /// Findings are about values that cannot be read.
  package static let reading = RuleTraits(rawValue: 32)
}

// The rule's section in the rule pages.
extension Rule {
  /// The requirement in one line: lower case, no period.
  package var summary: String { text("summary") ?? "" }

  /// The effect of a violation on phones or on the campaign, in full sentences.
  package var reason: String { text("reason") ?? "" }

  /// The source of the rule: a public page, or a manual page of cardctl.
  package var source: String { text("source") ?? "" }

  /// The other severities of findings, each with its condition, such as `for optional ones`.
  package var exceptions: [(severity: Severity, condition: String)] {
    Severity.allCases.reversed().compactMap { severity in
      text(severity.rawValue).map { (severity, $0) }
    }
  }

  /// Input that violates the rule, with `⟦` and `⟧` around the bytes of its finding; nil for rules
  /// about a whole run.
  package var wrong: String? { text("wrong").map(Rule.expanded) }

  /// Input that follows the rule; nil for rules about a whole run.
  package var right: String? {
    guard let replacement = text("write") else { return text("right").map(Rule.expanded) }
    return text("wrong").map { wrong in
      let parts = Rule.parts(of: wrong, between: "⟦", "⟧")
      return Rule.expanded(parts[0] + replacement + parts[2])
    }
  }

  /// The options that the rule needs to apply to its examples.
  package var exampleOptions: String { text("with") ?? "" }

  /// The reason, and how to fix findings.
  package var explanation: String {
    let advice = " validate --fix and --diff replace the value where the right one is certain."
    return reason + (traits.contains(.fixed) ? advice : "")
  }

  /// The requirement, with the severities that differ from the default one.
  package var requirement: String {
    guard !exceptions.isEmpty else { return summary }
    let list = exceptions.map { "\($0.severity.rawValue) \($0.condition)" }
    return "\(summary) (\(list.joined(separator: ", ")))"
  }

  private func text(_ name: String) -> String? { Rule.sections[id]?[name] }

  /// The parsed sections, by rule id.
  ///
  /// A section starts with `## ID: SUMMARY`, followed by the reason, and then by an item for each
  /// other property: `- NAME: TEXT`.
  static let sections: [String: [String: String]] = {
    var sections: [String: [String: String]] = [:]
    var (id, name) = ("", "")
    // Compare bytes: comparing the 50,000 characters of the pages would take milliseconds.
    let pages = unsafe String(cString: card_help_rules()).utf8
    for line in pages.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "# ".utf8) { id = "" }
      let mark = line.starts(with: "## ".utf8) ? 3 : line.starts(with: "- ".utf8) ? 2 : 0
      if mark > 0, let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        name = String(Substring(line[..<colon].dropFirst(mark)))
        if mark == 3 { (id, name) = (name, "summary") }
        sections[id, default: [:]][name] = String(Substring(line[colon...].dropFirst(2)))
        if mark == 3 { name = "reason" }
      } else {
        let (before, separator) = (sections[id]?[name], name == "reason" ? " " : "\n")
        sections[id]?[name] = (before.map { $0 + separator } ?? "") + Substring(line)
      }
    }
    return sections.mapValues { $0.mapValues(unquoted) }
  }()

  /// Returns a string without the delimiters of inline code or a link around it.
  private static func unquoted(_ text: String) -> String {
    guard text.hasPrefix("`") || text.hasPrefix("<") else { return text }
    return String(Substring(text.utf8.dropFirst().dropLast()))
  }

  /// Returns an example with its repetitions expanded: `⟨3×#,⟩` becomes `1,2,3,`.
  private static func expanded(_ example: String) -> String {
    parts(of: example, between: "⟨", "⟩").map { part in
      let pieces = parts(of: part, between: "×", "#")
      guard pieces.count > 1, let count = Int(pieces[0]) else { return part }
      if pieces.count == 2 { return String(repeating: pieces[1], count: count) }
      return (1...count).map { pieces[1...].joined(separator: "\($0)") }.joined()
    }.joined()
  }

  /// Splits a string at each `start` and `end`.
  private static func parts(
    of text: String, between start: Unicode.Scalar, _ end: Unicode.Scalar
  ) -> [String] {
    let scalars = text.unicodeScalars
    return scalars.split(omittingEmptySubsequences: false) { $0 == start || $0 == end }
      .map { String(Substring($0)) }
  }
}
