/// A message has a header.
enum MessageHeaderMissing: Rule {
  static let text = RuleText(
    id: "class/message-header-missing", severity: .warning,
    summary: "a message has a message_header",
    reason: "The message center lists messages by their headers; a row without one is blank.",
    bad:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":⟦{"class_type":"message_full_page"}⟧}
      """#,
    good:
      #"""
      {"id":"a","tp":"text_announcement","ca":1,"tt":"A","ds":"B",
      "e":{"class_type":"message_full_page","message_header":"News"}}
      """#,
    source: "the implementation guide: message center")
}
