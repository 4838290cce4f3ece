public import ContentCardKit

/// The cards of an asynchronous input, in order, and what could not be read.
///
///     for try await element in ContentCardSequence(chunks) { … }
///
/// The input is a sequence of chunks, or of bytes such as `URLSession.AsyncBytes`. Reading stays on
/// the actor of the caller, so it does not change threads for each card.
public struct ContentCardSequence<Base: AsyncSequence>: AsyncSequence
where Base.Element: Sequence<UInt8> {
  /// A card or a failure.
  public typealias Element = ContentCardElement

  private let base: Base

  /// The cards of `base`, chunks of UTF-8 with any boundaries.
  public init(_ base: Base) { self.base = base }

  /// The cards of `bytes`, in UTF-8.
  public init<Bytes>(_ bytes: Bytes) where Base == ByteChunks<Bytes> { base = ByteChunks(bytes) }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }

  /// Reads as far as elements are requested.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let box = Box()
    private var waiting: ArraySlice<ContentCardElement> = []
    private var isDone = false

    /// The reader, which cannot be copied.
    private final class Box { var reader = ContentCardReader() }

    fileprivate init(base: Base.AsyncIterator) { self.base = base }

    /// The next card or failure; nil at the end.
    ///
    /// - Throws: the error of the input.
    public nonisolated(nonsending) mutating func next() async throws -> ContentCardElement? {
      try await next(isolation: #isolation)
    }

    /// The next card or failure; nil at the end.
    ///
    /// - Throws: the error of the input.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> ContentCardElement? {
      while waiting.isEmpty, !isDone {
        if let chunk = try await base.nextChunk(isolation: actor) {
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

/// The objects of an asynchronous input: a conversion for each chunk that has any result.
///
///     for try await conversion in factory.conversions(of: chunks) { show(conversion.objects) }
public struct ConversionSequence<Base: AsyncSequence>: AsyncSequence
where Base.Element: Sequence<UInt8> {
  /// The objects of the next cards, and what happened to the others.
  public typealias Element = Conversion

  private let base: Base
  private let factory: ContentCardFactory
  private let classTypes: [ContentCardClassType]?

  fileprivate init(
    _ base: Base, _ factory: ContentCardFactory, for classTypes: [ContentCardClassType]?
  ) {
    self.base = base
    self.factory = factory
    self.classTypes = classTypes
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: base.makeAsyncIterator(), converter: factory.converter(for: classTypes))
  }

  /// Reads as far as elements are requested.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let box: Box
    private var isDone = false

    /// The converter, which cannot be copied.
    private final class Box {
      var converter: ContentCardConverter
      init(_ converter: consuming ContentCardConverter) { self.converter = converter }
    }

    fileprivate init(base: Base.AsyncIterator, converter: consuming ContentCardConverter) {
      self.base = base
      box = Box(converter)
    }

    /// The next conversion; nil at the end.
    ///
    /// - Throws: the error of the input.
    public nonisolated(nonsending) mutating func next() async throws -> Conversion? {
      try await next(isolation: #isolation)
    }

    /// The next conversion; nil at the end.
    ///
    /// - Throws: the error of the input.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Conversion? {
      while !isDone {
        let conversion: Conversion
        if let chunk = try await base.nextChunk(isolation: actor) {
          conversion = box.converter.read(chunk)
        } else {
          conversion = box.converter.finish()
          isDone = true
        }
        if !conversion.objects.isEmpty || !conversion.failures.isEmpty || conversion.skipped > 0 {
          return conversion
        }
      }
      return nil
    }
  }
}

extension ConversionSequence: Sendable where Base: Sendable {}

extension ContentCardFactory {
  /// The objects of an input that comes in chunks of UTF-8.
  ///
  /// - Parameter classTypes: the requested class types; nil for all.
  public func conversions<Chunks: AsyncSequence>(
    of chunks: Chunks, for classTypes: [ContentCardClassType]? = nil
  ) -> ConversionSequence<Chunks> where Chunks.Element: Sequence<UInt8> {
    ConversionSequence(chunks, self, for: classTypes)
  }

  /// The objects of an input that comes in bytes of UTF-8, such as `URLSession.AsyncBytes`.
  ///
  /// - Parameter classTypes: the requested class types; nil for all.
  public func conversions<Bytes: AsyncSequence>(
    of bytes: Bytes, for classTypes: [ContentCardClassType]? = nil
  ) -> ConversionSequence<ByteChunks<Bytes>> where Bytes.Element == UInt8 {
    ConversionSequence(ByteChunks(bytes), self, for: classTypes)
  }
}

/// The chunks of an asynchronous sequence of bytes.
///
/// A chunk ends after a line that ends with a bracket, so that a card does not wait for the next
/// one, and at 16 KiB.
public struct ByteChunks<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  /// A chunk.
  public typealias Element = [UInt8]

  private let base: Base

  init(_ base: Base) { self.base = base }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }

  /// Collects the bytes of a chunk.
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
  /// The next element, on the actor of the caller where the system has that.
  fileprivate mutating func nextChunk(
    isolation actor: isolated (any Actor)?
  ) async throws -> Element? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return try await next(isolation: actor)
    }
    // Older systems call `next` outside of the actor; nothing else uses the iterator meanwhile.
    nonisolated(unsafe) var iterator = self
    nonisolated(unsafe) let element = try await unsafe iterator.next()
    unsafe self = iterator
    return unsafe element
  }
}
