import Foundation
import TestSupport

#if canImport(Darwin)
  import Darwin
#endif

extension ChildProcess {
  /// The peak memory of the running child, in bytes.
  func peakMemory() throws -> Int {
    #if canImport(Darwin)
      var usage = rusage_info_v4()
      let status = withUnsafeMutablePointer(to: &usage) {
        $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(id, RUSAGE_INFO_V4, $0)
        }
      }
      guard status == 0 else { throw SystemError.failed("proc_pid_rusage", errno) }
      return Int(usage.ri_lifetime_max_phys_footprint)
    #else
      // The result of wait4 includes the memory of the process that started the child.
      let lines = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8).split(
        separator: "\n")
      let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ")
      guard let words, words.count == 3, let size = Int(words[1]) else {
        throw SystemError.failed("no VmHWM", 0)
      }
      return size << 10
    #endif
  }
}
