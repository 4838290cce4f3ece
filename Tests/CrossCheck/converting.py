"""`convert`: cards become objects of their class, or another SDK's shape."""

import json_tokens
import model
import registry
import sorting
import writing
from model import lowercased, text_of
from registry import PropertyError


class UsageError(Exception):
    """An invalid command line: status 2."""


def build_object(card, classes, iso=None):
    """The object of a card of a known class as (JSON text, {column: cell}).

    Raises PropertyError naming `id`, `created` or the property that failed.
    """
    found = classes[card.class_name]
    if 'id' not in card.fields or not card.fields['id'].text.strip():
        raise PropertyError('missing', 'id')
    if 'created' not in card.fields:
        raise PropertyError('missing', 'created')
    data = writing.content_card_data(card, found.name, iso)
    cells = {'contentCardData.' + name: _cell_of_json(text) for name, text in data}
    cells['object'] = text_of(found.object)
    members = ['"contentCardData":{' + ','.join('"%s":%s' % pair for pair in data) + '}',
               '"object":' + found.object.raw]
    for property in found.properties:
        made = property.make(card)
        if made is not None:
            members.append(json_tokens.quoted(property.name) + ':' + made[0])
            cells.update(made[1])
    return '{' + ','.join(members) + '}', cells


def _cell_of_json(text):
    """The cell of a JSON scalar or container; null is an empty cell."""
    if text == 'null':
        return ''
    return json_tokens.unescape(text[1:-1]) if text.startswith('"') else text


class Conversion:
    """One `convert` over cards with its options."""

    def __init__(self, options, classes, now, zone):
        self.options = options
        self.classes = classes
        self.now = now
        self.iso = zone if options.time == 'iso' else None
        self.chosen = {lowercased(name) for name in options.class_type}
        unknown = self.chosen - set(classes)
        if unknown:
            raise UsageError('no such class type: %s' % sorted(unknown))
        self.as_table = options.to in ('csv', 'tsv')
        if not self.as_table and (options.columns or options.no_header or options.csv_safe):
            raise UsageError('an option for tables only')
        self.delimiter = _delimiter(options)
        self.columns = self._columns() if self.as_table else None

    def convert(self, card):
        """The output for a card, or None when it is skipped."""
        class_name = card.class_name
        if self.chosen and class_name not in self.chosen:
            return None
        if self.options.form != 'objects':
            if not writing.can_say(card, self.options.form):
                return None
            if self.as_table:
                return self._shape_row(card)
            return writing.shape_json(card, self.options.form, self.iso)
        if card.is_removed or class_name not in self.classes:
            return None
        text, cells = build_object(card, self.classes, self.iso)
        if not self.as_table:
            return text
        return [cells.get(name, '') if not name.startswith('card.')
                else writing.card_cell(card, name[len('card.'):], self.now, self.iso)
                for name in self.columns]

    def _shape_row(self, card):
        if self.options.form == 'card':
            return [self._card_cell(card, name) for name in self.columns]
        cells = {key: _cell_of_json(encode(card, self.iso) or 'null')
                 for key, encode in writing.SHAPES[self.options.form]}
        if writing.is_kept(card, self.options.form):
            cells.update((key, _cell_of_json(card.lookup[key].compact() if key in card.lookup
                                             else 'null')) for key in cells if key != 'extra')
        if any(column.startswith('extras.') for column in self.columns):
            own = writing.EXTRAS_KEYS.get(self.options.form, 'extras')
            cells[own] = writing.other_extras(card, self.columns)
        return [cells[name] if name in cells else writing.card_cell(card, name, self.now, self.iso)
                for name in self.columns]

    def _card_cell(self, card, name):
        if name == 'extras' and any(column.startswith('extras.') for column in self.columns):
            return writing.other_extras(card, self.columns)
        return writing.card_cell(card, name, self.now, self.iso)

    def _columns(self):
        form = self.options.form
        extras = registry.extras_keys(self.classes, self.options.type_key)
        default = (self._object_columns() if form == 'objects'
                   else writing.shape_columns(form, extras))
        if not self.options.columns:
            return default
        names = self.options.columns.split(',')
        unknown = [name for name in names if name not in default and not self._is_column(name)]
        if unknown:
            raise UsageError('no such column: %s' % unknown)
        return names

    def _object_columns(self):
        columns = ['contentCardData.' + name for name, _ in writing.CONTENT_CARD_DATA]
        columns.append('object')
        for found in self.classes.values():
            if not self.chosen or found.name in self.chosen:
                for property in found.properties:
                    columns += property.columns
        return list(dict.fromkeys(columns))

    def _is_column(self, name):
        form = self.options.form
        if form == 'objects':
            if not name.startswith('card.'):
                return False
            name = name[len('card.'):]
        elif form != 'card':
            return name.startswith('extras.')
        return (name in model.FIELDS or name in model.DERIVED
                or name.startswith('extras.') and len(name) > len('extras.'))

    def header(self):
        return [] if self.options.no_header else [self.columns]


def _delimiter(options):
    """The delimiter of CSV."""
    if options.delimiter is None:
        return ','
    text = '\t' if options.delimiter in ('tab', '\\t') else options.delimiter
    is_plain = len(text.encode('utf-8')) == 1 and not text.isalnum() and text not in '"\r\n+-.:_'
    if options.to != 'csv' or not is_plain:
        raise UsageError('no delimiter: %s' % options.delimiter)
    return text


def table_line(cells, to, safe, delimiter):
    """One CSV or TSV line without its line end."""
    if safe:
        cells = [_neutralised(cell) for cell in cells]
    if to == 'tsv':
        return '\t'.join(cell.replace('\\', '\\\\').replace('\t', '\\t')
                         .replace('\n', '\\n').replace('\r', '\\r') for cell in cells)
    line = delimiter.join(_quoted_if_needed(cell, delimiter) for cell in cells)
    return line or '""'  # Readers do not treat an empty line as a row.


def _quoted_if_needed(cell, delimiter):
    if any(c in cell for c in delimiter + '"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _neutralised(cell):
    rest = cell.lstrip(' ')
    if rest[:1] in tuple('=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20') and not json_tokens.is_number(rest):
        return "'" + cell
    return cell


def run(options, cards, classes, now, zone, bad):
    """Converts cards (with `bad` marks between them).

    Returns the output, the status and the printed cards.
    """
    conversion = Conversion(options, classes, now, zone)
    status, made = 0, []
    limit = options.limit
    for card in cards:
        if limit is not None and not options.sort and len(made) >= limit:
            break
        if card is bad:
            status = 1
            continue
        try:
            output = conversion.convert(card)
        except PropertyError:
            status = 1
            continue
        if output is not None:
            made.append((card, output))
    made = sorting.ordered(made, options.sort, now)[:limit]
    outputs, printed = [output for _, output in made], [card for card, _ in made]
    if conversion.as_table:
        lines = [table_line(row, options.to, options.csv_safe, conversion.delimiter)
                 for row in conversion.header() + outputs]
        return ''.join(line + '\n' for line in lines), status, printed
    return assembled(outputs, options.to), status, printed


def assembled(items, to):
    """JSON values as lines, or as the array of `--to json`."""
    items = list(items)
    if to == 'json':
        return '[\n' + ',\n'.join(items) + '\n]\n' if items else '[]\n'
    return ''.join(item + '\n' for item in items)
