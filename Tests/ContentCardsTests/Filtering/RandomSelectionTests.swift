@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards
import Testing

/// Random selections of random cards, against `NaiveSelection`.
@Suite struct RandomSelectionTests {
  private static let texts = [
    "1", "1.0", "1e0", " 1 ", "01", "10", "-3", "2.5", "a", "ab", "A", "b a", "\u{E9}", "e",
    "\u{1F600}", "\u{FFFD}", "10%", "true", "false", "\"q\"", "a\\b", "x\ty",
  ]
  private static let classTypes = ["coupon_code", "Coupon_Code", "home_tile", "other", "none"]
  private static let now = Int(CardProbe.now / 1000)
  private static let times = [now - 604_801, now - 604_800, now - 5, now, now + 1, now + 604_800]

  private func card(_ random: inout SeededNumbers) -> NaiveCard {
    var card = NaiveCard()
    card.id = "id-\(random.next() % 5)"
    card.tp = NaiveCard.types.keys.sorted().randomElement(using: &random) ?? ""
    if Bool.random(using: &random) {
      card.classType = Self.classTypes.randomElement(using: &random)
    }
    if Bool.random(using: &random) { card.title = Self.texts.randomElement(using: &random) }
    for key in ["k", "l"] where Bool.random(using: &random) {
      card.extras[key] = Self.texts.randomElement(using: &random)
    }
    for name in NaiveCard.flagKeys.keys.sorted() where random.next() % 3 > 0 {
      card.flags[name] = Bool.random(using: &random)
    }
    card.created = Self.times.randomElement(using: &random) ?? 0
    if Bool.random(using: &random) { card.expires = Self.times.randomElement(using: &random) }
    return card
  }

  private func selection(_ random: inout SeededNumbers) -> NaiveSelection {
    var selection = NaiveSelection(created: (nil, nil), expires: (nil, nil))
    func some<Value>(_ values: [Value], _ random: inout SeededNumbers) -> [Value] {
      guard random.next() % 5 == 0 else { return [] }
      return (0...random.next() % 2).compactMap { _ in values.randomElement(using: &random) }
    }
    selection.known = ["coupon_code", "Home_Tile"]
    selection.classTypes = some(Self.classTypes, &random)
    selection.types = some(NaiveCard.types.values.sorted(), &random)
    selection.ids = some((0..<12).map { "id-\($0)" }, &random)
    for _ in 0..<random.next() % 3 where random.next() % 3 == 0 {
      let value = Bool.random(using: &random) ? Self.texts.randomElement(using: &random) : nil
      selection.extras.append((["k", "l"].randomElement(using: &random) ?? "", value))
    }
    for name in ["pinned", "dismissible", "viewed", "clicked", "dismissed", "test"]
    where random.next() % 12 == 0 {
      selection.flags[name] = Bool.random(using: &random)
    }
    if random.next() % 12 == 0 { selection.isControl = Bool.random(using: &random) }
    selection.isActive = random.next() % 12 == 0
    selection.isExpired = random.next() % 12 == 0
    selection.created = (some(Self.times, &random).first, some(Self.times, &random).first)
    selection.expires = (some(Self.times, &random).first, some(Self.times, &random).first)
    for _ in 0..<random.next() % 3 { selection.conditions.append(condition(&random)) }
    selection.isInverted = random.next() % 4 == 0
    return selection
  }

  private func condition(_ random: inout SeededNumbers) -> (String, String, String) {
    let fields = [
      "title", "extras.k", "extras.l", "class_type", "type", "id", "created", "expires_at",
      "pinned", "viewed", "expired",
    ]
    let field = fields.randomElement(using: &random) ?? ""
    let equalities = ["", "=", "!="]
    let orders = ["<", "<=", ">", ">="]
    let parts = ["^=", "$=", "*="]
    let signs: [String]
    var values = Self.texts + Self.classTypes + Self.times.map(String.init) + ["7d", "id-1", ""]
    switch field {
    case "pinned", "viewed", "expired": (signs, values) = (equalities, ["true", "false"])
    case "created": (signs, values) = (equalities + orders, Self.times.map(String.init) + ["7d"])
    case "expires_at":
      (signs, values) = (equalities + orders, Self.times.map(String.init) + ["7d", "never"])
    case "type": (signs, values) = (equalities + parts, NaiveCard.types.values.sorted())
    default: signs = equalities + orders + parts
    }
    return (
      field, signs.randomElement(using: &random) ?? "", values.randomElement(using: &random) ?? ""
    )
  }

  /// The same selection as the library takes it, conditions by way of their text.
  private func compiled(_ naive: NaiveSelection) throws -> CardSelection {
    func time(_ seconds: Int?) -> [TimeArgument] {
      seconds.map { [TimeArgument(milliseconds: Int64($0) * 1000)] } ?? []
    }
    var selection = CardSelection()
    selection.classTypes = naive.classTypes
    selection.knownClassTypes = naive.known
    selection.types = CardTypes(naive.types.compactMap { CardTypes(named: $0) })
    selection.ids = naive.ids.isEmpty ? nil : naive.ids
    selection.extras = naive.extras.map { ExtraSelector(key: $0.key, value: $0.value) }
    selection.isPinned = naive.flags["pinned"]
    selection.isDismissible = naive.flags["dismissible"]
    selection.isViewed = naive.flags["viewed"]
    selection.isClicked = naive.flags["clicked"]
    selection.isDismissed = naive.flags["dismissed"]
    selection.isTest = naive.flags["test"]
    selection.isControl = naive.isControl
    selection.isActive = naive.isActive
    selection.isExpired = naive.isExpired
    selection.createdAfter = time(naive.created.after)
    selection.createdBefore = time(naive.created.before)
    selection.expiresAfter = time(naive.expires.after)
    selection.expiresBefore = time(naive.expires.before)
    selection.conditions = try naive.conditions.map { field, sign, value in
      try WhereClause(sign.isEmpty ? field : "\(field) \(sign) '\(value)'")
    }
    selection.isInverted = naive.isInverted
    return selection
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func selectionsMeanWhatTheySay(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var found = 0
    for _ in 0..<20 {
      let naive = selection(&random)
      var matcher = CardMatcher(try compiled(naive), now: CardProbe.now)
      for _ in 0..<30 {
        let card = card(&random)
        let json = card.json(&random)
        let expected = naive.wants(card)
        try CardProbe.read(json) { #expect(matcher.matches($0) == expected, "\(naive) on \(json)") }
        found += expected ? 1 : 0
      }
    }
    #expect(found > 20 && found < 580, "the selections are too alike: \(found) of 600")
  }

  @Test func orderedNumbersCompareLikeNumbers() {
    var random = SeededNumbers(seed: 3)
    func digits(_ random: inout SeededNumbers) -> String {
      String((0...random.next() % 4).map { _ in "0019".randomElement(using: &random) ?? "0" })
    }
    func number(_ random: inout SeededNumbers) -> String {
      var text = random.next() % 2 == 0 ? "-" : ""
      text += ["0", "1", "9", "10", "91", "100"].randomElement(using: &random) ?? ""
      if random.next() % 2 == 0 { text += "." + digits(&random) }
      let exponents = ["", "e1", "E-1", "e+2", "e119", "e120", "e-122", "e-119", "e5000", "e-5000"]
      return text + (exponents.randomElement(using: &random) ?? "")
    }
    func ordered(_ text: borrowing ByteBuffer) -> [UInt8] {
      var bytes = ByteBuffer()
      #expect(JSONNumber.appendOrdered(text.view, to: &bytes))
      return bytes.view.array
    }
    for _ in 0..<5_000 {
      let texts = (number(&random), number(&random))
      let left = ByteBuffer(texts.0.utf8)
      let right = ByteBuffer(texts.1.utf8)
      let first = ordered(left)
      let second = ordered(right)
      let order = first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
      #expect(order == JSONNumber.compare(left.view, right.view), "\(texts)")
    }
  }
}
