"""Inputs written to keep a machine busy."""

import json

from counting import Input

_CARD = '"id":"a","tp":"text_announcement","ca":1701861950,"ds":"B"'


def inputs():
    validate = ['validate', '--jobs', '1']
    found = [Input(name, validate, make) for name, make in _VALIDATED.items()]
    # Findings in each report, and other output.
    for name in _REPORTED:
        make = _VALIDATED[name]
        for form in ['json', 'sarif', 'gitlab', 'github', 'junit']:
            found.append(Input(
                '%s, %s' % (name, form), validate + ['--to', form], make))
        found.append(Input(name + ', with lines', validate + ['--color', 'always'], make))
        found.append(Input(name + ', inspect --id', ['inspect', '--jobs', '1', '--id', 'a'], make))
        found.append(Input(
            name + ', page', ['inspect', '--jobs', '1', '--to', 'html', '-o', '/dev/null'], make))
        found.append(Input(name + ', inspect', ['inspect', '--jobs', '1'], make))
        found.append(Input(name + ', verdicts', ['inspect', '--jobs', '1', '--verdicts'], make))
        found.append(Input(
            name + ', filter',
            ['filter', '--jobs', '1', '--max-messages', '1000000', '--where', 'title'], make))
    found.append(Input(
        'findings in a long list', ['inspect', '--jobs', '1', '--limit', '1000000'],
        _numbered('{"id":"c%d","v":1,"tp":"short_news","cr":1}', '\n'), Input.MEDIUM))
    found.append(Input(
        'late copies of a card', ['inspect', '--jobs', '1', '--why', 'a'],
        _repeated(
            '{"cards":[{"id":"a","v":1,"tp":"short_news","cr":1,"ea":2}],"full_sync":false}', '\n'),
        Input.MEDIUM))
    found.append(Input(
        'unknown rules of a configuration', validate + ['--kind', 'configuration'],
        _around('{"rules":{', _numbered('"card/id-mising%d":"off"'), '}}')))
    for name, make in _LISTED.items():
        found.append(Input(
            name + ', against', ['inspect', '--jobs', '1', '--against', 'start.json'], make,
            Input.MEDIUM, is_alone=True))
        found.append(Input(
            name + ', convert', ['convert', '--jobs', '1', '--summary'], make, Input.LARGE))
    for name, (needle, make) in _NEEDLES.items():
        found.append(Input(
            name, ['filter', '--jobs', '1', '--count', '--where', 'title *= ' + needle], make,
            Input.LARGE))
    for name, (kind, make) in _CARRIERS.items():
        for command in [['filter'], ['validate'], ['inspect', '--verdicts']]:
            found.append(Input(
                '%s, %s' % (name, command[0]), command + ['--jobs', '1'], make, kind=kind))
    for name, make in _JOURNALS.items():
        for command in [['check'], ['summary'], ['show', '--to', 'ndjson'],
                        ['export', '--to', 'currents', '--app-id', 'a']]:
            found.append(Input(
                'log %s, %s' % (command[0], name), ['log'] + command + ['--journal'], make,
                Input.LARGE, is_alone=True))
    return found


def _card(members):
    return '{%s,%s}\n' % (_CARD, members)


def _repeated(text, separator=','):
    return lambda count: separator.join([text] * count)


def _numbered(text, separator=','):
    return lambda count: separator.join(text % number for number in range(count))


def _around(before, make, after):
    return lambda count: before + make(count) + after


def _in_card(before, make, after):
    return lambda count: _card(before + make(count) + after)


def _in_string(make):
    """The extras of a card as a string that holds JSON."""
    return lambda count: _card('"e":' + json.dumps('{%s}' % make(count)))


_REPEATED_KEY = _repeated('"k":"v"')
_UNKNOWN = _numbered('"zz%d":"v"')

_VALIDATED = {
    'liquid {%': _in_card('"tt":"', _repeated('{%', ''), '"'),
    'liquid {{': _in_card('"tt":"', _repeated('{{', ''), '"'),
    'liquid, escaped': _in_card('"tt":"', _repeated('\\u007b%', ''), '"'),
    'liquid, both': _in_card('"tt":"', _repeated('{%{{', ''), '"'),
    'liquid in extras': _in_card('"e":{', _numbered('"k%d":"{{a}}"'), '}'),
    'keys of extras': _in_card('"e":{', _REPEATED_KEY, '}'),
    'keys of extras in a string': _in_string(_REPEATED_KEY),
    'numbers in extras in a string': _in_string(_numbered('"K %d":1')),
    'keys of objects': _in_card('"e":{', _repeated('"k":{"a":1,"a":2}'), '}'),
    'keys below a long key': lambda count: _card(
        '"e":{"%s":{%s}}' % ('k' * 4 * count, ','.join(['"a":1'] * count))),
    'keys of a card with a long id': lambda count: (
        '{%s,"e":{%s}}\n' % (_CARD.replace('"a"', '"%s"' % ('a' * 8 * count)), _REPEATED_KEY(count))),
    'keys of a card': _in_card('', _repeated('"ds":"B"'), ''),
    'unknown keys': _in_card('', _UNKNOWN, ''),
    'unknown keys of a card in a string': lambda count: json.dumps([_card(_UNKNOWN(count))]),
    'long unknown key': lambda count: _card('"%s":1' % ('k' * count)),
    'broken elements': _around('[', _repeated('{"id":bad}'), ']'),
    'broken elements on lines': _around('[', _repeated('{"id":bad}', ',\n'), ']'),
    'bad elements': _around('[', _repeated('{"foo":1}'), ']'),
    'numbers for cards': _around('[', _repeated('1'), ']'),
    'broken lines': _repeated('{"id":bad}', '\n'),
    'broken values': _repeated('{"id":bad}', ' '),
    'open brackets': _repeated('[', ''),
    'open brackets on lines': _repeated('[\n', ''),
    'open objects': _repeated('{"a":', ''),
    'open strings': _around('[', _repeated('{"a\n', ''), ''),
    'elements without an end': _around('[\n', _repeated('  {"id":"a",\n', ''), ''),
    'keys of an envelope': _around('{"cards":[],', _numbered('"k%d":1'), '}'),
    'arrays of an envelope': _around('{', _repeated('"cards":[{"id":"a","tp":"control"}]'), '}'),
    'cards of an envelope in an array': _around('[{"cards":[', _repeated('{%s}' % _CARD), ']}]'),
    'envelopes in an array': _around('[', _repeated('{"v":[{%s}]}' % _CARD), ']'),
    'cards in a stored text': lambda count: json.dumps(
        {'ab.storage.cc.k': '{"v":[%s]}' % ','.join(['{%s}' % _CARD] * count)}),
    'deep data': lambda count: '{"data":' * count + '1' + '}' * count,
    'open data': _repeated('{"data":', ''),
    'broken data': lambda count: '{"data":' * 8 + '[' + '{"id":1},' * count + 'tru]' + '}' * 8,
    'data of an object': _around('{', _repeated('"data":[{%s}]' % _CARD), '}'),
    'cards of one id': _around('[', _repeated('{%s}' % _CARD), ']'),
    'cards of class types': _numbered('{%s,"e":{"class_type":"k%%d"}}' % _CARD, '\n'),
    'broken records': _repeated('{bad', '\x1e'),
    'events': _around(
        '{"events":[', _repeated('{"external_id":"u","name":"x","time":"bad"}'), ']}'),
    'keys of an event': _around(
        '{"events":[{"external_id":"u","name":"x","time":"bad",', _numbered('"k%d":1'), '}]}'),
    'properties of an event': _around(
        '{"events":[{"external_id":"u","name":"x","time":"bad","properties":{',
        _numbered('"$k%d":1'), '}}]}'),
    'events that break two rules in turn': _around(
        '{"events":[', _repeated(
            '{"external_id":"u","name":"x","time":"bad"},'
            '{"name":"x","time":"2026-11-21T10:00:00Z"},{"external_id":"u"}'), ']}'),
    'recipients': _around(
        '{"campaign_id":"x","recipients":[', _repeated('{"external_id":"u"}'), ']}'),
    'liquid of a request': _around(
        '{"type":"CLASSIC","title":"A","time_to_live":60,"extra":{', _numbered('"k%d":"{{"'), '}}'),
    'values of a template': _around(
        '{"events":[{"external_id":"u","properties":{', _numbered('"k%d":{{x}}'), '}}]}'),
    'blocks of a template': _around(
        '{"events":[', _repeated('{% if a %}{"external_id":"u"}{% endif %}', ''), ']}'),
    'branches of a template': _around(
        '{"events":[{% case a %}', _repeated('{% when b %}{"external_id":"u"}', ''),
        '{% endcase %}]}'),
    'open blocks of a template': _around('{"events":[', _repeated('{% if a %}', ''), ']}'),
    'open tags of a template': _around('{"events":[ {{a}}', _repeated('{%{{', ''), ']}'),
    'nested tags of a template': _around('{"events":[', _repeated('{{a', ''), '}}]}'),
    'raw text of a template': _around(
        '{"events":[{{a}} {% raw %}', _repeated('{% x %}{{', ''), '{% endraw %}]}'),
    'quotes in tags of a template': _around(
        '{"events":[{"external_id":"', _repeated('{{ a | b: "c" }}', ''), '"}]}'),
    'mistakes in a template': _around(
        '{"events":[{% if a %}', _numbered('{"external_id":"u","k%d":1,"name":"n","time":"x"}'),
        '{% endif %}]}'),
    'misspelt keys of a registry': _around(
        '{"classes":{', _numbered('"c%d":{"object":"A","propertees":{}}'), '}}'),
    'misspelt keys of properties': _around(
        '{"classes":{"c":{"object":"A","properties":{', _numbered('"p%d":{"form":["title"]}'),
        '}}}}'),
    'classes of a registry': _around(
        '{"classes":{',
        _numbered('"c%d":{"object":"A","properties":{"p":{"from":["title"]}}}'), '}}'),
    'misspelt fields': _around(
        '{"classes":{"c":{"object":"A","properties":{"p":{"from":[', _repeated('"titel"'),
        ']}}}}}'),
    'fields': _around(
        '{"classes":{"c":{"object":"A","properties":{"p":{"from":[', _numbered('"extras.k%d"'),
        ']}}}}}'),
    'rules of a configuration': _around('{"rules":{', _numbered('"card/i-missing%d":"of"'), '}}'),
}

_REPORTED = [
    'keys of extras', 'keys of extras in a string', 'keys below a long key',
    'keys of a card with a long id', 'bad elements', 'unknown keys',
]

_LISTED = {
    'extras': _in_card('"e":{', _numbered('"k%d":"v"'), '}'),
    'extras in a string': _in_string(_numbered('"k%d":"v"')),
    'lines of cards': _numbered('{"id":"a%d","tp":"control","ca":1}', '\n'),
}

_NEEDLES = {
    'needle behind what repeats': ('a' * 5000 + 'b', _in_card('"tt":"', _repeated('a', ''), '"')),
    'needle that begins and ends alike': (
        'a' * 2500 + 'b' + 'a' * 2500, _in_card('"tt":"', _repeated('a', ''), '"')),
    'needle of pairs': ('ab' * 2500 + 'b', _in_card('"tt":"', _repeated('ab', ''), '"')),
}

_STORED = '{\\"id\\":\\"a%d\\",\\"tp\\":\\"control\\",\\"ca\\":1}'
_ENTRY = (
    '{"startedDateTime":"2026-11-21T10:00:%%02d.%%03dZ","request":{"url":"https://example.com/"},'
    '"response":{"content":{"mimeType":"application/json","text":"{\\"cards\\":[%s]}"}}}' % _STORED)
_LOGCAT = '11-21 10:00:00.000  100  100 D Braze v30 : '

# Inputs as people have them: the suffix of the file, and how to make it.
_CARRIERS = {
    'entries of an archive': ('har', lambda count: '{"log":{"entries":[%s]}}' % ','.join(
        _ENTRY % (number // 1000 % 60, number % 1000, number) for number in range(count))),
    'entries of an archive, backwards': ('har', lambda count: '{"log":{"entries":[%s]}}' % ','.join(
        _ENTRY % (number // 1000 % 60, number % 1000, number) for number in range(count, 0, -1))),
    'open entries of an archive': ('har', _around(
        '{"log":{"entries":[', _repeated('{"response":{"content":{"text":"'), '')),
    'keys of an archive': ('har', _around(
        '{"log":{"entries":[{"response":{"content":{', _numbered('"k%d":"text"'), '}}}]}}')),
    'values of a log': ('log', _numbered(
        _LOGCAT + '{"id":"a%d","tp":"control","ca":1}', '\n')),
    'copies of a log': ('log', _repeated(
        _LOGCAT + 'Server card json: {"id":"a","tp":"control","ca":1}', '\n')),
    'open values of a log': ('log', _repeated(_LOGCAT + '{"cards":[{"id":"a",', '\n')),
    'brackets of a log': ('log', _around(_LOGCAT, _repeated('{[', ''), '')),
    'braces and words of a log': ('log', _around(_LOGCAT, _repeated('{a} ', ''), '')),
    'lines of one value of a log': ('log', _around(
        _LOGCAT + '[\n', _repeated(_LOGCAT + '{"id":"a","tp":"control","ca":1}', ',\n'), '\n')),
    'messages of one value of a log': ('log', _numbered(
        '11-21 10:00:00.%06d  100  100 D Braze v30 : {"a":[1,', '\n')),
    'messages after open values of a log': ('log', _numbered(
        '11-21 10:00:00.%06d  100  100 D Braze v30 : "a {"id":"a",', '\n')),
    'strings of a structured log': ('log', _around(
        _LOGCAT + '{"m":[', _repeated('"[{\\"id\\":\\"a\\",\\"tp\\":\\"control\\"}] {"'),
        ']}')),
    'lines without a prefix': ('log', _around(_LOGCAT + '{\n', _repeated('{"a":\n', ''), '')),
    'one long line of a log': ('log', _around(_LOGCAT + '{"id":"', _repeated('a', ''), '')),
    'quotes of a log': ('log', _around(_LOGCAT, _repeated('{"', ''), '')),
    'hidden values of a log': ('log', _repeated(_LOGCAT + '{"cards": <private>}', '\n')),
    'descriptions of a log': ('log', _repeated(
        _LOGCAT + 'Card(id=a, title="b", extras={k=v})', '\n')),
    'strings of preferences': ('xml', _around(
        '<?xml version="1.0"?><map>', _numbered(
            '<string name="c%d">{&quot;id&quot;:&quot;a&quot;,&quot;ca&quot;:1}</string>', ''),
        '</map>')),
    'entities of preferences': ('xml', _around(
        '<?xml version="1.0"?><map><string name="c">', _repeated('&amp;', ''), '</string></map>')),
    'open entities': ('xml', _around(
        '<?xml version="1.0"?><map><string name="c">', _repeated('&', ''), '')),
    'open elements': ('xml', _around('<?xml version="1.0"?><map>', _repeated('<string>', ''), '')),
    'open tags': ('xml', _around('<?xml version="1.0"?><map>', _repeated('<', ''), '')),
    'declared entities': ('xml', _around(
        '<?xml version="1.0"?><!DOCTYPE a [', _numbered('<!ENTITY e%d "&e0;&e0;">', ''),
        ']><map><string name="c">&e9;</string></map>')),
    'keys around a push': ('json', _around(
        '{"ab_cd":"{}","data":{', _numbered('"k%d":{"ab_cd":"{"}'), '}}')),
    'nested pushes': ('json', lambda count: (
        '{"data":' * min(count, 400) + '{"ab_cd":"{}"}' + '}' * min(count, 400) + '\n')
        * max(1, count // 400)),
}

_EVENT = ('{"v":1,"id":"019ab0c0-0000-7000-8000-%012d","time":"2026-11-21T10:00:00.123Z",'
          '"event":"impression","card_id":"c%d"}\n')

_JOURNALS = {
    'events': lambda count: ''.join(_EVENT % (number, number) for number in range(count)),
    'bad lines': _repeated('{bad\n', ''),
}
