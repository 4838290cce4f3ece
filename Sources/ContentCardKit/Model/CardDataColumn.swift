/// The members of `contentCardData`, in output order.
package enum CardDataColumn: String, CaseIterable, BitwiseCopyable, Sendable {
  case contentCardId, contentCardClassType, createdAt, expiresAt, isDismissible, isPinned
  case isControl, isViewed, isClicked, isTest

  /// The name of the column.
  package var name: String { "contentCardData.\(rawValue)" }

  /// The field with the member's value; nil for `isControl`.
  package var field: CardField? {
    switch self {
    case .contentCardId: .id
    case .contentCardClassType: .classType
    case .createdAt: .created
    case .expiresAt: .expiresAt
    case .isDismissible: .dismissible
    case .isPinned: .pinned
    case .isControl: nil
    case .isViewed: .viewed
    case .isClicked: .clicked
    case .isTest: .test
    }
  }
}
