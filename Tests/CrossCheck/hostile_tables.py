"""Hostile strings in convert and filter: JSON, tables, other shapes, local items."""

import csv
import io
import json
import os
import re

from hostile_run import plain
from hostile_texts import ARGUMENTS, TEXTS, decoded

REGISTRY = {'classes': {'every_text': {'object': 'EveryText', 'properties': {
    name: {'from': [source], 'type': 'string'} for name, source in [
        ('title', 'title'), ('description', 'description'), ('url', 'url'), ('image', 'image'),
        ('link', 'link_text'), ('alt', 'image_alt'), ('extra', 'extras.k')]}}}}
FIELDS = ['title', 'description', 'url', 'image', 'link_text', 'image_alt', 'language']
KEYS = ['tt', 'ds', 'u', 'i', 'dm', 'image_alt', 'language']
LEADS = tuple('=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20')


def wire(text, number, class_type='every_text'):
    """A card with the string in each field."""
    card = {'id': 'n%d' % number, 'tp': 'captioned_image', 'ca': 1, 'ea': -1}
    card.update((key, text) for key in KEYS)
    card['e'] = {'class_type': class_type, 'k': text, 'x' + text: 'v'}
    return card


def lines(cards, raw):
    """NDJSON, with as few escapes as possible or as many."""
    texts = [json.dumps(card, ensure_ascii=not raw) for card in cards]
    return ''.join(half_escaped(text) + '\n' for text in texts).encode('utf-8')


def half_escaped(text):
    """JSON that can be encoded: lone surrogates as escapes."""
    return re.sub('[\ud800-\udfff]', lambda match: '\\u%04x' % ord(match.group()), text)


def cells(output, delimiter=','):
    """The rows of a table, each as a dictionary."""
    text = output.decode('utf-8')
    return list(csv.DictReader(io.StringIO(text, newline=''), delimiter=delimiter))


def tab_cells(output):
    """The rows of TSV, whose escapes begin with a backslash."""
    def cell(text):
        meaning = {'t': '\t', 'n': '\n', 'r': '\r', '\\': '\\'}
        return re.sub(r'\\(.)', lambda match: meaning[match.group(1)], text)
    rows = [line.split('\t') for line in output.decode('utf-8').split('\n')[:-1]]
    return [dict(zip(rows[0], map(cell, row))) for row in rows[1:]]


def check(program):
    registry = os.path.join(program.folder, 'classes.json')
    with open(registry, 'w') as file:
        json.dump(REGISTRY, file)
    cards = [wire(text, number) for number, text in enumerate(TEXTS)]
    for raw in (True, False):
        data = lines(cards, raw)
        name = 'raw' if raw else 'escaped'
        program.expect('filter, ' + name, program.run(['filter'], data), data)
        check_canonical(program, name, data)
        check_tables(program, name, data, registry)
        check_objects(program, name, data, registry)
    check_ids(program)
    check_shapes(program, cards)
    check_selectors(program, lines(cards, True))
    check_feed(program)


def check_canonical(program, name, data):
    for form in ('ndjson', 'json'):
        output = program.run(['convert', '--as', 'card', '--to', form], data)
        found = (program.objects(name, output) if form == 'ndjson' else plain(json.loads(output)))
        program.expect('cards', len(found), len(TEXTS))
        for text, card in zip(TEXTS, found):
            text = decoded(text)
            label = 'card, %s, %s, %.40r' % (form, name, text)
            for field in FIELDS:
                program.expect(label + ' ' + field, card.get(field), text)
            program.expect(label + ' extras', card['extras'],
                           {'class_type': 'every_text', 'k': text, 'x' + text: 'v'})


def check_tables(program, name, data, registry):
    manners = [([], ','), (['--delimiter', ';'], ';'), (['--delimiter', '|', '--crlf'], '|')]
    for options, delimiter in manners + [(None, '\t')]:
        form = ['--to', 'tsv'] if options is None else ['--to', 'csv'] + options
        output = program.run(['convert', '--as', 'card', '--columns', ','.join(
            ['id'] + FIELDS + ['extras.k', 'extras'])] + form, data)
        rows = tab_cells(output) if options is None else cells(output, delimiter)
        program.expect('rows', len(rows), len(TEXTS))
        for text, row in zip(TEXTS, rows):
            text = decoded(text)
            label = 'table %s, %s, %.40r' % (form, name, text)
            for field in FIELDS + ['extras.k']:
                program.expect(label + ' ' + field, row[field], text)
            rest = plain(json.loads(row['extras']))
            program.expect(label + ' extras', rest.get('x' + text), 'v')
    safe = program.run(['convert', '--as', 'card', '--to', 'csv', '--csv-safe'], data)
    for text, row in zip(TEXTS, cells(safe)):
        text = decoded(text)
        program.expect('--csv-safe %.40r' % text, row['title'] in (text, "'" + text), True)
        is_number = re.fullmatch(r'-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?', text)
        acts = row['title'].lstrip(' ').startswith(LEADS) and not is_number
        program.expect('--csv-safe acts %.40r' % text, acts, False)
    marked = program.run(['convert', '--as', 'card', '--to', 'csv', '--bom'], data)
    program.expect('--bom', marked[:3], b'\xef\xbb\xbf')


def check_objects(program, name, data, registry):
    names = list(REGISTRY['classes']['every_text']['properties'])
    output = program.run(['convert', '--classes', registry], data)
    found = program.objects('objects', output)
    program.expect('objects', len(found), len(TEXTS))
    table = cells(program.run(['convert', '--classes', registry, '--to', 'csv'], data))
    for text, value, row in zip(TEXTS, found, table):
        for field in names:
            label = 'object %s, %s, %.40r' % (field, name, text)
            program.expect(label, value.get(field), decoded(text))
            program.expect(label + ' as a cell', row.get(field), decoded(text))


def check_ids(program):
    """The strings as ids and as class types."""
    cards = [{'id': text, 'tp': 'short_news', 'ca': 1, 'tt': 't', 'e': {'class_type': text}}
             for text in TEXTS]
    data = lines(cards, True)
    found = program.objects('ids', program.run(['convert', '--as', 'card'], data))
    program.expect('ids', [card['id'] for card in found], [decoded(text) for text in TEXTS])
    program.expect('class types', [card['extras']['class_type'] for card in found],
                   [decoded(text) for text in TEXTS])
    program.run(['convert', '--summary'], data, statuses=(0, 1))
    program.run(['filter', '--summary', '--unique', '--sort', 'id'], data)
    for text in ARGUMENTS[::3]:
        if text.startswith('@'):
            continue
        one = program.run(['filter', '--id=' + text, '--to', 'json'], data)
        program.expect('--id %.40r' % text, [plain(card['id']) for card in json.loads(one)], [text])


def check_shapes(program, cards):
    """From the wire format into each shape and back."""
    data = lines(cards, True)
    for shape, fields in [
        ('web-storage', ['title', 'description', 'url', 'image', 'link_text']),
        ('react-native', ['title', 'description', 'url', 'image', 'link_text']),
        ('cordova', ['title', 'description', 'url', 'image']),
        ('abk', ['title', 'url', 'image']), ('capacitor', ['title', 'url', 'image']),
        ('web', ['title', 'description', 'url', 'image', 'link_text']), ('metadata', ['title', 'image']),
    ]:
        output = program.run(['convert', '--as', shape], data)
        back = program.objects(shape, program.run(['convert', '--as', 'card', '--shape', shape], output))
        program.expect(shape, len(back), len(TEXTS))
        for text, card in zip(TEXTS, back):
            for field in fields:
                program.expect('%s, %s, %.40r' % (shape, field, text), card.get(field), decoded(text))


def check_selectors(program, data):
    for text in ARGUMENTS[::3]:
        for words in (['--extra=k=' + text], ['--where', 'title = "%s"' % text]):
            count = program.run(['filter', '-c'] + words, data)
            program.expect('%s %.40r' % (words[0][:7], text), int(count) >= 1, True)


def check_feed(program):
    """Local items are printed unchanged."""
    items = [half_escaped(json.dumps({'title': text, text: 1}, ensure_ascii=False)) for text in TEXTS]
    path = os.path.join(program.folder, 'items.ndjson')
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(''.join(item + '\n' for item in items))
    card = lines([wire('a', 1, 'ad_banner')], True)
    output = program.run(['convert', '--feed', path], card).decode('utf-8')
    program.expect('local items', [line for line in output.split('\n')[:-1] if line in set(items)], items)
