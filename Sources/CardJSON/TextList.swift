/// Texts by number, from 0 in the order in which they were added; one after the other in memory.
@_spi(CardTool) public struct TextList: ~Copyable, Sendable {
  private var bytes = ByteBuffer()
  private var ends: [Int] = []

  /// No texts.
  public init() {}

  /// How many texts there are.
  public var count: Int { ends.count }

  /// How many bytes all texts have together.
  public var byteCount: Int { bytes.count }

  /// Adds a text, whose number is what `count` was.
  public mutating func append(_ text: ByteView) {
    bytes.append(text)
    ends.append(bytes.count)
  }

  /// The text with this number; a loan until the list changes.
  public subscript(number: Int) -> ByteView {
    bytes.view.slice(start(of: number)..<ends[number])
  }

  /// Where the text with this number begins among the bytes of all.
  func start(of number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

  /// A byte of all texts, or 0 after the last one.
  func byte(at place: Int) -> UInt8 { bytes.view[place] }

  /// Forgets all texts, but keeps some memory for the next ones.
  ///
  /// - Parameters:
  ///   - capacity: how many bytes of text.
  ///   - keepsCapacity: whether room for as many texts as there are.
  mutating func removeAll(keeping capacity: Int, keepsCapacity: Bool) {
    bytes.removeAll()
    bytes.shrink(to: capacity)
    ends.removeAll(keepingCapacity: keepsCapacity)
  }
}
