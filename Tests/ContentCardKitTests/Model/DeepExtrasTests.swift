import ContentCardKit
import Foundation
import Testing

/// Extras of any depth that is read fit into the stack of a secondary thread on Apple's platforms,
/// which has 512 KiB, also in a build without optimization.
@Suite struct DeepExtrasTests {
  private static let stackSize = 512 << 10

  /// The result of `body` on a new thread with such a stack.
  private static func onSmallStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = stackSize
      thread.start()
    }
  }

  /// A card whose extra `deep` is `depth` containers in each other.
  private static func card(_ depth: Int, isObject: Bool) -> String {
    let (open, close) = isObject ? (#"{"a":"#, "}") : ("[", "]")
    let value =
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    return #"{"id":"c","tp":"short_news","ca":1,"tt":"t","e":{"deep":"# + value + "}}"
  }

  /// The card and its extras are two levels of the limit of 512.
  @Test(arguments: [true, false]) func deepExtrasAreReadAndWritten(_ isObject: Bool) async throws {
    let text = Self.card(510, isObject: isObject)
    let (cards, written) = await Self.onSmallStack {
      let feed = ContentCardFeed(text)
      return (feed.cards, feed.cards.map { "\($0.extraValues?["deep"] ?? .null)" })
    }
    #expect(cards.count == 1)
    #expect(written.count == 1 && text.contains(written.first ?? "none"))
  }

  @Test(arguments: [true, false]) func deepExtrasAreConverted(_ isObject: Bool) async throws {
    let text = Self.card(510, isObject: isObject)
    let counts = await Self.onSmallStack {
      let factory = ContentCardFactory()
      let cards = ContentCardFeed(text).cards
      return [factory.convert(text), factory.convert(cards)].map { $0.objects.count }
    }
    #expect(counts == [0, 0])
  }

  @Test(arguments: [true, false]) func deeperExtrasFail(_ isObject: Bool) async throws {
    let text = Self.card(511, isObject: isObject)
    let failures = await Self.onSmallStack { ContentCardFeed(text).failures.map(\.description) }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("nested deeper than 512 levels") == true)
  }

  /// An SDK's dictionary is read up to 256 levels; deeper values are omitted.
  @Test(arguments: [true, false]) func deepMetaDataIsRead(_ isObject: Bool) async throws {
    let text = Self.card(510, isObject: isObject)
    let depths = await Self.onSmallStack {
      ContentCardFeed(text).cards.map { card in
        let value = ContentCard(metaData: card.metaData).extraValues?["deep"] ?? .null
        return value.description.filter { $0 == "[" || $0 == "{" }.count
      }
    }
    #expect(depths == [255])
  }
}
