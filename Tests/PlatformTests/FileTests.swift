import CardJSON
import Foundation
import CardPlatform
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Information about files, and how they are renamed.
struct FileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  // A name with a null byte is not part of a URL.
  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func absentFilesAreNil() throws {
    try folder.write("file", "")
    for name in ["none", "none/below", "file/below", "zero\u{0}byte", "file\u{0}"] {
      #expect(try SystemCalls.fileStatus(at: path(name), name: name) == nil)
      #expect(try SystemCalls.fileStatus(behind: path(name), name: name) == nil)
      #expect(try SystemCalls.link(at: path(name), name: name) == nil)
      #expect(try SystemCalls.entries(ifThereIn: path(name), shownAs: name).isEmpty)
    }
    #expect(try SystemCalls.fileStatus(at: path("file"), name: "file")?.kind == .regular)
    #expect(try SystemCalls.link(at: path("file"), name: "file") == nil)
  }

  @Test func otherFailuresAreThrown() throws {
    symlink("loop", path("loop"))
    let long = String(repeating: "x", count: 300)
    for (name, code) in [("loop/below", ELOOP), (long, ENAMETOOLONG)] {
      func fails(_ body: () throws -> Void) {
        let failure = #expect(throws: SystemFailure.self, performing: body)
        #expect(failure?.code == code)
      }
      fails { _ = try SystemCalls.fileStatus(at: path(name), name: name) }
      fails { _ = try SystemCalls.fileStatus(behind: path(name), name: name) }
      fails { _ = try SystemCalls.link(at: path(name), name: name) }
      fails { _ = try SystemCalls.entries(ifThereIn: path(name), shownAs: name) }
    }
    #expect(try SystemCalls.fileStatus(at: path("loop"), name: "loop")?.kind == .symbolicLink)
    #expect(throws: SystemFailure.self) {
      try SystemCalls.fileStatus(behind: path("loop"), name: "loop")
    }
    #expect(try SystemCalls.link(at: path("loop"), name: "loop") == "loop")
  }

  @Test func movingTakesNoOthersPlace() throws {
    try folder.write("old", "1")
    try folder.write("new", "2")
    let failure = #expect(throws: SystemFailure.self) {
      try SystemCalls.move(path("old"), to: path("new"))
    }
    #expect(failure?.code == EEXIST)
    #expect(try folder.text("old") == "1")
    #expect(try folder.text("new") == "2")
    symlink("none", path("dangling"))
    #expect(throws: SystemFailure.self) {
      try SystemCalls.move(path("old"), to: path("dangling"))
    }
    try SystemCalls.move(path("old"), to: path("newest"))
    #expect(try folder.text("newest") == "1")
    #expect(try SystemCalls.fileStatus(at: path("old"), name: "old") == nil)
  }

  /// The name in the directory, the path that opens it and the target of the link are the same.
  #if os(Linux)
    @Test func namesNeedNotBeUTF8() throws {
      let name = SystemText.text([0x63, 0xE9, 0xFF])
      SystemCalls.close(try SystemCalls.open(path(name), [.writeOnly, .create]))
      #expect(try SystemCalls.entries(in: folder.path, shownAs: folder.path).map(\.name) == [name])
      #expect(try SystemCalls.fileStatus(at: path(name), name: name)?.kind == .regular)
      try SystemCalls.rename(path(name), to: path(name + "2"))
      #expect(
        try SystemCalls.entries(in: folder.path, shownAs: folder.path).map(\.name) == [name + "2"])
      try SystemCalls.remove(path(name + "2"), name: name)
      #expect(try SystemCalls.entries(in: folder.path, shownAs: folder.path).map(\.name) == [])
      let failure = #expect(throws: SystemFailure.self) {
        try SystemCalls.remove(path(name), name: name)
      }
      #expect(failure?.message == "cannot remove c\\xE9\\xFF: no such file or directory")
    }
  #endif
}
