import Foundation
import TestSupport
import Testing

/// The built tool on a disk that becomes full: a disk in memory that only the test sees.
@Suite(.enabled(if: Gate.opens("FullDiskTests"), "CARDCTL_GATE is not 1"))
struct FullDiskTests {
  /// The script around the line: it mounts a disk of 256 KiB, fills part of it, and prints its
  /// content.
  private static let script = #"""
    mount -t tmpfs -o size=256k none "$1" && cd "$1" && printf 'old\n' >out && mkdir -m 700 tmp
    printf '%s\n' '{"version":1,"findings":[]}' >known.json
    printf '%s\n' "$4" >j && cp j old-j && cp known.json old-known
    head -c "$2" /dev/zero >filler 2>/dev/null
    tool=$3 && shift 4 && said=$(TMPDIR=$PWD/tmp "$tool" "$@" 2>&1 >/dev/null)
    status=$?
    printf '%.400s\n' "$said"
    rm -f filler
    printf 'status %s\n' "$status"
    cmp out <(printf 'old\n') && cmp known.json old-known && echo 'the old files'
    ls | tr '\n' ' ' && ls -A tmp | wc -l
    head -c "$(wc -c <old-j)" j | cmp - old-j && tail -c 1 j | od -An -c
    "$tool" log check --journal j >/dev/null && echo 'the journal is whole'
    """#

  private static let event =
    #"{"v":1,"id":"01a1f7e0-0000-7000-8000-000000000001","time":"2026-11-20T09:00:00.000Z","#
    + #""event":"impression","card_id":"a"}"#

  private static let isPossible = {
    let line = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return
      (try? ChildProcess.run(
        line, of: "/usr/bin/unshare", environment: ProcessInfo.processInfo.environment
      ).status) == 0
  }()

  /// The disk is full from the start, or after some pages have been written.
  @Test(
    .enabled(if: isPossible, "no separate disk can be mounted"),
    arguments: [
      ("filter -o out $cards", "write out"),
      ("convert --as card --to csv -o out $cards", "write out"),
      ("validate --baseline known.json --write-baseline $cards", "write known.json"),
      ("validate --to json=out $cards", "write out"),
      ("filter --sort created $cards", "write the temporary file"),
      ("log impression - --journal j", "write j"),
    ], [262_144, 200_000])
  func noFileIsLeftHalfWritten(_ line: (words: String, message: String), _ filler: Int) throws {
    let scratch = try ScratchFolder()
    let text = String(repeating: "x", count: 1000)
    // Rows are written to a temporary file if they exceed 8 MiB.
    let count = line.words.contains("--sort") ? 9_000 : 600
    let cards = (0..<count).map { #"{"id":"\#($0)","ca":\#(count - $0),"x":"\#(text)"}"# }
    let input = try scratch.write("cards.ndjson", cards.joined(separator: "\n") + "\n")
    let ids = try scratch.write("ids", (0..<5000).map { "card-\($0)\n" }.joined())
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "disk"), withIntermediateDirectories: true)
    let words = line.words.replacing("$cards", with: input).split(separator: " ").map(String.init)
    let result = try ChildProcess(
      [
        "-rm", "bash", "-c", FullDiskTests.script, "bash", scratch.path("disk"), "\(filler)",
        Repository.tool, FullDiskTests.event,
      ] + words, of: "/usr/bin/unshare", input: .file(ids, flags: O_RDONLY),
      environment: ProcessInfo.processInfo.environment
    ).result()
    let said = result.text
    #expect(said.contains("status 3\n"), "\(said)\(result.messageText)")
    #expect(said.hasPrefix("cardctl: cannot \(line.message)"), "\(said)")
    #expect(said.contains(": no space left on device"), "\(said)")
    #expect(said.contains("the old files"), "\(said)")
    #expect(said.contains("j known.json old-j old-known out tmp 0\n"), "\(said)")
    #expect(said.hasSuffix("  \\n\nthe journal is whole\n"), "\(said)")
  }
}
