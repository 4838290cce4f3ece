import ContentCardKit
import Foundation
import Testing

@testable import CardRules

/// The schemas are JSON, state their ids, and are generated from the tables.
@Suite struct SchemaStructureTests {
  private func object(_ schema: CardSchema) throws -> [String: Any] {
    let data = Data(schema.text().utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func definition(_ name: String, of schema: CardSchema) throws -> [String: Any] {
    let definitions = try #require(try object(schema)["$defs"] as? [String: Any])
    return try #require(definitions[name] as? [String: Any])
  }

  @Test(arguments: CardSchema.allCases) func eachSchemaStatesItsDialectAndID(_ schema: CardSchema)
    throws
  {
    let object = try object(schema)
    #expect(object["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(object["$id"] as? String == "urn:cardctl:schema:\(schema.rawValue)")
    #expect((object["title"] as? String)?.isEmpty == false)
    #expect((object["description"] as? String)?.isEmpty == false)
  }

  @Test(arguments: CardSchema.allCases) func eachIsReadable(_ schema: CardSchema) {
    let lines = schema.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 50)
    #expect(lines.last == "")
    // Patterns and strings are not broken, so some lines are longer than the rest.
    #expect(lines.filter { $0.count > 140 }.count < lines.count / 20)
  }

  @Test(arguments: CardSchema.allCases) func everyReferenceLeadsSomewhere(_ schema: CardSchema)
    throws
  {
    let definitions = try #require(try object(schema)["$defs"] as? [String: Any])
    let names = schema.text().matches(of: /"\$ref": "#\/\$defs\/([a-z_]+)"/).map { String($0.1) }
    #expect(names.isEmpty == false)
    #expect(Set(names).subtracting(definitions.keys) == [])
  }

  @Test(arguments: RequestPart.all) func aRequestHasTheKeysOfItsTable(_ part: RequestPart)
    throws
  {
    let schema = try definition(part.name, of: .rest)
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    let known =
      part.keys.map(\.name.description) + part.misnomers.flatMap(\.value) + part.misplaced.keys
    #expect(Set(properties.keys) == Set(known))
    #expect(properties.values.allSatisfy { $0["description"] is String })
    let required = schema["required"] as? [String] ?? []
    #expect(required == part.keys.filter(\.isRequired).map(\.name.description))
    // Unknown keys cause only a warning.
    #expect(schema["additionalProperties"] == nil)
  }

  /// Editors show the description of the branch that a value does not fit.
  @Test(arguments: CardSchema.allCases) func everyBranchIsDescribed(_ schema: CardSchema) throws {
    var branches = 0
    func check(_ value: Any?, _ path: String) {
      guard let object = value as? [String: Any] else { return }
      branches += 1
      #expect((object["description"] as? String)?.isEmpty == false, "\(path)")
      for key in ["properties", "$defs"] {
        for (name, inner) in object[key] as? [String: Any] ?? [:] {
          check(inner, "\(path)/\(key)/\(name)")
        }
      }
      for key in ["anyOf", "oneOf", "allOf"] {
        for (number, inner) in (object[key] as? [Any] ?? []).enumerated() {
          check(inner, "\(path)/\(key)/\(number)")
        }
      }
      for key in ["then", "else", "items", "additionalProperties"] {
        check(object[key], "\(path)/\(key)")
      }
      // Conditions and `not` are not branches.
    }
    check(try object(schema), "#")
    #expect(branches > 20)
  }

  @Test func aConfigurationHasTheKeysOfItsTable() throws {
    let root = try object(.configuration)
    let properties = try #require(root["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(ConfigurationFile.keys.map(\.name)))
    #expect(root["additionalProperties"] as? Bool == false)
  }

  @Test func aRegistryKnowsFieldsAndTypes() throws {
    let text = CardSchema.registry.text()
    for field in CardField.allCases where field != .extras {
      #expect(text.contains("\"\(field.name)\""))
    }
    for type in PropertyType.allCases { #expect(text.contains("\"\(type.rawValue)\"")) }
  }

  @Test func theTeamsClassesAndKeyAreDescribed() throws {
    let registry = try Registry(
      parsing: #"""
        {"classes":{"Offer-1":{"object":"Offer","properties":{
        "code":{"from":["extras.code"],"required":true}}}}}
        """#.utf8)
    let text = CardSchema.rest.text(registry: registry, typeKey: "kind")
    #expect(text.contains(##""pattern": "^[oO][fF][fF][eE][rR]-1$""##))
    #expect(text.contains(#""required": ["kind"]"#))
    #expect(text.contains(#""required": ["code"]"#))
  }

  @Test func valuesArePrintedInTheOrderTheyAreGiven() {
    let value: SchemaValue = [
      "b": [1, true, .null], "a": "quote \" and \\",
      "long": .strings((1...30).map { "item \($0)" }),
    ]
    let lines = value.json.split(separator: "\n")
    #expect(lines[0] == "{")
    #expect(lines[1] == #"  "b": [1,true,null],"#)
    #expect(lines[2] == #"  "a": "quote \" and \\","#)
    #expect(lines[3] == #"  "long": ["#)
    #expect(lines[4] == #"    "item 1","#)
    #expect(lines.last == "}")
  }
}
