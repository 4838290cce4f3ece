import CardJSON
import ContentCardKit

@testable import CardRules

/// Checks a whole input that is in memory.
///
///     var validator = Validator(CheckPlan())
///     for finding in validator.findings(in: bytes) { … }
///
/// The tool itself streams its inputs through several threads, with the same types.
struct Validator: ~Copyable {
  private var fixer: TextFixer

  /// A validator for `plan`.
  init(_ plan: CheckPlan) {
    var options = ReadingOptions()
    options.cards.typeKey = plan.typeKey
    options.assumesShapes = true
    options.maximumCardSize = plan.settings.maximumCardSize
    fixer = TextFixer(plan, options)
  }

  /// The findings of an input, in the order of its bytes.
  mutating func findings(in bytes: ByteView) -> [Finding] { fixer.findings(in: bytes) }

  /// The text with all fixes.
  mutating func fixed(_ bytes: ByteView) -> String {
    var result = ByteBuffer()
    let edits = fixer.edits(of: bytes) { findings, _ in findings }.edits
    result.append(0..<bytes.count, of: bytes, with: edits)
    return result.read(\.text)
  }
}

/// In tests, rules are named by their ids, as users do.
extension Rule: ExpressibleByStringLiteral {
  /// Finds the rule with this id, which must exist.
  public init(stringLiteral id: String) {
    guard let rule = Rule(id) else { preconditionFailure("there is no rule \(id)") }
    self = rule
  }
}

extension RuleSet {
  mutating func remove(_ rule: Rule) { self = subtracting(RuleSet([rule])) }
}
