import ContentCards
import Testing

@Suite struct WhereClauseTests {
  @Test(arguments: [
    ("title = Sale", "title", "=", "Sale"), ("title=Sale", "title", "=", "Sale"),
    (" title  !=  Big Sale ", "title", "!=", "Big Sale"),
    ("created<=5", "created", "<=", "5"), ("created >=5", "created", ">=", "5"),
    ("created< 5", "created", "<", "5"), ("created>5", "created", ">", "5"),
    ("url ^= https://", "url", "^=", "https://"), ("url$=.png", "url", "$=", ".png"),
    ("title *= a=b", "title", "*=", "a=b"), ("extras.a.b = 1", "extras.a.b", "=", "1"),
    ("extras.a b = 1", "extras.a b", "=", "1"), ("extras.a*b!=1", "extras.a*b", "!=", "1"),
    ("title = \" padded \"", "title", "=", " padded "), ("title = 'it''s'", "title", "=", "it''s"),
    ("title = \"\"", "title", "=", ""), ("title = \"", "title", "=", "\""),
    ("title = \"a'", "title", "=", "\"a'"), ("title = ''quoted''", "title", "=", "'quoted'"),
    ("title = = 1", "title", "=", "= 1"), ("title = <b>", "title", "=", "<b>"),
    ("title\n=\ta", "title", "=", "a"),
    ("extras.caf\u{E9} = \u{E9}", "extras.caf\u{E9}", "=", "\u{E9}"),
  ])
  func readsComparisons(text: String, field: String, sign: String, value: String) throws {
    let clause = try WhereClause(text)
    #expect(clause.field.name == field)
    #expect(clause.comparison?.operator.rawValue == sign)
    #expect(clause.comparison?.value == value)
  }

  @Test(arguments: ["title", " pinned ", "extras.a", "extras.a b", "payload_size"])
  func aFieldAloneIsACondition(text: String) throws {
    #expect(try WhereClause(text).comparison == nil)
  }

  @Test(
    arguments: [
      ("", .missingField("")), ("  ", .missingField("  ")), ("= 5", .missingField("= 5")),
      ("title =", .missingValue(after: "title =")), ("titel =", .missingValue(after: "titel =")),
      ("extras.a >=  ", .missingValue(after: "extras.a >=  ")),
      ("titel = x", .unknownField("titel")), ("titel", .unknownField("titel")),
      ("foo bar", .unknownField("foo bar")), ("title! = x", .unknownField("title!")),
      ("title is Sale", .missingOperator(field: "title", rest: "is Sale")),
      ("title == x", .foreignOperator("==", instead: "=")),
      ("type <> control", .foreignOperator("<>", instead: "!=")),
    ] as [(String, SelectionError)])
  func refusesWhatItCannotRead(text: String, error: SelectionError) {
    #expect(throws: error) { try WhereClause(text) }
  }

  @Test(
    arguments: [
      (.unknownField("titel"), "unknown field 'titel'"),
      (.missingField("= 5"), "'= 5' names no field"),
      (
        .missingValue(after: "title ="),
        "'title =' has no value: expected one after the operator, \"\" for an empty one"
      ),
      (
        .missingOperator(field: "title", rest: "is x"),
        "expected an operator after 'title', not 'is x': one of != <= >= ^= $= *= = < >"
      ),
      (.foreignOperator("==", instead: "="), "'==' is no operator: use '='"),
      (.unknownDirection("down"), "'down' is no sort direction: expected asc or desc"),
      (.missingKey("=x"), "'=x' names no key: expected KEY or KEY=VALUE"),
    ] as [(SelectionError, String)])
  func errorsAreWorded(error: SelectionError, words: String) {
    #expect(error.description == words)
  }
}
