import CardProcessing
import ContentCardKit
import Testing

@Suite struct WhereClauseTests {
  @Test(
    arguments: [
      ("title = Sale", "title", "=", "Sale"), ("title=Sale", "title", "=", "Sale"),
      (" title  !=  Big Sale ", "title", "!=", "Big Sale"),
      ("line<=5", "line", "<=", "5"), ("line >=5", "line", ">=", "5"),
      ("line< 5", "line", "<", "5"), ("created>7d", "created", ">", "7d"),
      ("title = a and b", "title", "=", "a and b"),
      ("extras.a = x or y", "extras.a", "=", "x or y"),
      ("extras.a and b = 1", "extras.a and b", "=", "1"),
      ("url ^= https://", "url", "^=", "https://"), ("url$=.png", "url", "$=", ".png"),
      ("title *= a=b", "title", "*=", "a=b"), ("extras.a.b = 1", "extras.a.b", "=", "1"),
      ("extras.a b = 1", "extras.a b", "=", "1"), ("extras.a*b!=1", "extras.a*b", "!=", "1"),
      ("title = \" padded \"", "title", "=", " padded "),
      ("title = 'it''s'", "title", "=", "it''s"),
      ("title = \"\"", "title", "=", ""), ("title = \"", "title", "=", "\""),
      ("title = \"a'", "title", "=", "\"a'"), ("title = ''quoted''", "title", "=", "'quoted'"),
      ("title = = 1", "title", "=", "= 1"), ("title = <b>", "title", "=", "<b>"),
      ("title\n=\ta", "title", "=", "a"),
      ("extras.caf\u{E9} = \u{E9}", "extras.caf\u{E9}", "=", "\u{E9}"),
    ] as [(String, String, String, String)])
  func readsComparisons(text: String, field: String, sign: String, value: String) throws {
    let clause = try WhereClause(text)
    #expect(clause.field.name == field)
    #expect(clause.operation?.rawValue == sign)
    #expect(clause.values.map(\.text) == [value])
  }

  @Test(arguments: [
    ("title = a|b", [WhereClause.Value("a"), "b"]), ("title==a", ["a"]),
    ("title == a | b ", ["a", "b"]),
    ("title != a|b|c", ["a", "b", "c"]),
    ("title = \"a|b\"", [WhereClause.Value("a|b", isQuoted: true)]),
    ("title = \"a|b\" | c", [WhereClause.Value("a|b", isQuoted: true), "c"]),
    ("title = c|'a|b'", ["c", WhereClause.Value("a|b", isQuoted: true)]),
    ("title = a\"|b", ["a\"", "b"]), ("title ^= a|b", ["a|b"]),
    ("type = classic|Banner", ["classic", "Banner"]), ("pinned = true|false", ["true", "false"]),
    ("extras.n = 1|\"1\"", ["1", WhereClause.Value("1", isQuoted: true)]),
  ])
  func readsAlternatives(text: String, values: [WhereClause.Value]) throws {
    #expect(try WhereClause(text).values == values)
  }

  @Test(arguments: [("!title", true), (" ! pinned ", true), ("title", false), ("!extras.a", true)])
  func anExclamationMarkTestsAbsence(text: String, isNegated: Bool) throws {
    let clause = try WhereClause(text)
    #expect(clause.isNegated == isNegated && clause.operation == nil)
  }

  /// A suggested condition is valid and has the intended meaning.
  @Test(arguments: [
    (
      "created between 2026-01-01 and 2026-02-01",
      ["created >= 2026-01-01", "created <= 2026-02-01"]
    ),
    ("type in (classic, control)", ["type = classic|control"]), ("title is null", ["!title"]),
    ("title is not null", ["title"]), ("title is Sale", ["title = Sale"]),
    ("title like %Sale%", ["title *= Sale"]), ("pinned is true", ["pinned = true"]),
  ])
  func wordsOfOtherLanguagesAreTranslated(text: String, instead: [String]) {
    #expect {
      _ = try WhereClause(text)
    } throws: { error in
      guard case .missingOperator(_, _, let offered)? = error as? SelectionError else {
        return false
      }
      return offered == instead
    }
  }

  @Test(arguments: ["title", " pinned ", "extras.a", "extras.a b", "payload_size"])
  func aFieldAloneIsACondition(text: String) throws {
    #expect(try WhereClause(text).operation == nil)
  }

  @Test(
    arguments: [
      ("", .missingField("")), ("  ", .missingField("  ")), ("= 5", .missingField("= 5")),
      ("title =", .missingValue(after: "title =")), ("titel =", .missingValue(after: "titel =")),
      ("extras.a >=  ", .missingValue(after: "extras.a >=  ")),
      ("titel = x", .unknownField("titel")), ("titel", .unknownField("titel")),
      ("foo bar", .unknownField("foo bar")), ("title! = x", .unknownField("title!")),
      ("title of Sale", .missingOperator(field: "title", rest: "of Sale")),
      ("created between soon", .missingOperator(field: "created", rest: "between soon")),
      ("title === x", .foreignOperator("===", instead: "=")), ("!", .missingField("!")),
      ("!titel", .unknownField("titel")), ("title = a|", .emptyAlternative("title = a|")),
      ("title = |a", .emptyAlternative("title = |a")),
      ("type <> control", .foreignOperator("<>", instead: "!=")),
      ("extras.n => 9", .foreignOperator("=>", instead: ">=")),
      ("extras.n =< 9", .foreignOperator("=<", instead: "<=")),
      ("title =~ x", .foreignOperator("=~", instead: "*=")),
      ("title !== x", .foreignOperator("!==", instead: "!=")),
    ] as [(String, SelectionError)])
  func refusesWhatItCannotRead(text: String, error: SelectionError) {
    #expect(throws: error) { try WhereClause(text) }
  }

  private static let orders: [WhereClause.Operator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
  private static let names: [WhereClause.Operator] = [
    .equal, .notEqual, .hasPrefix, .hasSuffix, .contains,
  ]

  @Test(
    arguments: [
      ("created > 11/20/2026", .notATime("11/20/2026")), ("created = never", .notATime("never")),
      ("created >= 2026", .notATime("2026")), ("created = ''", .notATime("")),
      ("expires_at < 20261120", .notATime("20261120")), ("expires_at = soon", .notATime("soon")),
      ("payload_size > 2KB", .notANumber("2KB", field: "payload_size")),
      ("image_aspect_ratio = 16:9", .notANumber("16:9", field: "image_aspect_ratio")),
      ("line = ''", .notANumber("", field: "line")),
      (
        "pinned = TRUE",
        .unknownValue("TRUE", field: "pinned", names: ["true", "false"])
      ),
      ("expired != 1", .unknownValue("1", field: "expired", names: ["true", "false"])),
      (
        "type = video",
        .unknownValue("video", field: "type", names: CardTypes.names, others: CardTypes.shapeNames)
      ),
      (
        "shape = S1",
        .unknownValue("S1", field: "shape", names: Shape.allCases.map(\.name.description))
      ),
      ("created ^= 2026", .unsuitedOperator(.hasPrefix, field: "created", suited: orders)),
      ("payload_size *= 2", .unsuitedOperator(.contains, field: "payload_size", suited: orders)),
      (
        "viewed > false", .unsuitedOperator(.greater, field: "viewed", suited: [.equal, .notEqual])
      ),
      ("type < control", .unsuitedOperator(.less, field: "type", suited: names)),
      ("shape >= web", .unsuitedOperator(.greaterOrEqual, field: "shape", suited: names)),
    ] as [(String, SelectionError)])
  func holdsValuesToTheTypeOfTheField(text: String, error: SelectionError) {
    #expect(throws: error) { try WhereClause(text) }
  }

  @Test(
    arguments: [
      (
        "viewed = false and pinned = true",
        .joinedConditions("viewed = false", and: true, "pinned = true")
      ),
      ("viewed AND pinned", .joinedConditions("viewed", and: true, "pinned")),
      (
        "created > 7d && type = control or pinned",
        .joinedConditions("created > 7d", and: true, "type = control or pinned")
      ),
      (
        "type = control or type = classic",
        .foreignOperator("or", instead: "type = control|classic")
      ),
      ("pinned || viewed = true", .joinedConditions("pinned", and: false, "viewed = true")),
      (
        "payload_size > 20 and 30", .joinedConditions("payload_size > 20", and: true, "30")
      ),
      (
        "title = Salt and pepper and pinned = true",
        .joinedConditions("title = Salt and pepper", and: true, "pinned = true")
      ),
      (
        "extras.price > 5 && title = Tea && pinned = true",
        .joinedConditions("extras.price > 5", and: true, "title = Tea && pinned = true")
      ),
    ] as [(String, SelectionError)])
  func oneConditionAtATime(text: String, error: SelectionError) {
    #expect(throws: error) { try WhereClause(text) }
  }

  @Test(
    arguments: [
      ("title = Salt and pepper", "Salt and pepper"),
      ("title = Salt and colour = red", "Salt and colour = red"),
      ("title = \"Salt and title = pepper\"", "Salt and title = pepper"),
    ])
  func aTextMayHoldAnd(text: String, value: String) throws {
    let isQuoted = text.hasSuffix("\"")
    let clause = try WhereClause(text)
    #expect(clause.operation == .equal)
    #expect(clause.values == [WhereClause.Value(value, isQuoted: isQuoted)])
  }

  @Test(
    arguments: [
      (.unknownField("titel"), "unknown field 'titel'"),
      (
        .notANumber("2KB", field: "payload_size"),
        "invalid number '2KB' for 'payload_size': "
          + "expected a number without a unit, such as 2048"
      ),
      (
        .unknownValue("yes", field: "pinned", names: ["true", "false"]),
        "unknown value 'yes' for 'pinned': expected one of true, false"
      ),
      (
        .unsuitedOperator(.contains, field: "pinned", suited: [.equal, .notEqual]),
        "'*=' does not apply to 'pinned': use one of = !="
      ),
      (
        .joinedConditions("viewed", and: true, "pinned"),
        "one condition at a time: repeat --where, as in --where 'viewed' --where 'pinned'"
      ),
      (
        .joinedConditions("viewed", and: false, "pinned"),
        "one condition at a time, and a repeated --where must match too: "
          + "for alternatives of one field write FIELD = A|B, otherwise filter twice"
      ),
      (.missingField("= 5"), "'= 5' has no field"),
      (
        .missingValue(after: "title ="),
        "'title =' has no value: expected one after the operator, \"\" for an empty one"
      ),
      (
        .missingOperator(field: "title", rest: "is x"),
        "expected an operator after 'title', not 'is x': one of != <= >= ^= $= *= = < >"
      ),
      (.foreignOperator("=>", instead: ">="), "'=>' is not an operator: use '>='"),
      (.unknownDirection("down"), "invalid sort direction 'down': expected asc or desc"),
      (.missingKey("=x"), "'=x' has no key: expected KEY or KEY=VALUE"),
    ] as [(SelectionError, String)])
  func errorsAreWorded(error: SelectionError, words: String) {
    #expect(error.description == words)
  }
}

extension WhereClause.Value: ExpressibleByStringLiteral {
  /// Creates a value without quotes.
  public init(stringLiteral text: String) { self.init(text) }
}
