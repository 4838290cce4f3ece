import CardJSON

extension Registry {
  /// The JSON of a registry file, on one line; parsing it returns an equal registry.
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
  fileprivate func addMembers(to json: inout JSONWriter) {
    addOrigin(to: &json)
    if type != .string { json.add("type", type.rawValue) }
    if let separator, origin != .join { json.add("separator", separator) }
    if let minimum { json.add("minimum", json: minimum) }
    if let maximum { json.add("maximum", json: maximum) }
    if let values { json.add("values", values) }
    if let fixedValue, origin != .constant { json.add("default", fixedValue) }
    if !needed.isEmpty {
      json.add("required", needed.map(\.name))
    } else if isRequired {
      json.add("required", true)
    }
    if failsIfInvalid { json.add("invalid", "fails") }
  }

  private func addOrigin(to json: inout JSONWriter) {
    switch origin {
    case .from: json.add("from", sources.map(\.name))
    case .join:
      json.add("join", sources.map(\.name))
      json.add("with", separator ?? PropertyDefinition.commonJoint)
    case .constant: json.add("constant", fixedValue ?? .null)
    case .firstOf:
      json.object("firstOf") { object in
        for alternative in alternatives {
          object.key(alternative.kind)
          object.add(nil, alternative.sources.map(\.name))
        }
      }
    }
  }
}
