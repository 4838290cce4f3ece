/// A lookup table that lives as long as the program.
///
/// Unlike an array it is no reference, so that structs which hold one cost nothing to copy and
/// threads that read one share no counter. Its memory is never freed: make few of them.
@frozen
@safe
public struct PermanentTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @usableFromInline let base: UnsafePointer<Element>
  /// The number of elements.
  public let count: Int

  /// A table of `elements`.
  public init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    unsafe elements.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe memory.initialize(from: first, count: elements.count)
    }
    unsafe base = UnsafePointer(memory)
    count = elements.count
  }

  /// The element at `index`.
  @inlinable
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }
}

extension ByteView {
  /// A view of a copy of `text` that lives as long as the program.
  public init(permanent text: String) {
    var text = text
    self = text.withUTF8 { utf8 in
      let memory = UnsafeMutablePointer<UInt8>.allocate(
        capacity: utf8.count + ByteBuffer.padding)
      unsafe memory.initialize(repeating: 0, count: utf8.count + ByteBuffer.padding)
      if let first = utf8.baseAddress { unsafe memory.update(from: first, count: utf8.count) }
      return unsafe ByteView(base: UnsafePointer(memory), count: utf8.count)
    }
  }
}
