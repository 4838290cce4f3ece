import CardJSON
import CardPlatform
import CardProcessing
import ContentCardKit

extension InputFiles {
  /// The state about cards that the named files contain separately from the cards: the dismissals
  /// in a dump of local storage, and the sets in Android's shared preferences.
  ///
  /// These files are read before any card, because the state may follow the cards or be in another
  /// file. Pipes and larger JSON dumps are not read twice.
  func storedStates(_ options: StreamOptions, _ console: Console) throws(SystemFailure)
    -> [StoredState]
  {
    var states: [StoredState] = []
    for file in files where !file.isFound && file.path != "-" {
      let status = try? console.fileStatus(file.path)
      guard status?.kind == .regular, let input = try? InputDescriptor(file, console) else {
        continue
      }
      defer { input.close() }
      var beginning = ByteBuffer()
      _ = try input.read(at: 0, Carrier.beginningSize, into: &beginning)
      let bytes = beginning.sealed()
      let isStorage = bytes.firstIndex(of: ByteView("ab.storage.")) != nil
      let carrier = options.carrier ?? Carrier(beginning: bytes, name: file.path)
      switch carrier {
      case .json where isStorage: states += try InputFiles.states(inDump: input)
      case .xml,
        .text where isStorage:
        states += try DecodedInput(carrier, input, beginning: ByteBuffer(), name: "", options)
          .state()
      case .har, .text, .json: break
      }
    }
    return states
  }

  private static func states(inDump input: InputDescriptor) throws(SystemFailure) -> [StoredState] {
    var raw = ByteBuffer()
    while raw.count <= largestDump {
      if try input.read(at: raw.count, 1 << 17, into: &raw) == 0 { return StoredState.read(&raw) }
    }
    return []
  }

  private static let largestDump = 1 << 26
}

extension DeviceHistory {
  /// Creates the history from the `states` that a device stores; nil if it stores none.
  convenience init?(_ states: [StoredState]) {
    guard !states.isEmpty else { return nil }
    var events = Events()
    events.add(states)
    self.init(events)
  }
}

extension DeviceHistory.Events {
  /// Adds the states that a device stores.
  mutating func add(_ states: [StoredState]) {
    for state in states {
      let id = ByteBuffer(state.id.utf8)
      add(state.kind.fields, to: id.view)
    }
  }
}
