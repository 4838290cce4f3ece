import CardJSON
import CardRules
import Testing

@testable import CardProcessing
@testable import ContentCardKit

/// After a conversion, a profile reports only findings that were true before.
struct TranslationProfileTests {
  /// The properties of a card before its translation that a profile may report.
  private struct Original {
    let isPlainID: Bool
    let type: CardType?
    /// The fields without a value.
    let absent: CardFields
    /// The times that are not a whole number of seconds.
    let fractions: CardFields

    init(_ card: Card) {
      var scratch = ByteBuffer()
      isPlainID = card.compositeID(using: &scratch) == nil
      type = card.type
      absent = CardField.allCases.reduce(into: CardFields()) { absent, field in
        if card.value(field).isAbsent { absent.insert(CardFields(field)) }
      }
      fractions = [CardField.created, .expiresAt].reduce(into: CardFields()) { found, field in
        guard let time = card.time(field) else { return }
        let isWhole = time.spelling.map(JSONNumber.isInteger) ?? (time.milliseconds % 1000 == 0)
        if !isWhole { found.insert(CardFields(field)) }
      }
    }

    func lacks(_ field: CardField) -> Bool { absent.contains(CardFields(field)) }

    /// Whether the card lacks a field that no empty value can represent.
    private func isWithoutEmpty(_ field: CardField) -> Bool {
      [.id, .type, .created, .image, .imageAspectRatio].contains(field) && lacks(field)
    }

    /// Whether a finding of a profile in `shape` was true before.
    func explains(_ finding: Finding, _ shape: Shape) -> Bool {
      let message = finding.message
      switch finding.rule {
      case .idComposite: return isPlainID
      case .brazeSwiftProfile:
        guard let list = message.split(separator: "lacks ").last, message.contains("lacks ") else {
          return false
        }
        return list.split(separator: ", ").allSatisfy { word in
          let key = word.filter { $0 != "\"" }
          return shape.documentedKeys.contains { $0.key == key && isWithoutEmpty($0.field) }
        }
      case .androidProfile where message.contains("short_news"):
        return type == .classicImage && lacks(.image)
      case .androidProfile, .flutterProfile:
        return !fractions.isEmpty
      case .webProfile: return type == .imageOnly && !lacks(.linkText)
      default: return false
      }
    }
  }

  private static func findings(_ json: String, _ profile: Profile?) -> [Finding] {
    var plan = CheckPlan()
    plan.settings.profiles = profile.map { [$0] } ?? []
    var bytes = ByteBuffer(json.utf8)
    var reader = CardReader(ReadingOptions(), RecordChecker(plan))
    var feeds = FeedChecker(plan)
    let end = reader.read(Block(bytes.sealed()))
    var findings: [Finding] = []
    feeds.take(reader.visitor.batch, end) { findings.append($0) }
    return findings
  }

  /// The findings that a profile adds.
  private static func added(by profile: Profile, _ json: String) -> [Finding] {
    let common = findings(json, nil)
    return findings(json, profile).filter { finding in
      !common.contains { $0.rule == finding.rule && $0.severity == finding.severity }
    }
  }

  @Test("a profile reports only what was true before", arguments: Shape.allCases)
  func profiles(to shape: Shape) throws {
    let writer = ShapeWriter(shape)
    var found = 0
    for from in Shape.allCases {
      var random = RandomShapeCard(seed: UInt64(from.rawValue) * 16 + UInt64(shape.rawValue))
      for _ in 0..<40 {
        let json = random.json(from)
        guard try CardProbe.isCard(json, from) else { continue }
        var output = ByteBuffer()
        let original = try CardProbe.read(json) { card -> Original? in
          if writer.unrepresentableReason(for: card) != nil { return nil }
          // If the type is reported as dropped, the card that is read back has another one.
          if writer.droppedFields(of: card).contains(CardFields(.type)) { return nil }
          writer.append(card, to: &output)
          return Original(card)
        }
        guard let original else { continue }
        let after = output.view.text
        for profile in Profile.allCases {
          for finding in TranslationProfileTests.added(by: profile, after) {
            found += 1
            #expect(
              original.explains(finding, shape),
              "\(finding.rule): \(finding.message) in \(after), which was \(json)")
          }
        }
      }
    }
    #expect(shape != .wire || found > 100)
  }
}
