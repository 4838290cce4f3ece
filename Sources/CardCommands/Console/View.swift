import CardJSON

/// A view, such as an overview or the details of one card, which is described once and written as
/// text or as JSON.
///
/// - A row is a value with its name, a note, and its JSON.
/// - A section is some rows under a title. In text, they are the lines of a table, or one line of
///   values; the title is printed once, and continues a section with the same title. In JSON, they
///   are one member or several (`Form`).
/// - The heading and the ending are text that JSON has in another form, such as a table of cards.
///
/// If the output has a width, long lines are wrapped. `InspectRun.write` writes views.
struct View {
  /// Adds members to a JSON object.
  typealias Members = (inout JSONWriter) -> Void

  /// A value with its name.
  struct Row {
    /// The name, or in a section of one line, the key of JSON.
    var name = ""
    /// The value as text; a row without it is only in JSON.
    var value = ""
    /// The value as JSON, if it is not the text.
    var json: String?
    var note = ""
    var paint: TextStyle.Paint?
    /// The members of JSON in place of the name and the value, or before a count.
    var members: Members?

    /// Creates a row with a number.
    static func number(_ name: String, _ number: Int) -> Row {
      Row(name: name, value: "\(number)", json: "\(number)")
    }

    /// Creates a count with its noun; in text, a count of 0 is omitted.
    static func count(_ name: String, _ count: Int, _ noun: String? = nil) -> Row {
      Row(name: name, value: count == 0 ? "" : "\(count) \(noun ?? name)", json: String(count))
    }
  }

  /// The form of a section in JSON.
  enum Form {
    /// An array of objects with `name`, `value` and `note`.
    case rows
    /// An array of objects with this key for the name, and `count`.
    case counts(of: StaticString)
    /// An object with a member for each row.
    case object
    /// Members of the view itself.
    case members
  }

  private struct Section {
    let title: String
    let key: String
    let form: Form
    /// Whether the values are on one line, without the names.
    let isLine: Bool
    /// Whether the values are aligned at the right.
    var alignsRight = false
    var rows: [Row] = []
    /// Further rows, created on demand so that many rows take no memory.
    var more: any Sequence<Row> = []

    func forEachRow(_ body: (Row) throws -> Void) rethrows {
      for row in rows { try body(row) }
      for row in more { try body(row) }
    }
  }

  private var sections: [Section] = []
  /// The text before and after the sections, such as a table; JSON has it in another form.
  var heading = ""
  var ending = ""

  /// Adds a row to the last section, or to a new one if the last section has another title.
  mutating func add(_ title: String, _ row: Row) { edit(title) { $0.rows.append(row) } }

  /// Adds a row to the last section, or to a new one if the last section has another title.
  mutating func add(
    _ title: String, _ name: String, value: String, json: String? = nil, note: String = "",
    paint: TextStyle.Paint? = nil
  ) { add(title, Row(name: name, value: value, json: json, note: note, paint: paint)) }

  /// Adds rows to the end of a section that has rows; the sequence is iterated more than once.
  mutating func add(_ title: String, rows: any Sequence<Row>) { edit(title) { $0.more = rows } }

  private mutating func edit(_ title: String, _ change: (inout Section) -> Void) {
    if sections.last?.title != title {
      sections.append(Section(title: title, key: title, form: .rows, isLine: false))
    }
    change(&sections[sections.count - 1])
  }

  /// Adds a section with another key or form in JSON; in text, it continues a section with the same
  /// title.
  mutating func add(
    _ title: String, key: String = "", as form: Form, isLine: Bool = true,
    alignsRight: Bool = false, rows: [Row]
  ) {
    sections.append(
      Section(
        title: title, key: key, form: form, isLine: isLine, alignsRight: alignsRight, rows: rows))
  }

  /// Adds members that are only in JSON.
  mutating func add(members: @escaping Members) {
    add("", as: .members, rows: [Row(members: members)])
  }

  // MARK: JSON

  /// Adds the sections to a JSON object.
  func add(
    to json: inout JSONWriter, afterEach drain: (inout JSONWriter) throws -> Void
  ) rethrows {
    for section in sections {
      func add(_ object: inout JSONWriter, _ row: Row) {
        if let members = row.members { return members(&object) }
        object.key(row.name)
        object.add(nil, json: row.json ?? "null")
      }
      if case .members = section.form {
        for row in section.rows { add(&json, row) }
        continue
      }
      json.key(section.key)
      switch section.form {
      case .members, .object: json.object { for row in section.rows { add(&$0, row) } }
      case .counts(let name):
        json.objects(nil, section.rows) { object, row in
          object.add(name, row.name)
          row.members?(&object)
          object.add("count", json: row.json ?? "")
        }
      case .rows:
        try json.array { array in
          try section.forEachRow { row in
            array.object(nil, row.members ?? row.add(to:))
            try drain(&array)
          }
        }
      }
    }
  }

  // MARK: Text

  private static let gap = "  "
  private static let maximumNameWidth = 40

  /// The lines of the view, each with its line end.
  func text(_ style: TextStyle) -> String {
    var text = ""
    forEachLine(style) { text += $0 }
    return text
  }

  /// Calls `body` with each line and its line end, or with all lines of a wrapped value.
  func forEachLine(_ style: TextStyle, _ body: (String) throws -> Void) rethrows {
    if !heading.isEmpty { try body(heading) }
    var rest = sections.filter { $0.rows.contains(where: \.hasText) }[...]
    let width = rest.reduce(0) { max($0, DisplayWidth.of($1.title)) }
    while let first = rest.first {
      let group = rest.prefix { $0.title == first.title && $0.isLine == first.isLine }
      rest = rest.dropFirst(group.count)
      try View.forEachLine(of: first.isLine ? [View.line(group)] : group, label: width, style, body)
    }
    if !ending.isEmpty { try body(ending) }
  }

  /// Returns a section with one row, the values of the sections.
  private static func line(_ sections: ArraySlice<Section>) -> Section {
    var line = Section(title: sections.first?.title ?? "", key: "", form: .rows, isLine: true)
    let items = sections.flatMap(\.rows).map(\.value).filter { !$0.isEmpty }
    line.rows = [Row(value: items.joined(separator: ", "))]
    return line
  }

  private static func forEachLine(
    of sections: ArraySlice<Section>, label width: Int, _ style: TextStyle,
    _ body: (String) throws -> Void
  ) rethrows {
    guard let first = sections.first else { return }
    var (nameWidth, valueWidth) = (0, 0)
    for section in sections {
      section.forEachRow { row in
        nameWidth = max(nameWidth, DisplayWidth.of(style.leading(row.name)))
        if first.alignsRight { valueWidth = max(valueWidth, DisplayWidth.of(row.value)) }
      }
    }
    if style.isFitted { nameWidth = min(nameWidth, maximumNameWidth) }
    let indent = width > 0 || !first.isLine ? width + gap.utf8.count : 0
    let start = indent + (first.isLine ? 0 : nameWidth + gap.utf8.count)
    var label = style.paint(DisplayWidth.padded(first.title, to: width), .heading)
    label += indent > 0 ? gap : ""
    for section in sections {
      try section.forEachRow { row in
        guard row.hasText else { return }
        // The name may be the first text of its line, where a build system looks for commands.
        let name = style.paint(DisplayWidth.padded(style.leading(row.name), to: nameWidth), .name)
        let text = row.folded(from: start, padding: valueWidth, style)
        try body(label + (first.isLine ? "" : name + gap) + text + "\n")
        label = String(repeating: " ", count: indent)
      }
    }
  }
}

extension View.Row {
  /// Whether the row is in text.
  fileprivate var hasText: Bool { !value.isEmpty || !note.isEmpty }

  /// Adds the name, the value and the note to a JSON object.
  fileprivate func add(to object: inout JSONWriter) {
    object.add("name", name)
    if let json { object.add("value", json: json) } else { object.add("value", value) }
    if !note.isEmpty { object.add("note", note) }
  }

  /// Returns the value and its note, wrapped in the space from `start`, or below it if the space is
  /// narrow.
  fileprivate func folded(from start: Int, padding width: Int = 0, _ style: TextStyle) -> String {
    let value = DisplayWidth.padded(style.escaped(value), to: width, alignsRight: true)
    let note = note.isEmpty ? "" : "(\(style.escaped(note)))"
    let gap = note.isEmpty ? "" : "  "
    if start + DisplayWidth.of(value + gap + note) <= style.width {
      return style.paint(value, paint) + gap + style.paint(note, .dimmed)
    }
    let isNarrow = style.width - start < View.Row.minimumRoom
    let indent = isNarrow ? View.Row.narrowIndent : start
    let blanks = "\n" + String(repeating: " ", count: indent)
    return (isNarrow ? blanks : "") + style.folded(value, from: indent, indent: indent, paint)
      + (note.isEmpty ? "" : blanks + style.folded(note, from: indent, indent: indent, .dimmed))
  }

  /// The minimum width for wrapping a value after its name, and the indentation below the name.
  private static let minimumRoom = 24
  private static let narrowIndent = 4
}
