import Foundation
import Testing

/// Parts of a system that a container may lack.
struct BareSystemTests {
  private static func canHide(_ directory: String) -> Bool {
    let result = try? ChildProcess.run(
      ["-rm", "mount", "-t", "tmpfs", "none", directory], of: "/usr/bin/unshare")
    return result?.status == 0
  }

  /// The command line comes from the system, not from /proc.
  @Test(.enabled(if: BareSystemTests.canHide("/proc"), "/proc cannot be hidden"))
  func worksWithoutProc() throws {
    let script = "mount -t tmpfs none /proc && exec \"$1\" --version"
    let result = try ChildProcess.run(
      ["-rm", "/bin/sh", "-c", script, "sh", Repository.tool], of: "/usr/bin/unshare")
    #expect(result.text.hasPrefix("cardctl "), "\(result.messageText)")
    #expect(result.status == 0)
  }
}
