import CardJSON
import CardProcessing
import ContentCardKit

extension CardContext {
  /// Checks the image, the text and the size of the card.
  func checkContent(_ findings: inout FindingSink) {
    if scope == .delivered {
      checkImage(&findings)
      if findings.reports(.textLong) {
        // The numbers of characters that fit on a typical phone.
        checkLength(of: .title, limit: 45, &findings)
        checkLength(of: .description, limit: 180, &findings)
      }
    }
    checkText(&findings)
    checkUnused(&findings)
    checkSize(&findings)
  }

  /// Returns whether a JSON number is greater than 0.
  private static func isPositive(_ number: ByteView) -> Bool {
    guard number[0] != UInt8(ascii: "-") else { return false }
    for position in 0..<number.count {
      if number[position] &- UInt8(ascii: "1") < 9 { return true }
      if number[position] | 0x20 == UInt8(ascii: "e") { return false }
    }
    return false
  }

  private func checkImage(_ findings: inout FindingSink) {
    let needsImage =
      switch type {
      case .captionedImage?, .imageOnly?: true
      default: false
      }
    if needsImage, let type, !fields.has(.image) {
      findings.report(
        .imageMissing, at: place(ofMissing: .image),
        "a card of type \(type.name) needs an image (\"\(key(of: .image))\")")
    }
    guard fields.has(.imageAspectRatio), let node = card.node(of: .imageAspectRatio) else { return }
    guard let ratio = card.number(.imageAspectRatio) else {
      return findings.report(.aspectRatio, at: node, "expected a number, found \(node.shown)")
    }
    let isPositive = Self.isPositive(ratio)
    // SDKs cannot represent numbers from 1e38, which need an exponent or more than 38 digits.
    let marks = ByteClass(.byte(UInt8(ascii: "e")), or: .byte(UInt8(ascii: "E")))
    let mayBeHuge = ratio.count > 38 || ratio.containsAny(of: marks)
    if !isPositive || mayBeHuge && JSONNumber.compare(ratio, ByteView("1e38")) >= 0 {
      findings.report(.aspectRatio, at: node, "expected a ratio above 0, found \(ratio.text)")
    } else if node.kind != .number, shape != .webStorage {
      let number = JSONNumber.trimmed(node.content).text
      findings.report(
        .aspectRatio, at: node, "the ratio is a number in a string; write \(number)",
        fix: .write(number, at: node))
    }
    guard case .classicImage? = type, isPositive, findings.reports(.classicRatio),
      JSONNumber.compare(ratio, ByteView("1")) != 0
    else { return }
    let shown = MessageText.truncated(ratio.text)
    findings.report(
      .classicRatio, at: node,
      "a classic card shows a square image, and this one has the ratio \(shown)")
  }

  private func checkLength(of field: CardField, limit: Int, _ findings: inout FindingSink) {
    guard let node = string(of: field), node.word.extent > limit else { return }
    let length = JSONString(node).withText { $0.scalarCount }
    guard length > limit else { return }
    findings.report(.textLong, at: node, "\(length) characters; about \(limit) fit on a phone")
  }

  private func checkText(_ findings: inout FindingSink) {
    // A card with an inferred type needs no text, and an object of a class type shows its own text.
    if case .absent = typeName { return }
    switch type {
    case .classic?, .classicImage?, .captionedImage?: break
    case .imageOnly?, .control?, .unknown?, nil: return
    }
    guard let type, card.node(of: .title) == nil, card.node(of: .description) == nil,
      card.classType == nil,
      // `rest/text-missing` reports absent keys.
      shape != .rest
        || card.statedNode(of: .title) != nil && card.statedNode(of: .description) != nil
    else { return }
    findings.report(
      .textMissing, at: card.object, "a card of type \(type.name) has neither title nor description"
    )
  }

  private func checkUnused(_ findings: inout FindingSink) {
    if case .absent = typeName { return }
    switch (type, shape) {
    case (.imageOnly?, _):
      for field in [CardField.title, .description] {
        guard let node = string(of: field) else { continue }
        findings.report(
          .unusedContent, at: node, "an image-only card does not show its \(field.name)")
      }
    case (.classic?, .wire), (.classic?, .webStorage):
      guard let image = string(of: .image),
        string(of: .type)?.text(equals: ByteView("text_announcement")) == true
      else { return }
      findings.report(.unusedContent, at: image, "a text_announcement does not show its image")
    default: break
    }
  }

  private func checkSize(_ findings: inout FindingSink) {
    let limit = settings.maximumPayload
    // The size of the card in the input is an upper bound for its payload size.
    let decoded = card.hasDecodedExtras ? card.extras?.document.bytes.count ?? 0 : 0
    guard card.raw.count + decoded > limit, card.payloadSize > limit else { return }
    let size = card.payloadSize
    var largest = (node: card.object, size: 0)
    func compare(_ node: JSONNode) {
      if node.range.count > largest.size { largest = (node, node.range.count) }
    }
    for field in [CardField.title, .description, .image, .linkText, .url] {
      card.forEachNode(of: field, compare)
    }
    if let extras = card.extras { for (_, value) in extras.members { compare(value) } }
    findings.report(
      .payloadSize, at: largest.node, severity: isTemplate && mayContainLiquid ? .warning : nil,
      "the payload has \(size) bytes, \(size - limit) above the limit of \(limit); "
        + "this is the largest part")
  }

  /// Checks for Liquid that was not rendered.
  func checkLiquid(_ findings: inout FindingSink) {
    guard mayContainLiquid, !isTemplate else { return }
    func check(_ node: JSONNode) {
      guard let tag = node.firstLiquid else { return }
      let text = LiquidTag.text(tag, of: node)
      findings.report(
        .unrenderedLiquid, at: .part(node, tag), "unrendered Liquid: \(MessageText.quoted(text))")
    }
    // `class/type-liquid` reports Liquid in class types.
    let (index, own) = (card.object.index, ownClassType?.index)
    let extra = card.hasDecodedExtras ? nil : extraClassType?.index
    for node in index + 1..<document[index].next.index where node != own && node != extra {
      check(document[node])
    }
    guard card.hasDecodedExtras, card.node(of: .extras)?.firstLiquid == nil,
      let inner = card.extras?.document
    else { return }
    // Escaped braces in a string with JSON are visible only in the decoded document.
    for node in 0..<inner.root.next.index where node != extraClassType?.index { check(inner[node]) }
  }
}
