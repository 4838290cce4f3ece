import CardProcessing
import ContentCardKit
import Testing

@Suite struct ConditionParsingTests {
  @Test(
    arguments: [
      ("title = Sale", "title", ["Sale"]), ("title=Sale", "title", ["Sale"]),
      (" title  =  Big Sale ", "title", ["Big Sale"]), ("title\n=\ta", "title", ["a"]),
      ("title = a and b", "title", ["a and b"]), ("extras.a = x or y", "extras.a", ["x or y"]),
      ("extras.a and b = 1", "extras.a and b", ["1"]), ("extras.a.b = 1", "extras.a.b", ["1"]),
      ("extras.a b = 1", "extras.a b", ["1"]),
      ("title = \" padded \"", "title", [" padded "]), ("title = 'it''s'", "title", ["it''s"]),
      ("title = \"\"", "title", [""]), ("title = \"", "title", ["\""]),
      ("title = \"a'", "title", ["\"a'"]), ("title = ''quoted''", "title", ["'quoted'"]),
      ("title = = 1", "title", ["= 1"]), ("title = <b>", "title", ["<b>"]),
      ("extras.caf\u{E9} = \u{E9}", "extras.caf\u{E9}", ["\u{E9}"]),
      ("title = a|b", "title", ["a", "b"]), ("title==a", "title", ["a"]),
      ("title == a | b ", "title", ["a", "b"]), ("title = \"a|b\"", "title", ["a|b"]),
      ("title = \"a|b\" | c", "title", ["a|b", "c"]),
      ("title = c|'a|b'", "title", ["c", "a|b"]), ("title = a\"|b", "title", ["a\"", "b"]),
      ("type = classic|Banner", "type", ["classic", "Banner"]),
      ("pinned = true|false", "pinned", ["true", "false"]),
      ("title = Salt and pepper", "title", ["Salt and pepper"]),
      ("title = Salt and colour = red", "title", ["Salt and colour = red"]),
      ("title = \"Salt and title = pepper\"", "title", ["Salt and title = pepper"]),
    ] as [(String, String, [String])])
  func readsEqualities(text: String, field: String, values: [String]) throws {
    let condition = try Condition(text)
    #expect(condition.field.name == field)
    #expect(condition.texts == values)
  }

  @Test(
    arguments: [
      ("title", "title"), (" pinned ", "pinned"), ("extras.a", "extras.a"),
      ("extras.a b", "extras.a b"), ("payload_size", "payload_size"), ("!title", "title"),
      (" ! pinned ", "pinned"), ("line<=5", "line"), ("line >=5", "line"), ("line< 5", "line"),
      ("created>7d", "created"), ("url ^= https://", "url"), ("url$=.png", "url"),
      ("title *= a=b", "title"), ("title ~= a", "title"), ("title~=a", "title"),
      ("title ^= a|b", "title"), ("extras.a*b!=1", "extras.a*b"), ("title != a|b|c", "title"),
    ] as [(String, String)])
  func readsOtherConditions(text: String, field: String) throws {
    let condition = try Condition(text)
    #expect(condition.field.name == field)
    #expect(condition.texts.isEmpty)
  }

  @Test(
    arguments: [
      "", "  ", "= 5", "title =", "titel =", "extras.a >=  ", "foo bar", "!", "title = a|",
      "title = |a", "title is Sale", "title is null", "title like %Sale%",
      "created between 2026-01-01 and 2026-02-01", "type in (classic, control)", "!pinned = true",
      "title === x", "type <> control", "extras.n => 9", "extras.n =< 9", "title =~ x",
      "title !== x", "viewed = false and pinned = true", "viewed AND pinned",
      "created > 7d && type = control or pinned", "type = control or type = classic",
      "pinned || viewed = true", "payload_size > 20 and 30",
      "title = Salt and pepper and pinned = true",
      "extras.price > 5 && title = Tea && pinned = true",
    ])
  func refusesOtherText(text: String) {
    let isWord = text == "titel ="
    #expect(throws: isWord ? .unknownField("titel") : SelectionError.notACondition(text)) {
      try Condition(text)
    }
  }

  @Test(arguments: ["titel = x", "titel", "!titel", "title! = x"])
  func unknownFieldsAreNamed(text: String) {
    let name = text.hasPrefix("title!") ? "title!" : "titel"
    #expect(throws: SelectionError.unknownField(name)) { try Condition(text) }
  }

  private static let orders: [Condition.Operator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
  private static let names: [Condition.Operator] = [
    .equal, .notEqual, .hasPrefix, .hasSuffix, .contains, .resembles,
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
      (
        "pinned ~= true",
        .unsuitedOperator(.resembles, field: "pinned", suited: [.equal, .notEqual])
      ),
      ("type < control", .unsuitedOperator(.less, field: "type", suited: names)),
      ("shape >= web", .unsuitedOperator(.greaterOrEqual, field: "shape", suited: names)),
    ] as [(String, SelectionError)])
  func holdsValuesToTheTypeOfTheField(text: String, error: SelectionError) {
    #expect(throws: error) { try Condition(text) }
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
        .notACondition("a is b"),
        "'a is b' is not a condition: expected FIELD, !FIELD or FIELD OP VALUE, where OP is one of "
          + "= != < <= > >= ^= $= *= ~=; repeat --where if all conditions must match, write "
          + "FIELD = A|B for alternatives, and quote a value that is empty or contains operators"
      ),
      (.unknownDirection("down"), "invalid sort direction 'down': expected asc or desc"),
      (.missingKey("=x"), "'=x' has no key: expected KEY or KEY=VALUE"),
    ] as [(SelectionError, String)])
  func errorsAreWorded(error: SelectionError, words: String) {
    #expect(error.description == words)
  }
}
