import CardJSON

extension MetadataValue {
  /// A JSON value that outlives its document; nil for `null`.
  init?(_ document: JSONDocument, _ node: Int) {
    switch document.kind(node) {
    case .null, .end: return nil
    case .string: self = .text(document.string(node))
    case .number: self = .number(NumberText(document.string(node)))
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .object, .array:
      let items = MetadataValue.strings(document, node)
      self = items.map(MetadataValue.list) ?? .nested(CardValue.nested(document.raw(node)).string)
    }
  }

  /// The elements of an array that holds strings only; nil for anything else.
  private static func strings(_ document: JSONDocument, _ node: Int) -> [String]? {
    guard document.kind(node) == .array else { return nil }
    var items: [String] = []
    var hasOthers = false
    document.forEachElement(of: node) { element in
      hasOthers = hasOthers || document.kind(element) != .string
      items.append(document.string(element))
    }
    return hasOthers ? nil : items
  }

  /// Appends the value as JSON.
  fileprivate func appendJSON(to output: inout ByteBuffer) {
    output.json { write(to: &$0) }
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .text(let text): json.add(nil, text)
    case .number(let number): json.add { MetadataValue.append(json: number.spelling, to: &$0) }
    case .flag(let flag): json.add(nil, flag)
    case .list(let items): json.add(nil, items)
    case .nested(let text): json.add { MetadataValue.append(json: text, to: &$0) }
    case .pairs(let pairs):
      json.object { object in
        for pair in pairs {
          object.key(pair.key)
          pair.value.write(to: &object)
        }
      }
    }
  }

  /// Appends JSON that an app may have written: as text when it is not one value.
  private static func append(json: String, to output: inout ByteBuffer) {
    var text = ByteBuffer(json.utf8)
    let bytes = text.sealed()
    var scanner = JSONScanner()
    if JSONNumber.isValid(bytes) || scanner.scan(bytes) == .value(end: bytes.count) {
      output.append(bytes)
    } else {
      JSONText.appendQuoted(json, to: &output)
    }
  }

  /// Appends a time in epoch seconds as JSON that is read as the same time: so large a number that
  /// it would be taken for milliseconds is given in them.
  fileprivate func appendTime(to output: inout ByteBuffer) {
    guard case .number(let number) = self else { return appendJSON(to: &output) }
    let large = ByteBuffer(number.spelling.utf8).read { seconds -> Int64? in
      let isLarge = JSONNumber.rounded(seconds).map { abs($0) >= CardTime.firstMilliseconds }
      return isLarge == true ? JSONNumber.thousandths(seconds) : nil
    }
    if let large { output.append("\(large)") } else { appendJSON(to: &output) }
  }
}

extension ContentCardMetaData {
  /// Appends a card in the shape of the guide's dictionary.
  func appendJSON(to output: inout ByteBuffer) {
    output.append("{")
    for (index, entry) in enumerated() {
      if index > 0 { output.append(",") }
      JSONText.appendQuoted(entry.key.rawValue, to: &output)
      output.append(":")
      switch entry.key {
      case .created, .expiresAt: entry.value.appendTime(to: &output)
      default: entry.value.appendJSON(to: &output)
      }
    }
    output.append("}")
  }
}
