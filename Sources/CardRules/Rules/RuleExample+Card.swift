extension RuleExample {
  /// A card like any other, with the members that matter on a line of their own.
  ///
  /// - Parameters:
  ///   - type: what kind of card it is, as the wire format calls it.
  ///   - created: when it was created, in epoch seconds.
  ///   - members: the other members as JSON, without the brace at the end.
  static func card(
    type: String = "text_announcement", created: Int = 1_701_861_950,
    _ members: @escaping @autoclosure @Sendable () -> String
  ) -> RuleExample {
    RuleExample(
      #"{"id":"a","tp":"\#(type)","ca":\#(created),"tt":"A","ds":"B","# + "\n" + members() + "}")
  }
}
