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
      switch options.carrier ?? Carrier(beginning: bytes, name: file.path) {
      case .xml: states += try InputFiles.states(in: input, options, isXML: true)
      case .text where isStorage: states += try InputFiles.states(in: input, options, isXML: false)
      case .json where isStorage: states += try InputFiles.states(inDump: input)
      case .har, .text, .json: break
      }
    }
    return states
  }

  private static func states(in input: InputDescriptor, _ options: StreamOptions, isXML: Bool)
    throws(SystemFailure) -> [StoredState]
  {
    var xml = XMLCarrier(options.reading)
    var text = TextCarrier(options.reading)
    var decoded = CarrierText()
    var raw = ByteBuffer()
    var (offset, position) = (0, 0)
    while isXML ? !xml.isFinished : !text.isFinished {
      let count = try input.read(at: offset, step, into: &raw)
      offset += count
      var consumed: Int
      repeat {
        decoded.removeAll()
        let bytes = raw.sealed()
        consumed =
          isXML
          ? xml.decode(bytes, isFinal: count == 0, into: &decoded)
          : text.decode(bytes, at: position, isFinal: count == 0, into: &decoded)
        position += consumed
        var rest = ByteBuffer()
        rest.append(bytes.slice(consumed..<bytes.count))
        swap(&raw, &rest)
      } while consumed > 0 && raw.count > 0
    }
    return isXML ? xml.state : text.state
  }

  private static func states(inDump input: InputDescriptor) throws(SystemFailure) -> [StoredState] {
    var raw = ByteBuffer()
    while raw.count <= largestDump {
      if try input.read(at: raw.count, step, into: &raw) == 0 { return StoredState.read(&raw) }
    }
    return []
  }

  private static let step = 1 << 17
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
