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
      let detected = try input.carrier(beginning: &beginning)
      let carrier = options.carrier ?? detected
      let isStorage = beginning.view.firstIndex(of: ByteView("ab.storage.")) != nil
      switch carrier {
      case .json where isStorage: states += try InputFiles.states(inDump: input)
      case .xml: states += try DecodedInput(.xml, input, options).state()
      case .text where isStorage: states += try DecodedInput(.text, input, options).state()
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
