import ContentCardKit

extension Registry {
  /// The keys of the extras that properties are read from, each once, in the order of the registry.
  var extraKeys: [String] {
    var keys: [String] = []
    var known: Set<String> = []
    for source in classes.flatMap(\.properties).flatMap(\.sources) {
      if case .extra(let key) = source, known.insert(key).inserted { keys.append(key) }
    }
    return keys
  }
}
