@_spi(CardTool) import CardJSON

@_spi(CardTool) extension JSONDocument {
  /// Whether the value `node` means true, as SDKs and logs write it: `true`, `1` and their texts.
  public func saysTrue(_ node: Int) -> Bool {
    switch kind(node) {
    case .true: true
    case .number: content(node) == ByteView("1")
    case .string: text(node, equals: ByteView("true")) || text(node, equals: ByteView("1"))
    default: false
    }
  }

  /// Whether the value `node` is one that means true or false.
  func isBoolean(_ node: Int) -> Bool {
    switch kind(node) {
    case .true, .false: true
    case .number: content(node) == ByteView("0") || content(node) == ByteView("1")
    case .string:
      saysTrue(node) || text(node, equals: ByteView("false"))
        || text(node, equals: ByteView("0"))
    case .null, .object, .array, .end: false
    }
  }
}
