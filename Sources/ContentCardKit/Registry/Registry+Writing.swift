import CardJSON

extension Registry {
  /// The registry as the JSON of a registry file, on one line.
  ///
  /// Parsing it returns an equal registry.
  public var json: String {
    var buffer = ByteBuffer()
    appendJSON(to: &buffer)
    return buffer.read(\.text)
  }

  /// Appends the JSON of a registry file, on one line.
  package func appendJSON(to buffer: inout ByteBuffer) {
    buffer.json { json in
      json.object { registry in
        registry.object("classes") { object in
          for definition in classes {
            object.key(definition.name)
            object.object { definition.addMembers(to: &$0) }
          }
        }
      }
    }
  }
}

extension ContentCardClass {
  fileprivate func addMembers(to json: inout JSONWriter) {
    json.add("object", object)
    json.object("properties") { object in
      for property in properties {
        object.key(property.name)
        object.object { property.addMembers(to: &$0) }
      }
    }
  }
}

extension PropertyDefinition {
  /// Adds the members of the property's definition.
  fileprivate func addMembers(to json: inout JSONWriter) {
    addOrigin(to: &json)
    if type != .string { json.add("type", type.rawValue) }
    if let separator { json.add("separator", separator) }
    if let minimum { json.add("minimum", json: minimum) }
    if let maximum { json.add("maximum", json: maximum) }
    if let values { json.add("values", values) }
    if let fallback { json.add("default", fallback) }
    switch requirement {
    case .optional: break
    case .required: json.add("required", true)
    case .fields(let fields): json.add("required", fields.map(\.name))
    }
    if failsIfInvalid { json.add("invalid", "fails") }
  }

  private func addOrigin(to json: inout JSONWriter) {
    switch origin {
    case .from(let sources): json.add("from", sources.map(\.name))
    case .join(let sources, let separator):
      json.add("join", sources.map(\.name))
      json.add("with", separator)
    case .constant(let value): json.add("constant", value)
    case .firstOf(let alternatives):
      json.object("firstOf") { object in
        for alternative in alternatives {
          object.key(alternative.kind)
          object.add(nil, alternative.sources.map(\.name))
        }
      }
    }
  }
}
