"""The tokens of each carrier's grammar, repeated: what a decoder could search for again and again.

Each token is repeated to 64 KB, 256 KB and 1 MB, within one line and, where a carrier has lines, at
the start of each line.
"""

from counting import Input

_SIZES = (1, 4, 16)
_LOGCAT = '11-21 10:00:00.000  100  100 D Braze v30 : '
_ENTRY = '{"log":{"version":"1.2","entries":[{"response":{"content":{"text":"'
_PREFERENCES = '<?xml version="1.0"?><map><string name="c">'

# What JSON in text consists of, what stands around it, and what ends it.
_TEXT = [
    '{', '[', '}', ']', '"', '\\', '\\"', '{"', '{"a":', '["', '[1,', '{}', '{a}', '{"a":1} ',
    '{"id":"a"', ':', ',', ' ', '\t', '\r', '\x1b', '\x1b[0m', '{\x1b[0m', '<', '<private>',
    '<decode: ', '<…>', '…', 'response', 'a', 'é', 'ab_cd=', 'ab_cd={', 'ab.storage.',
    'ab.storage.cc.k\t{"v":[', 'Server card json: ', 'Server card json: {', 'Card data: {"id":',
    'Logged event: ', '- userId: ', '- data: contentCardClick(', 'Timestamp: ', ' | ', 'Result [',
    'Array(', 'ContentCard', '{\\"id\\":', '{""id"":',
]
# The beginnings of lines, and whole lines.
_LINES = [
    '', '{', '[', '"', '\\', 'a', '\t', '    ', '{"a":', '--------- beginning of main',
    '[ 11-21 10:00:00.000  100:  100 D/Braze ]', 'D/Braze: {', 'D/Braze(  100): {', 'D(100) {',
    'D(100) a  (Braze', _LOGCAT, _LOGCAT + '{', _LOGCAT + '"', _LOGCAT + '{"id":"a",',
    _LOGCAT + 'Server card json: {"id":"a","ca":', _LOGCAT + 'response <private>',
    '2026-11-21 10:00:00.000 100-100/a D/Braze: [', '2026-11-21 10:00:00.000 100-100 Braze a D  {',
    '2026-11-21 10:00:00.000+0100 a[1:2] [braze] {', 'Nov 21 10:00:00 iPhone a(b)[1] <Debug>: {',
    'I/flutter (  100): {"a":"', 'flutter: {"a":"b', ' LOG  {', '⚡️ ', '> ', '< ', '* ',
    '{ [5 bytes data]', 'ab.storage.cc.k\t{', 'ab.storage.ccDismissals.k\t{"v":{"a":1}}',
    'ab.storage.cc.k\t{"v":[{"id":"a","tp":"control","ca":1}]}', 'k\t{',
    '- data: contentCardClick(cardIds: ["a"])', 'Logged event:', 'cards = (', '"a {"id":"a",',
]
_XML = [
    '<', '>', '&', ';', '&amp;', '&#', '&#x41;', '&#99999999;', '"', '{', '[', '{&quot;', '<!--',
    '<!-- -->', '-->', '--', '<![CDATA[', ']]>', ']]', '<![CDATA[{]]>', '<string>', '</string>',
    '<string name="', '<string>{', '<string>{"id":1}</string>', '<set name="', '<set>', '</set>',
    '<data>', '<data/>', '<key>', '<!DOCTYPE', '<?', ' ', '\n', 'a',
]
_ARCHIVE = [
    '\\"', '\\\\', '\\n', '\\u0041', '\\ud83d', '\\ud83d\\ude00', '\\', '{', 'a', 'é',
    '{\\"cards\\":[', '[{\\"id\\":\\"a\\",', 'eyJ',
]
_ARCHIVE_PARTS = [
    '{', '[', '"', ' ', '\n', '{},', '[],', '"a",', '1', '{"response":', '{"response":{}},',
    '{"response":{"content":{"text":"{}"}}},', '{"request":{"postData":{"text":"[]"}}},',
    '{"startedDateTime":"2026-11-21T10:00:00Z"},',
]
_STORAGE = [
    '"ab.storage.', '"ab.storage.":1,', '"ab.storage.cc.k":"{\\"v\\":[]}",',
    '"ab.storage.cc.k":{"v":[{"id":"a","tp":"control","ca":1}]},', '"ab.storage.cc.k":{"v":[',
    '"ab.storage.cc.k":"', '"ab.storage.ccDismissals.k":{"v":{"a":1}},',
    '"ab.storage.ccDismissals.k":"{\\"v\\":{\\"a\\":1}}",', '"k":{"ab.storage.',
]


def inputs():
    """Each token in each place of its carrier."""
    found = []

    def add(carrier, command, kind, tokens, before='', separator=''):
        for token in tokens:
            found.append(Input(
                'token of %s: %r after %r' % (carrier, token, before[-24:]),
                command + ['--no-config', '--jobs', '1'], _repeated(before, token + separator),
                size=1 << 16, kind=kind,
                sizes=_SIZES))

    text, detected = ['filter', '--from', 'text'], ['filter']
    add('text', text, 'txt', _TEXT)
    add('text', text, 'txt', _LINES, separator='\n')
    add('a log', detected, 'log', _TEXT, before=_LOGCAT)
    add('a value of a log', detected, 'log', _TEXT, before=_LOGCAT + '{"id":"a","tt":"')
    add('lines of a value', detected, 'log', _LINES, before=_LOGCAT + '[\n', separator='\n')
    add('events in a log', ['inspect', '--verdicts'], 'log', _LINES, separator='\n')
    add('XML', detected, 'xml', _XML, before=_PREFERENCES)
    add('XML', detected, 'xml', _XML, before='<?xml version="1.0"?><map>')
    add('a body', detected, 'har', _ARCHIVE, before=_ENTRY)
    add('an archive', detected, 'har', _ARCHIVE_PARTS, before='{"log":{"version":"1.2","entries":[')
    add('storage', detected, 'json', _STORAGE, before='{')
    add('lines of storage', detected, 'ndjson', ['{' + one for one in _STORAGE], separator='\n')
    return found


def _repeated(before, token):
    return lambda count: before + token * count
