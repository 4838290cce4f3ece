import CardJSON

extension RegistryValue {
  /// Appends the value as JSON.
  func appendJSON(to buffer: inout ByteBuffer) {
    switch self {
    case .text(let text): JSONText.appendQuoted(text, to: &buffer)
    case .number(let spelling): buffer.append(spelling)
    case .boolean(let flag): buffer.append(flag)
    case .list(let items): items.appendJSON(to: &buffer)
    }
  }

  /// The value as text, as a cell of a table shows it.
  ///
  /// - Parameter separator: what stands between the items of a list.
  func text(separator: String) -> String {
    switch self {
    case .text(let text): text
    case .number(let spelling): spelling
    case .boolean(let flag): flag ? "true" : "false"
    case .list(let items): items.joined(separator: separator)
    }
  }
}

extension [String] {
  /// Appends a JSON array of strings.
  func appendJSON(to buffer: inout ByteBuffer) {
    buffer.append("[")
    for (index, text) in enumerated() {
      if index > 0 { buffer.append(",") }
      JSONText.appendQuoted(text, to: &buffer)
    }
    buffer.append("]")
  }
}

extension Registry {
  /// Appends the registry in its own format, on one line; parsing it gives the same registry.
  public func appendJSON(to buffer: inout ByteBuffer) {
    buffer.append("{\"classes\":{")
    for (index, definition) in classes.enumerated() {
      if index > 0 { buffer.append(",") }
      JSONText.appendQuoted(definition.name, to: &buffer)
      buffer.append(":{\"object\":")
      JSONText.appendQuoted(definition.object, to: &buffer)
      buffer.append(",\"properties\":{")
      for (index, property) in definition.properties.enumerated() {
        if index > 0 { buffer.append(",") }
        property.appendJSON(to: &buffer)
      }
      buffer.append("}}")
    }
    buffer.append("}}")
  }
}

extension PropertyDefinition {
  /// Appends the member that defines the property.
  func appendJSON(to buffer: inout ByteBuffer) {
    JSONText.appendQuoted(name, to: &buffer)
    buffer.append(":{")
    appendOrigin(to: &buffer)
    if type != .string {
      buffer.append(",\"type\":")
      JSONText.appendQuoted(type.rawValue, to: &buffer)
    }
    if let separator {
      buffer.append(",\"separator\":")
      JSONText.appendQuoted(separator, to: &buffer)
    }
    if let minimum { buffer.append(",\"minimum\":" + minimum) }
    if let maximum { buffer.append(",\"maximum\":" + maximum) }
    if let values {
      buffer.append(",\"values\":")
      values.appendJSON(to: &buffer)
    }
    if let fallback {
      buffer.append(",\"default\":")
      fallback.appendJSON(to: &buffer)
    }
    switch requirement {
    case .optional: break
    case .required: buffer.append(",\"required\":true")
    case .fields(let fields):
      buffer.append(",\"required\":")
      fields.map(\.name).appendJSON(to: &buffer)
    }
    buffer.append("}")
  }

  private func appendOrigin(to buffer: inout ByteBuffer) {
    switch origin {
    case .from(let sources):
      buffer.append("\"from\":")
      sources.map(\.name).appendJSON(to: &buffer)
    case .join(let sources, let separator):
      buffer.append("\"join\":")
      sources.map(\.name).appendJSON(to: &buffer)
      buffer.append(",\"with\":")
      JSONText.appendQuoted(separator, to: &buffer)
    case .constant(let value):
      buffer.append("\"constant\":")
      value.appendJSON(to: &buffer)
    case .firstOf(let alternatives):
      buffer.append("\"firstOf\":{")
      for (index, alternative) in alternatives.enumerated() {
        if index > 0 { buffer.append(",") }
        JSONText.appendQuoted(alternative.kind, to: &buffer)
        buffer.append(":")
        alternative.sources.map(\.name).appendJSON(to: &buffer)
      }
      buffer.append("}")
    }
  }
}
