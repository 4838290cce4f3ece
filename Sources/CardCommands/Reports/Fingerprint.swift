import CardRules

/// By what a finding is known again in a later version of its file.
///
/// Neither the line nor the number of the card is part of it, so edits elsewhere in the file leave
/// it as it is: only the rule, the card's id (without one, the digest of the bytes it is about),
/// and the JSON Pointer without the numbers of array elements.
enum Fingerprint {
  /// The fingerprint within a file.
  static func of(_ located: LocatedFinding) -> Digest {
    let finding = located.finding
    var digest = Digest()
    digest.add(finding.rule)
    digest.add(withoutNumbers(finding.pointer))
    if let cardID = finding.cardID {
      digest.add("card")
      digest.add(cardID)
    } else if let subject = located.subject {
      digest.add("bytes")
      digest.add(subject)
    } else {
      digest.add("message")
      digest.add(finding.message)
    }
    return digest
  }

  /// The fingerprint within a repository, in which `path` is the file.
  static func of(_ located: LocatedFinding, path: String) -> Digest {
    var digest = of(located)
    digest.add(path)
    return digest
  }

  /// `pointer` with `*` for each part that is a number.
  static func withoutNumbers(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let isNumber = !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      return isNumber ? "*" : String(part)
    }.joined(separator: "/")
  }
}

/// Makes fingerprints unique within a report: the second of a kind and those after it get one
/// that their number goes into.
struct UniqueFingerprints {
  private var counts: [Digest: Int] = [:]

  /// `digest` itself the first time, afterwards one that was not given out yet.
  mutating func unique(_ digest: Digest) -> Digest {
    var occurrence = counts[digest, default: 0]
    var result = digest
    while counts[result] != nil {
      occurrence += 1
      result = digest
      result.add(occurrence)
    }
    counts[digest] = occurrence
    if result != digest { counts[result] = 0 }
    return result
  }
}
