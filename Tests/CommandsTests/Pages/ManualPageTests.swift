import CardProcessing
import CardRules
import ContentCardKit
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Tests that need the real pages.
struct ManualPageTests {
  @Test(
    .enabled(if: InstalledProgram.isInstalled("mandoc"), "mandoc is not installed"),
    arguments: ManualPages.all.map(\.fileName))
  func mandocReportsNothing(_ name: String) throws {
    let program = try #require(InstalledProgram.path("mandoc"))
    let page = try #require(ManualPages.all.first { $0.fileName == name })
    let result = try ChildProcess.run(
      ["-T", "lint"], of: program, input: ManualPages.roff(page))
    #expect(result.text == "")
    #expect(result.status == 0)
  }

  /// The samples of cardctl-formats(5) are valid.
  @Test func sampleRegistryIsValid() throws {
    let registry = try Registry(parsing: PageCode.registry.utf8)
    #expect(registry.classes.map(\.name) == ["store_event"])
  }

  @Test func sampleConfigurationIsValid() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "cards"), withIntermediateDirectories: true)
    try folder.write("cards/registry.json", PageCode.registry)
    try folder.write(".cardctl.json", PageCode.configuration)
    var run = CommandRun(arguments: ["validate", "--kind", "configuration", ".cardctl.json"])
    run.directory = folder.path
    #expect(try run.result().text == "")
    // It is also in effect.
    run.arguments = ["inspect", "--registry"]
    #expect(try run.result().text.contains("store_event"))
  }

  /// If the table of preserved fields has a +, the converted card still has the field.
  @Test(arguments: Shape.allCases)
  func fieldsSurviveAsTheTableSays(_ shape: Shape) throws {
    let card = """
      {"id":"c-1","type":"captioned_image","class_type":"home_tile","title":"Title",\
      "description":"Text","image":"https://example.com/a.png","image_aspect_ratio":1.5,\
      "image_alt":"alt","url":"https://example.com/","open_url_in_webview":true,\
      "link_text":"link","language":"en","created":1795165200,"expires_at":1795165300,\
      "viewed":true,"clicked":true,"pinned":true,"dismissible":true,"dismissed":true,\
      "removed":\(shape.carries(.removed)),"test":true,"extras":{"class_type":"home_tile"}}
      """
    func converted(_ text: String, to form: Shape) throws -> [String: Any] {
      let run = CommandRun(
        arguments: ["convert", "--as", form.name.description, "--shape", "card"],
        input: .file(Array(text.utf8)))
      let there = try run.result().output
      let back = CommandRun(
        arguments: ["convert", "--as", "card", "--shape", form.name.description],
        input: .file(there))
      let object = try JSONSerialization.jsonObject(with: Data(try back.result().output))
      return try #require(object as? [String: Any])
    }
    let first = try converted(card, to: .card)
    let last = try converted(card, to: shape)
    for field in CardField.allCases where field != .type && field != .removed {
      let name = field.name.description
      let isSame = "\(first[name] ?? "")" == "\(last[name] ?? "")"
      #expect(isSame == shape.carries(field), "\(shape.name): \(name)")
    }
  }
}
