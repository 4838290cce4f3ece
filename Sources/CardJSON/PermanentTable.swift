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
    for (index, element) in elements.enumerated() {
      unsafe (memory + index).initialize(to: element)
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
    let utf8 = Array(text.utf8)
    let table = PermanentTable(utf8 + [UInt8](repeating: 0, count: ByteBuffer.padding))
    unsafe self.init(base: table.base, count: utf8.count)
  }
}
