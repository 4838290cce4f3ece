/// What inspecting a block of an input came to; each view fills the part it needs.
final class InspectedBatch: BatchContent {
  /// How many cards there are of what.
  var tally = CardTally()
  /// The first cards of the block, for a table.
  var rows = CardRows()
  /// Where each row ends in the batch's output; only where rows are left out after a limit.
  var rowEnds: [Int] = []
  /// The cards that `--id` may mean.
  var matches = IDMatches()
  /// The cards by campaign and variation.
  var sendings = CampaignCards()
  /// How many cards have which value of a field.
  var values = FieldValues()
  /// The cards by id, to be compared with others.
  var snapshots = CardSnapshots()

  /// The cards that a page may show.
  var preview = PreviewRows()

  /// Makes room for the next block.
  func removeAll() {
    tally.removeAll()
    rows.removeAll()
    rowEnds.removeAll(keepingCapacity: true)
    matches = IDMatches()
    sendings.removeAll()
    values.removeAll()
    snapshots.removeAll()
    preview.removeAll()
  }
}

extension Batch {
  /// What inspecting the block came to; only for batches whose content it is.
  var inspected: InspectedBatch { unsafe unsafeDowncast(content, to: InspectedBatch.self) }
}
