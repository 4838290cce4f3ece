/// All rules, in the order in which they are listed.
public enum Rules {
  /// The one list: a rule that is not here does not exist.
  public static let all: [any Rule.Type] =
    [
      IDMissing.self
    ] + RequestRules.all

  /// The ids of all rules.
  public static let ids = all.map { $0.text.id }

  /// The rule called `id`; nil when there is none.
  public static func rule(_ id: String) -> (any Rule.Type)? {
    all.first { $0.text.id == id }
  }
}
