import Foundation
import TestSupport
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

  /// The command line is read even if no descriptor is free.
  ///
  /// A library that is loaded first lowers the limit: the loader itself needs descriptors.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc"), "no compiler"))
  func worksWithoutAFreeDescriptor() throws {
    let folder = try ScratchFolder()
    let source = """
      #include <sys/resource.h>
      __attribute__((constructor)) static void limit(void) {
        struct rlimit three = {3, 3};
        setrlimit(RLIMIT_NOFILE, &three);
      }
      """
    try source.write(toFile: folder.path("limit.c"), atomically: true, encoding: .utf8)
    let compiler = try ChildProcess.run(
      ["-shared", "-fPIC", "-o", folder.path("limit.so"), folder.path("limit.c")],
      of: "/usr/bin/cc", environment: ["PATH": "/usr/bin:/bin"])
    try #require(compiler.status == 0, "\(compiler.messageText)")
    let result = try ChildProcess.run(
      ["--version"], environment: ["LD_PRELOAD": folder.path("limit.so")])
    #expect(result.text.hasPrefix("cardctl "), "\(result.messageText)")
    #expect(result.status == 0)
  }
}
