/// Converts values that contain others, with a stack of open containers.
///
/// Recursion would need one to two kilobytes of stack for each level in an app's debug build, and
/// secondary threads on Apple's platforms have 512.
enum ContainerStack {
  /// Returns the converted value; nil if it cannot be converted.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of containers in each other; deeper ones are omitted.
  ///   - scalar: converts a value that is not a container.
  ///   - open: the values in a container; nil for a scalar.
  ///   - close: makes a container from its converted values.
  static func convert<Source, Output>(
    _ root: Source, limit: Int = .max, scalar: (Source) -> Output?,
    open: (Source) -> OpenContainer<Source, Output>?,
    close: (OpenContainer<Source, Output>) -> Output
  ) -> Output? {
    guard let first = open(root) else { return scalar(root) }
    var stack = [first]
    while true {
      if let next = stack[stack.count - 1].next() {
        if let inner = open(next) {
          if stack.count < limit { stack.append(inner) }
        } else {
          stack[stack.count - 1].add(scalar(next))
        }
      } else {
        let value = close(stack.removeLast())
        if stack.isEmpty { return value }
        stack[stack.count - 1].add(value)
      }
    }
  }
}

/// A container with its values that are not converted yet, and those that are.
struct OpenContainer<Source, Output> {
  /// Whether it is an object, and not an array.
  let isObject: Bool
  /// The converted elements of an array; nil where a value was not converted.
  private(set) var elements: [Output?] = []
  /// The converted members of an object; of duplicate keys, the last one.
  private(set) var members: [String: Output?] = [:]
  private var rest: ArraySlice<(key: String, value: Source)>
  private var key = ""

  /// An array.
  init(elements: [Source]) {
    isObject = false
    rest = elements.map { ("", $0) }[...]
  }

  /// An object.
  init(members: [(key: String, value: Source)]) {
    isObject = true
    rest = members[...]
  }

  fileprivate mutating func next() -> Source? {
    guard let next = rest.popFirst() else { return nil }
    key = next.key
    return next.value
  }

  fileprivate mutating func add(_ value: Output?) {
    if isObject { members.updateValue(value, forKey: key) } else { elements.append(value) }
  }
}
