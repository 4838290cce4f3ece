import CardJSON
import ContentCardKit

extension CardContext {
  /// Checks the links and images of the card.
  func checkLinks(_ findings: inout FindingSink) {
    card.forEachNode(of: .url) { checkLink($0, isClicked: true, &findings) }
    card.forEachNode(of: .image) { checkLink($0, isClicked: false, &findings) }
    checkFormat(&findings)
    if !fields.has(.url), !isControl { checkClick(&findings) }
  }

  /// Returns whether a URL needs the slower checks.
  private static func isUnusual(_ node: JSONNode) -> Bool {
    let word = node.word
    return word.kind == .string && (word.isEscaped || !LinkProblem.isUsual(node.content))
  }

  private func checkLink(_ node: JSONNode, isClicked: Bool, _ findings: inout FindingSink) {
    guard CardContext.isUnusual(node) else { return }
    if !containsLiquid(node) {
      JSONString(node).withText { link in
        if let problem = LinkProblem.of(link) {
          let right = node.word.isEscaped ? nil : LinkProblem.corrected(link)
          findings.report(
            .linkInvalid, at: node,
            "\(MessageText.quoted(link.text)) \(problem)"
              + (right.map { "; write \(MessageText.quoted($0))" } ?? ""),
            fix: right.map { .write(text: $0, at: node) } ?? [])
        }
        if isClicked, let problem = CardContext.actionProblem(link) {
          findings.report(.brazeActionLink, at: node, problem)
        }
      }
    }
    let (content, scheme) = (node.content, ByteView("http:"))
    guard content.count > scheme.count, content.slice(0..<scheme.count).equalsIgnoringCase(scheme)
    else { return }
    findings.report(
      .linkInsecure, at: node, "\(MessageText.quoted(content.text)) is not encrypted; use https")
  }

  /// Returns the problem of a link with Braze actions; nil for valid ones and other links.
  private static func actionProblem(_ link: ByteView) -> String? {
    guard BrazeAction.isLink(link) else { return nil }
    do {
      let action = try BrazeAction(link)
      guard let step = action.steps.first(where: { $0.problem != nil }), let problem = step.problem
      else { return nil }
      return "the action \(MessageText.quoted(step.name)) does not work: \(problem)"
    } catch { return "the actions cannot be read: \(error)" }
  }

  private func checkFormat(_ findings: inout FindingSink) {
    guard let node = string(of: .image) else { return }
    let ending = CardContext.fileExtension(of: node.content)
    // Check the most common formats first.
    if ending.count < 3 || ending.equalsIgnoringCase(ByteView("png"))
      || ending.equalsIgnoringCase(ByteView("jpg")) || ending.equalsIgnoringCase(ByteView("jpeg"))
    {
      return
    }
    let name = ending.text.lowercased()
    if name == "gif" {
      findings.report(
        .imageGIF, at: node, "SDKs show a GIF only if the app has an image library for it")
    } else if CardContext.otherFormats.contains(name) {
      findings.report(
        .imageFormat, at: node, "cards support PNG, JPEG and GIF, not .\(ending.text)")
    }
  }

  /// The extensions of images, videos and documents that cards cannot show.
  ///
  /// A URL with an unlisted extension may still be an image.
  private static let otherFormats: Set<String> = [
    "webp", "avif", "svg", "svgz", "tif", "tiff", "bmp", "heic", "heif", "ico", "jxl", "jp2", "psd",
    "eps", "pdf", "mp4", "m4v", "mov", "webm", "html",
  ]

  /// Returns the text after the last dot of a URL's path if it has at most five bytes, or else
  /// empty text.
  private static func fileExtension(of url: ByteView) -> ByteView {
    var end = url.count
    for byte in [UInt8(ascii: "?"), UInt8(ascii: "#")] {
      end = url.firstIndex(of: byte, from: 0, to: end) ?? end
    }
    var start = end
    while start > 0, end - start < 5, url[start - 1] != UInt8(ascii: ".") { start -= 1 }
    let isExtension = start > 0 && url[start - 1] == UInt8(ascii: ".")
    return url.slice(isExtension ? start..<end : end..<end)
  }

  private func checkClick(_ findings: inout FindingSink) {
    // The native SDKs under these plugins log such a click.
    if shape == .reactNative || shape == .cordova { return }
    if let linkText = card.node(of: .linkText) {
      findings.report(
        .clickNotLogged, at: linkText, "the card has a link text, but no link: no click is logged")
    } else if flag(.clicked) {
      findings.report(
        .clickNotLogged, at: card.node(of: .clicked) ?? card.object,
        "the card was clicked, but has no link; not every SDK logs such a click")
    }
  }
}

/// Detects problems in the URL of a link or an image.
private enum LinkProblem {
  /// Returns whether a URL starts with `https://` and a host, and contains no characters that URLs
  /// encode.
  ///
  /// This fast check suffices for most URLs.
  static func isUsual(_ url: ByteView) -> Bool {
    // `https://` and `http` as little-endian integers.
    let (https, http): (UInt64, UInt64) = (0x2F2F_3A73_7074_7468, 0x7074_7468)
    return url.count > 12 && url.word(at: 0) == https && !url.containsAny(of: .outsideOfURL)
      && url[8] != UInt8(ascii: "/") && url.word(at: 8) & 0xFFFF_FFFF != http
  }

  /// Returns a description of the problem; nil if the link is an absolute URL that a device can
  /// open.
  static func of(_ link: ByteView) -> String? {
    guard ValueRules.isURL(link),
      let colon = link.firstIndex(of: UInt8(ascii: ":"), from: 0, to: link.count)
    else {
      return link.firstIndex(of: ByteView("://")) == nil
        ? "is not an absolute URL" : "contains whitespace or control characters"
    }
    let rest = link.slice(colon + 1..<link.count)
    let hasSlashes = ByteView("//").occurs(at: 0, in: rest)
    if let character = encodable(in: link) {
      return "contains \(MessageText.quoted(character)), which must be encoded"
    }
    guard isHTTP(link) else {
      let scheme = link.slice(0..<colon).text.lowercased()
      if ["javascript", "file", "about", "vbscript"].contains(scheme) {
        return "has the scheme \(scheme):, which SDKs do not open"
      }
      return hasSlashes && misspelled.contains(scheme) ? "has an unknown scheme" : nil
    }
    guard hasSlashes, rest.count > 2, !"/?#".utf8.contains(rest[2]) else { return "has no host" }
    return isHTTP(rest.slice(2..<rest.count)) ? "has two schemes" : nil
  }

  /// Returns a link with the right scheme for one with a typo in it, or for a host without one; nil
  /// for other links.
  static func corrected(_ link: ByteView) -> String? {
    let text = link.text
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count > 1, misspelled.contains(parts[0].lowercased()), ValueRules.isURL(link) {
      return "https:" + parts[1]
    }
    if ValueRules.isURL(link), encodable(in: link) != nil { return encoded(link) }
    let labels = text.prefix { !"/?#".contains($0) }.split(
      separator: ".", omittingEmptySubsequences: false)
    let isHost =
      labels.count > 1
      && labels.allSatisfy { label in
        !label.isEmpty
          && label.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10
              || $0 | 0x20 &- UInt8(ascii: "a") < 26
          }
      }
    let isDomain =
      isHost && (labels.last?.count ?? 0) > 1
      && labels.last?.utf8.allSatisfy { $0 | 0x20 &- UInt8(ascii: "a") < 26 } ?? false
    return isDomain && !link.containsAny(of: .spaceOrControl) ? "https://" + text : nil
  }

  /// Returns the first character that a URL can only contain encoded; nil without such a character.
  private static func encodable(in link: ByteView) -> String? {
    guard let index = link.array.firstIndex(where: isEncoded) else { return nil }
    return link.slice(index..<link.count).text.first.map(String.init)
  }

  /// Whether a byte is neither reserved nor unreserved, nor a percent sign.
  private static func isEncoded(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7F || #""<>\^`{|}"#.utf8.contains(byte)
  }

  /// Returns a URL with its characters encoded; nil if the host has some, which is encoded in another
  /// way.
  private static func encoded(_ link: ByteView) -> String? {
    var text = ""
    var slashes = 0
    for byte in link.array {
      if byte == UInt8(ascii: "/") { slashes += 1 }
      guard isEncoded(byte) else {
        text.unicodeScalars.append(UnicodeScalar(byte))
        continue
      }
      if slashes < 3 { return nil }
      text += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return text
  }

  /// Returns whether a URL starts with `http:` or `https:`, ignoring case.
  private static func isHTTP(_ text: ByteView) -> Bool {
    func begins(with scheme: ByteView) -> Bool {
      text.count >= scheme.count && text.slice(0..<scheme.count).equalsIgnoringCase(scheme)
    }
    return begins(with: ByteView("https:")) || begins(with: ByteView("http:"))
  }

  /// Common typos of `http` and `https`.
  private static let misspelled: Set<String> = [
    "htp", "htps", "htpps", "htpp", "hhtp", "hhtps", "hhttps", "httpss", "httsp", "httpd", "htttp",
    "htttps", "ttp", "ttps", "hptts", "hptt",
  ]
}
