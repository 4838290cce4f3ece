public import ContentCardKit

/// The cards of an asynchronous sequence of pieces of an input, in order, with what could not be
/// read.
///
///     for try await element in ContentCardSequence(chunks) { … }
public struct ContentCardSequence<Base: AsyncSequence>: AsyncSequence
where Base.Element: Sequence<UInt8> {
  /// What comes next.
  public typealias Element = ContentCardElement

  private let base: Base

  /// The cards of `base`, pieces of UTF-8.
  public init(_ base: Base) { self.base = base }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator())
  }

  /// Reads as far as elements are asked for.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let box = Box()
    private var waiting: ArraySlice<ContentCardElement> = []
    private var isDone = false

    /// What reads, which cannot be copied.
    private final class Box { var reader = ContentCardReader() }

    fileprivate init(base: Base.AsyncIterator) { self.base = base }

    /// The next card or failure; nil at the end.
    ///
    /// - Throws: what the sequence of pieces throws.
    public mutating func next() async throws -> ContentCardElement? {
      while waiting.isEmpty, !isDone {
        if let chunk = try await base.next() {
          waiting = box.reader.read(chunk)[...]
        } else {
          waiting = box.reader.finish()[...]
          isDone = true
        }
      }
      return waiting.popFirst()
    }
  }
}

extension ContentCardSequence: Sendable where Base: Sendable {}

extension ContentCardFactory {
  /// The objects of pieces of an input as they come, in order, and what could not be read or
  /// converted.
  ///
  /// - Parameter classTypes: which objects are wanted; nil for all.
  public func contentCards<Chunks: AsyncSequence & Sendable>(
    in chunks: Chunks, for classTypes: [ContentCardClassType]? = nil
  ) -> AsyncCompactMapSequence<ContentCardSequence<Chunks>, ConvertedContentCard>
  where Chunks.Element: Sequence<UInt8> {
    ContentCardSequence(chunks).compactMap { convert($0, for: classTypes) }
  }
}
