import CardJSON
import CardLibC

extension SystemCalls {
  /// The names in a directory, but for those of itself and the one above, in no order.
  ///
  /// - Parameter name: how messages call the directory.
  public static func names(in path: String, shownAs name: String) throws(SystemFailure) -> [String]
  {
    guard let directory = unsafe SystemText.withPath(path, { unsafe opendir($0) }) else {
      throw SystemFailure(action: "cannot read the directory \(name)", code: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        guard errno == 0 else {
          throw SystemFailure(action: "cannot read the directory \(name)", code: errno)
        }
        return names
      }
      let text = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(
          to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)
        ) { unsafe SystemText.text($0) }
      }
      if text != ".", text != ".." { names.append(text) }
    }
  }
  /// The same names; none where there is no directory.
  public static func names(ifThereIn path: String, shownAs name: String) throws(SystemFailure)
    -> [String]
  {
    do throws(SystemFailure) {
      return try names(in: path, shownAs: name)
    } catch {
      if isAbsence(error.code) { return [] }
      throw error
    }
  }
}
