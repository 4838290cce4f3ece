import ContentCardKit

/// The settings of a validation, shared by all its workers.
package struct CheckPlan: Sendable {
  /// The settings of the run.
  package var settings = CheckSettings()
  /// The class types that cards may have.
  package var classes = ClassTable.builtIn
  /// The extras key of the class type.
  package var typeKey = "class_type"
  /// The required properties of requests for campaigns and Canvases.
  package var contracts = Contracts()
  /// The kind that every value is treated as; nil to detect the kind of each value.
  package var kind: RecordKind?
  /// Whether findings are only counted, without messages and locations.
  package var isCounting = false
  /// The rules that are off.
  package var inactive = RuleSet(.offByDefault)

  /// Creates a plan with the built-in classes and the rules that are on by default.
  package init() {}

  /// Returns whether findings of `rule` are reported.
  func runs(_ rule: Rule) -> Bool { !inactive.contains(rule) }
}
