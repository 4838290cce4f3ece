@_spi(CardTool) import CardJSON
@_spi(CardTool) import ContentCards

/// The keys that a text names, be it JSON or not: what stands between quotes in front of a colon.
struct KeyNames {
  private var names: Set<String> = []

  /// The keys that a text must have in common with a shape or an endpoint.
  private static let least = 3
  /// How many of them must be longer than `shortest`: short ones are keys of anything.
  private static let leastLong = 2
  private static let shortest = 3

  /// The keys of a sync response.
  static let syncResponse: [StaticString] = [
    "cards", "full_sync", "last_full_sync_at", "last_card_updated_at",
  ]

  /// More different keys than these are not looked at, nor longer ones.
  private static let limit = 10_000
  private static let longest = 64

  /// The keys in `bytes`.
  init(in bytes: ByteView) {
    let quote = UInt8(ascii: "\"")
    var start = 0
    while names.count < KeyNames.limit,
      let open = bytes.firstIndex(of: quote, from: start, to: bytes.count),
      let close = bytes.firstIndex(of: quote, from: open + 1, to: bytes.count)
    {
      let next = JSONScanner.skipSpace(bytes, from: close + 1)
      let isKey = next < bytes.count && bytes[next] == UInt8(ascii: ":")
      if isKey, close - open - 1 <= KeyNames.longest {
        names.insert(bytes.slice(open + 1..<close).text)
      }
      // What ends no key may begin one, where a quote is missing.
      start = isKey ? close + 1 : close
    }
  }

  /// Whether there are enough keys of one shape, a sync response included, or of one endpoint.
  ///
  /// - Parameter typeKey: the key of the extras that names the class type.
  func areOfCards(_ typeKey: String, takesRequests: Bool) -> Bool {
    let around = KeyNames.syncResponse.map(\.description) + [typeKey]
    for shape in Shape.allCases
    where areEnough(of: shape.documentedKeys.map(\.key) + around) { return true }
    guard takesRequests else { return false }
    return RequestPart.bodies.contains { part in
      areEnough(of: (part.keys.map(\.name) + RequestKeys.distinctive).map(\.description))
    }
  }

  private func areEnough(of keys: [String]) -> Bool {
    let shared = Set(keys).filter { names.contains($0) }
    return shared.count >= KeyNames.least
      && shared.count { $0.utf8.count > KeyNames.shortest } >= KeyNames.leastLong
  }
}
