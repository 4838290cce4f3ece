import CardLibC

extension SystemCalls {
  /// The path of the program that runs, symbolic links resolved; nil when the system does not say.
  package static func programPath() throws(SystemFailure) -> String? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(path.count)
      guard unsafe _NSGetExecutablePath(&path, &size) == 0,
        let resolved = unsafe realpath(path, nil)
      else { return nil }
      defer { unsafe free(resolved) }
      return unsafe SystemText.text(resolved)
    #else
      return try link(at: "/proc/self/exe", name: "/proc/self/exe")
    #endif
  }

  /// Puts another program, which is looked for in PATH, in the place of this one.
  ///
  /// Returns only when that cannot be done. No shell is in between: each argument arrives as it is.
  package static func become(_ program: String, _ arguments: [String]) {
    var words = unsafe ([program] + arguments).map { unsafe SystemText.copy($0) } + [nil]
    _ = unsafe execvp(program, &words)
    for index in unsafe words.indices { unsafe free(words[index]) }
  }
}
