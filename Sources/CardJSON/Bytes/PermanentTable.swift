/// A lookup table that lives as long as the program.
///
/// Unlike an array it is not a reference, so that structs that contain one cost nothing to copy and
/// threads that read one share no counter. Its memory is never freed: make few of them. Measured
/// with arrays instead: `filter --class-type` takes 12 % more instructions, `convert` 15 %,
/// `validate` 9 %.
@frozen
@safe
public struct PermanentTable<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @usableFromInline let base: UnsafePointer<Element>
  /// The number of elements.
  public let count: Int

  /// A table of `elements`.
  public init(_ elements: [Element]) {
    count = elements.count
    // The system's own call, since Swift's costs several times as much.
    let bytes = unsafe Memory.allocate(Swift.max(count * MemoryLayout<Element>.stride, 1))
    let memory = unsafe bytes.bindMemory(to: Element.self, capacity: count)
    for index in 0..<count { unsafe (memory + index).initialize(to: elements[index]) }
    unsafe base = UnsafePointer(memory)
  }

  /// The element at `index`.
  @inlinable
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// The element at `index` by its place alone.
  @inlinable
  public func item(_ index: Int) -> PermanentItem<Element> {
    precondition(index >= 0 && index < count)
    return unsafe PermanentItem(place: base + index)
  }
}

extension PermanentTable: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { count }
}

/// One element of a `PermanentTable`: a word to copy, however large the element is.
///
/// Its stored properties can be asked for as its own, and are read where they stand.
@frozen
@safe
@dynamicMemberLookup
public struct PermanentItem<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @usableFromInline let place: UnsafePointer<Element>

  @usableFromInline init(place: UnsafePointer<Element>) { unsafe self.place = place }

  /// The element.
  @inlinable public var value: Element { unsafe place.pointee }

  /// One property of the element.
  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<Element, Value>) -> Value {
    unsafe place.pointee[keyPath: path]
  }
}
