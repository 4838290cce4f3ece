public import ContentCardKit

/// An asynchronous sequence of the cards and failures of an input, in order, or of their
/// conversions.
///
///     for try await element in ContentCardSequence(chunks) { … }
///     for try await conversion in factory.conversions(of: chunks) { show(conversion.objects) }
///
/// The input is a sequence of chunks, or of bytes such as `URLSession.AsyncBytes`. Reading stays on
/// the caller's actor, so it does not switch threads for each card.
public struct ContentCardSequence<Base: AsyncSequence, Element: Sendable>: AsyncSequence
where Base.Element: Sequence<UInt8> {
  /// A function that reads a chunk, or nil at the end of the input, and returns the elements
  /// completed by it.
  fileprivate typealias Reader = ([UInt8]?) -> [Element]

  private let base: Base
  private let makeReader: @Sendable () -> Reader

  fileprivate init(_ base: Base, _ makeReader: @escaping @Sendable () -> Reader) {
    (self.base, self.makeReader) = (base, makeReader)
  }

  /// Creates an iterator that reads the input.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), read: makeReader())
  }

  /// An iterator that reads the input as elements are requested.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let read: Reader
    private var waiting: ArraySlice<Element> = []
    private var isDone = false

    fileprivate init(base: Base.AsyncIterator, read: @escaping Reader) {
      (self.base, self.read) = (base, read)
    }

    /// The next element; nil at the end.
    ///
    /// - Throws: the error of the input.
    public nonisolated(nonsending) mutating func next() async throws -> Element? {
      try await next(isolation: #isolation)
    }

    /// The next element; nil at the end.
    ///
    /// - Throws: the error of the input.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      while waiting.isEmpty, !isDone {
        let chunk = try await base.nextChunk(isolation: actor)
        waiting = read(chunk.map { Array($0) })[...]
        isDone = chunk == nil
      }
      return waiting.popFirst()
    }
  }
}

extension ContentCardSequence: Sendable where Base: Sendable {}

extension ContentCardSequence where Element == ContentCardElement {
  /// Creates a sequence of the cards in `base`, chunks of UTF-8 with arbitrary boundaries.
  public init(_ base: Base) {
    self.init(base) {
      var reader = ContentCardReader()
      return { chunk in chunk.map { reader.read($0) } ?? reader.finish() }
    }
  }

  /// Creates a sequence of the cards in `bytes`, which are UTF-8.
  public init<Bytes>(_ bytes: Bytes) where Base == ByteChunks<Bytes> {
    self.init(ByteChunks(bytes))
  }
}

extension ContentCardFactory {
  /// Converts the cards of an input in UTF-8 chunks that have the requested class types (nil for
  /// all), and returns a conversion for each chunk with results.
  public func conversions<Chunks: AsyncSequence>(
    of chunks: Chunks, for classTypes: [ContentCardClassType]? = nil
  ) -> ContentCardSequence<Chunks, Conversion> where Chunks.Element: Sequence<UInt8> {
    ContentCardSequence(chunks) {
      var converter = converter(for: classTypes)
      return { chunk in
        let next = chunk.map { converter.read($0) } ?? converter.finish()
        return next.objects.isEmpty && next.failures.isEmpty && next.skipped == 0 ? [] : [next]
      }
    }
  }

  /// Converts the cards of an input in UTF-8 bytes, such as `URLSession.AsyncBytes`, that have the
  /// requested class types; nil for all.
  public func conversions<Bytes: AsyncSequence>(
    of bytes: Bytes, for classTypes: [ContentCardClassType]? = nil
  ) -> ContentCardSequence<ByteChunks<Bytes>, Conversion> where Bytes.Element == UInt8 {
    conversions(of: ByteChunks(bytes), for: classTypes)
  }
}

/// An asynchronous sequence of bytes, grouped into chunks.
///
/// A chunk ends at 16 KiB, or after a line that ends with a closing bracket, so that a card need
/// not wait for the next one.
public struct ByteChunks<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  /// A chunk of bytes.
  public typealias Element = [UInt8]

  private let base: Base

  init(_ base: Base) { self.base = base }

  /// Creates an iterator that reads the input.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }

  /// An iterator that collects bytes into chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    private static var limit: Int { 1 << 14 }

    /// The next chunk; nil at the end.
    ///
    /// - Throws: the error of the input.
    public nonisolated(nonsending) mutating func next() async throws -> [UInt8]? {
      try await next(isolation: #isolation)
    }

    /// The next chunk; nil at the end.
    ///
    /// - Throws: the error of the input.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
      var chunk: [UInt8] = []
      while chunk.count < AsyncIterator.limit, let byte = try await base.nextChunk(isolation: actor)
      {
        let isBracket = chunk.last == UInt8(ascii: "}") || chunk.last == UInt8(ascii: "]")
        chunk.append(byte)
        if byte == UInt8(ascii: "\n"), isBracket { break }
      }
      return chunk.isEmpty ? nil : chunk
    }
  }
}

extension ByteChunks: Sendable where Base: Sendable {}

extension AsyncIteratorProtocol {
  /// Returns the next element, on the caller's actor if the system supports that.
  fileprivate mutating func nextChunk(
    isolation actor: isolated (any Actor)?
  ) async throws -> Element? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return try await next(isolation: actor)
    }
    // On older systems, `next` leaves the actor. Nothing else uses the iterator during the call.
    nonisolated(unsafe) var iterator = self
    defer { unsafe self = iterator }
    nonisolated(unsafe) let element = try await unsafe iterator.next()
    return unsafe element
  }
}
