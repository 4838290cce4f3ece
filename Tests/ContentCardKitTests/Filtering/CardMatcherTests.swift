import CardProcessing
import ContentCardKit
import Testing

@Suite struct CardMatcherTests {
  private static let known = ["coupon_code", "home_tile"]

  private func check(
    _ card: String, _ expected: Bool, _ change: (inout CardSelection) throws -> Void
  ) throws {
    var selection = CardSelection()
    selection.registeredClassTypes = CardMatcherTests.known
    try change(&selection)
    #expect(try CardProbe.matches(card, selection) == expected, "\(selection) on \(card)")
    selection.isInverted = true
    #expect(try CardProbe.matches(card, selection) == !expected, "inverted")
  }

  @Test func anEmptySelectionWantsEverything() throws {
    try check(CardProbe.wire(), true) { _ in }
  }

  @Test(
    arguments: [
      (["coupon_code"], #""coupon_code""#, true), (["coupon_code"], #""Coupon_CODE""#, true),
      (["COUPON_code"], #""coupon_code""#, true), (["coupon_code"], #""coupon_cod\u0065""#, true),
      (["coupon_code"], #""\u0043oupon_code""#, true), (["coupon_code"], #""coupon_codes""#, false),
      (["coupon_code"], #"" coupon_code""#, false), (["coupon_code"], "null", false),
      (["coupon_code"], #""""#, false), (["home_tile", "coupon_code"], #""coupon_code""#, true),
      (["home_tile"], #""coupon_code""#, false), (["anything"], #""Anything""#, true),
      (["5"], "5", true), (["true"], "true", true), (["\u{E4}"], "\"\u{C4}\"", false),
      (["[coupon]"], #""{coupon}""#, false), (["@"], #""`""#, false),
      (["none"], #""coupon_code""#, false), (["none"], #""Coupon_Code""#, false),
      (["none"], #""other""#, true), (["none"], "null", true), (["none"], #""""#, true),
      (["none"], #""none""#, true), (["None"], #""other""#, true), (["none"], "[]", true),
      (["none", "home_tile"], #""Home_Tile""#, true), (["none", "home_tile"], #""x""#, true),
      (["none", "home_tile"], #""coupon_code""#, false),
    ] as [([String], String, Bool)])
  func classTypes(wanted: [String], value: String, expected: Bool) throws {
    try check(CardProbe.wire(extras: #""class_type":"# + value), expected) {
      for name in wanted { $0.add(classType: name) }
    }
  }

  @Test func manyClassTypesAreSearched() throws {
    let names = (0..<40).map { "Type_\($0)" }
    for name in ["type_0", "TYPE_39", #"typ\u0065_17"#] {
      let card = CardProbe.wire(extras: #""class_type":"\#(name)""#)
      try check(card, true) { for name in names { $0.add(classType: name) } }
      try check(card, false) {
        $0.add(classType: "none")
        $0.registeredClassTypes = names
      }
    }
    for name in ["type_40", "type", "type_", "\u{E4}"] {
      let card = CardProbe.wire(extras: #""class_type":"\#(name)""#)
      try check(card, false) { for name in names { $0.add(classType: name) } }
    }
  }

  @Test func theTypeKeyIsTheDecoders() throws {
    var selection = CardSelection()
    selection.add(classType: "coupon")
    let options = CardDecoder.Options(typeKey: "kind")
    let card = CardProbe.wire(extras: #""kind":"coupon","class_type":"other""#)
    #expect(try CardProbe.matches(card, selection, options: options))
    #expect(try !CardProbe.matches(card, selection))
  }

  @Test func typesAreAlternatives() throws {
    let card = CardProbe.wire(#""tp":"banner_image""#)
    func check(_ types: [CardType], _ expected: Bool) throws {
      try self.check(card, expected) { for type in types { $0.add(types: CardTypes(type)) } }
    }
    try check([.imageOnly], true)
    try check([.control, .imageOnly], true)
    try check([.classic, .control], false)
    try self.check(card, false) { $0.add(types: CardTypes(.unknown)) }
    try self.check(CardProbe.wire(#""tp":"video""#), true) { $0.add(types: CardTypes(.unknown)) }
    try self.check(#"{"id":"a","r":true}"#, false) { $0.add(types: .init(rawValue: .max)) }
  }

  @Test func idsAreAlternatives() throws {
    try check(CardProbe.wire(), true) { $0.add(ids: ["card-1"]) }
    try check(CardProbe.wire(), true) { $0.add(ids: (0..<100).map { "card-\($0)" }) }
    try check(CardProbe.wire(), false) { $0.add(ids: (2..<100).map { "card-\($0)" }) }
    try check(CardProbe.wire(), false) { $0.add(ids: ["CARD-1", "card-", "card-10"]) }
    try check(#"{"id":"a\/b","ca":1,"tp":"x"}"#, true) { $0.add(ids: ["a/b"]) }
    try check(#"{"id":12,"ca":1,"tp":"x"}"#, true) { $0.add(ids: ["12"]) }
    try check(#"{"ca":1,"tp":"x"}"#, false) { $0.add(ids: [""]) }
    // A file without ids matches no card.
    try check(CardProbe.wire(), false) { $0.add(ids: []) }
    try check(#"{"ca":1,"tp":"x"}"#, false) { $0.add(ids: []) }
  }

  @Test(arguments: [
    (["k"], true), (["none"], false), (["k=v"], true), (["k=V"], false), (["k=x", "k=v"], true),
    (["k=x", "k"], true), (["k=v", "n=1"], true), (["k=v", "n=2"], false), (["n=1.0"], false),
    (["k=v", "none"], false), (["b=true"], true), (["s=a=b"], true), (["empty"], false),
    (["empty="], false), (["o={\"x\":[1]}"], true), (["\u{E9}=y"], true), (["twice=2"], true),
    (["twice=1"], false), (["k="], false),
  ])
  func extras(wanted: [String], expected: Bool) throws {
    let card = CardProbe.wire(
      extras: #""k":"\u0076","n":1,"b":true,"s":"a=b","empty":"","o":{"x": [1]},"\u00e9":"y","#
        + #""twice":1,"twice":2"#)
    try check(card, expected) { for text in wanted { try $0.add(extra: text) } }
  }

  @Test func anExtraNeedsAKey() {
    var selection = CardSelection()
    for text in ["=x", ""] {
      #expect(throws: SelectionError.missingKey(text)) { try selection.add(extra: text) }
    }
  }

  private static let flagKeys: [(String, CardField)] = [
    ("p", .pinned), ("db", .dismissible), ("v", .viewed), ("cl", .clicked), ("d", .dismissed),
    ("t", .test),
  ]

  @Test(arguments: flagKeys)
  func flags(key: String, field: CardField) throws {
    for value in ["true", "1", "\"true\"", "false", "0", "null"] {
      let isTrue = ["true", "1", "\"true\""].contains(value)
      let card = CardProbe.wire("\"\(key)\":\(value)")
      try check(card, isTrue) { $0.set(field, true) }
      try check(card, !isTrue) { $0.set(field, false) }
      // The last one of an option wins.
      try check(card, isTrue) {
        $0.set(field, false)
        $0.set(field, true)
      }
    }
    let others = CardMatcherTests.flagKeys.map(\.0).filter { $0 != key }
    let card = CardProbe.wire(others.map { "\"\($0)\":true" }.joined(separator: ","))
    try check(card, false) { $0.set(field, true) }
  }

  @Test func control() throws {
    let control = CardProbe.wire(#""tp":"control""#)
    try check(control, true) { $0.set(control: true) }
    try check(control, false) { $0.set(control: false) }
    try check(CardProbe.wire(), false) { $0.set(control: true) }
    try check(CardProbe.wire(), true) { $0.set(control: false) }
  }

  @Test(arguments: [
    ("", true, false), (#""r":true"#, false, false), (#""d":1"#, false, false),
    (#""ea":1767225600"#, false, true), (#""ea":1767225601"#, true, false),
    (#""ea":-1"#, true, false), (#""ea":1,"r":true"#, false, true),
  ])
  func activeAndExpired(members: String, isActive: Bool, isExpired: Bool) throws {
    try check(CardProbe.wire(members), isActive) { $0.setActive() }
    try check(CardProbe.wire(members), isExpired) { $0.set(expired: true) }
    try check(CardProbe.wire(members), false) {
      $0.setActive()
      $0.set(expired: true)
    }
  }

  @Test(arguments: [
    ("", true), (#""r":true"#, false), (#""d":1"#, false), (#""ea":1767225600"#, false),
    (#""ea":1767225601"#, true), (#""tp":"control""#, false), (#""v":true"#, true),
  ])
  func shownIsActiveAndNoControl(members: String, isShown: Bool) throws {
    try check(CardProbe.wire(members), isShown) { $0.setActive(areShown: true) }
    try check(CardProbe.wire(members), false) {
      $0.setActive(areShown: true)
      $0.set(control: true)
    }
  }

  @Test func timesAreExclusive() throws {
    func time(_ text: String) throws -> TimeArgument { try TimeArgument(text, of: .expiry) }
    let card = CardProbe.wire(#""ea":1767312000"#)
    try check(card, true) { $0.add(.created, isAfter: true, [try time("2023-11-14T22:13:19Z")]) }
    try check(card, false) { $0.add(.created, isAfter: true, [try time("1700000000")]) }
    try check(card, true) { $0.add(.created, isAfter: false, [try time("1700000000.00001")]) }
    try check(card, false) { $0.add(.created, isAfter: false, [try time("1700000000")]) }
    try check(card, true) { $0.add(.expiresAt, isAfter: true, [try time("2026-01-01")]) }
    try check(card, false) { $0.add(.expiresAt, isAfter: true, [try time("2026-01-02")]) }
    try check(card, true) { $0.add(.expiresAt, isAfter: false, [try time("2026-01-03")]) }
    try check(card, false) { $0.add(.expiresAt, isAfter: false, [try time("2026-01-02")]) }
    try check(card, true) { $0.add(.expiresAt, isAfter: false, [try time("never")]) }
    try check(card, false) { $0.add(.expiresAt, isAfter: true, [try time("never")]) }
    try check(card, true) {
      $0.add(.expiresAt, isAfter: true, [try time("never"), try time("today")])
    }
    try check(card, false) { $0.add(.expiresAt, isAfter: true, [try time("tomorrow")]) }
    try check(card, true) { $0.add(.expiresAt, isAfter: false, [try time("1d12h")]) }
    try check(card, true) {
      $0.add(.created, isAfter: true, [try time("2030-01-01"), try time("2020-01-01")])
    }
    try check(card, true) {
      $0.add(.created, isAfter: false, [try time("2020-01-01"), try time("2030-01-01")])
    }
    try check(card, false) {
      $0.add(.created, isAfter: true, [try time("2020-01-01")])
      $0.add(.created, isAfter: false, [try time("2021-01-01")])
    }
  }

  @Test func absentTimes() throws {
    let time = try TimeArgument("\(CardProbe.now)")
    let card = #"{"id":"a","tp":"short_news"}"#
    try check(card, false) { $0.add(.created, isAfter: true, [time]) }
    try check(card, false) { $0.add(.created, isAfter: false, [time]) }
    try check(card, true) { $0.add(.expiresAt, isAfter: true, [time]) }
    try check(card, false) { $0.add(.expiresAt, isAfter: false, [time]) }
    let never = try TimeArgument("never", of: .expiry)
    try check(card, false) { $0.add(.expiresAt, isAfter: true, [never]) }
    try check(card, false) { $0.add(.expiresAt, isAfter: false, [never]) }
  }

  @Test func everySelectorAndEveryConditionMustHold() throws {
    let card = CardProbe.wire(#""p":true,"tt":"Sale","e":{"class_type":"coupon_code","n":"5"}"#)
    try check(card, true) {
      $0.add(classType: "coupon_code")
      $0.set(.pinned, true)
      $0.add(try Condition("title = Sale"))
      $0.add(try Condition("extras.n > 4"))
    }
    try check(card, false) {
      $0.add(try Condition("title = Sale"))
      $0.add(try Condition("extras.n > 5"))
    }
    try check(card, true) { $0.add(try Condition("extras")) }
    try check(#"{"id":"a","ca":1,"e":{}}"#, false) { $0.add(try Condition("extras")) }
    try check(card, false) {
      $0.add(classType: "coupon_code")
      $0.set(.pinned, false)
    }
  }
}

extension CardSelection {
  /// Adds times of one option, which are alternatives.
  fileprivate mutating func add(_ field: CardField, isAfter: Bool, _ times: [TimeArgument]) {
    for time in times { add(field, isAfter: isAfter, time, of: "--\(field.name) \(isAfter)") }
  }
}
