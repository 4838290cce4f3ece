"""Hostile strings in validate and inspect: reports, tables and the page."""

import html.parser
import json
import os
import re
import xml.etree.ElementTree

from hostile_run import plain
from hostile_tables import FIELDS, half_escaped, lines, wire
from hostile_texts import ACTIVE, ARGUMENTS, MARK, TEXTS, decoded, trouble

LINE = re.compile(r'(.*?):(\d+):(\d+): (error|warning|info)\[([^]]*)\] (.*)', re.DOTALL)


def check(program):
    for name, data in documents():
        check_reports(program, name, data)
    check_names(program)
    check_words(program)
    cards = lines([wire(text, number, 'group') for number, text in enumerate(TEXTS)], True)
    check_inspect(program, cards)
    check_history(program)
    check_page(program, cards)


def documents():
    """(name, bytes) of inputs whose findings quote the strings."""
    def ndjson(make):
        return lines([make(text) for text in TEXTS], True)
    good = {'id': 'a', 'tp': 'short_news', 'ca': 1}
    yield 'fields', ndjson(lambda text: dict(wire(text, 0), id=text, tp=text))
    yield 'keys', ndjson(lambda text: dict(good, **{'x' + text: 1, text: 2}))
    yield 'extras', ndjson(lambda text: dict(good, e={text: {text: text}, 'class_type': text}))
    yield 'times', ndjson(lambda text: dict(good, ca=text, ea=text, v=text))
    yield 'addresses', ndjson(lambda text: dict(good, u='https://example.com/' + text, i='x:' + text))
    yield 'requests', ndjson(lambda text: {'messages': {'content_card': {
        'type': text, 'title': text, 'extra': {text: text}, 'message_header': text, text: text}}})
    yield 'registries', half_escaped(json.dumps({'classes': {text: {'object': text, 'properties': {
        text: {'from': [text], 'type': text, text: text}}} for text in TEXTS}},
        ensure_ascii=False)).encode()
    yield 'configuration', half_escaped(json.dumps({
        'rules': {text: text for text in TEXTS}, 'profile': TEXTS[0], **{'x' + text: 1 for text in TEXTS}},
        ensure_ascii=False)).encode()
    yield 'no JSON', ''.join('{"id":%s\n' % decoded(text) for text in TEXTS).encode()


def check_reports(program, name, data):
    formats = ['text', 'json', 'ndjson', 'sarif', 'github', 'gitlab', 'junit']
    base = ['validate', '--at', '2026-11-20', '--max-messages', '100000']
    reports = {form: program.run(base + ['--to', form], data, statuses=(0, 1)) for form in formats}
    for form, report in reports.items():
        if form in ('text', 'github', 'junit'):
            program.neutral('%s, %s' % (name, form), report, with_commands=form == 'github')
        program.expect('%s, %s: marks' % (name, form), MARK.search(report.decode()), None)
    try:
        findings = json.loads(reports['json'])['findings']
        sarif = json.loads(reports['sarif'])['runs'][0]['results']
        gitlab = json.loads(reports['gitlab'])
        suites = xml.etree.ElementTree.fromstring(reports['junit'])
    except (ValueError, KeyError, xml.etree.ElementTree.ParseError) as error:
        return program.fail(name, 'a report cannot be read: %s' % error)
    program.expect(name + ': there are findings', len(findings) > 0, True)
    program.expect(name + ': ndjson', program.objects(name, reports['ndjson']), plain(findings))
    shown = [(finding['rule'], finding['message']) for finding in findings]
    compare(program, name + ': sarif', [(one['ruleId'], one['message']['text']) for one in sarif], shown)
    compare(program, name + ': gitlab', [tuple(one['description'].split(': ', 1)) for one in gitlab], shown)
    rows = [LINE.fullmatch(line) for line in reports['text'].decode().split('\n')]
    compare(program, name + ': text', [(row.group(5), row.group(6)) for row in rows if row], shown)
    check_annotations(program, name, reports['github'], shown)
    program.expect(name + ': junit', any(True for _ in suites.iter('testcase')), True)
    with open(os.path.join(program.folder, 'patched.ndjson'), 'wb') as file:
        file.write(data)
    program.run(['validate', '--diff', 'patched.ndjson'], statuses=(0, 1))
    program.neutral(name + ', statistics', program.run(base + ['--statistics', '--to', 'text'], data,
                                                              statuses=(0, 1)))


def compare(program, name, found, expected):
    """The findings that a report lists, in any order."""
    rest = {}
    for rule, message in expected:
        rest.setdefault(rule, set()).add(shown_text(message))
    for rule, message in found:
        if shown_text(message) not in rest.get(rule, ()):
            program.fail(name, '%s: %.200r is no message' % (rule, message))
        program.comparisons += 1


def shown_text(message):
    """A message without the characters that are escaped only at the start of a line."""
    return re.sub(r'\\u[0-9a-f]{4}', '?', ACTIVE.sub('?', re.sub('[\n#:]', '?', message)))


def check_annotations(program, name, report, shown):
    """Each line is one intended command, as the runner reads it."""
    for line in report.decode().split('\n')[:-1]:
        found = re.fullmatch(r'::(error|warning|notice) (title=cardctl[^:]*)::(.*)', line)
        program.expect(name + ': a command %.60r' % line, bool(found), True)
        if found:
            names = [part.split('=')[0] for part in found.group(2).split(',')]
            allowed = {'title', 'file', 'line', 'col', 'endLine', 'endColumn'}
            program.expect(name + ': properties', sorted(set(names) & allowed), sorted(names))


def check_names(program):
    """The strings as file names."""
    folder = os.path.join(program.folder, 'names')
    os.mkdir(folder)
    for text in TEXTS:
        if text not in ARGUMENTS or '/' in text or text[:1] in ('.', '') or len(text.encode()) > 200:
            continue
        with open(os.path.join(folder, '%s.json' % text), 'wb') as file:
            file.write(b'{"id":"a","tp":"short_news","ca":"x"}')
    for form in ['text', 'json', 'ndjson', 'sarif', 'github', 'gitlab', 'junit']:
        report = program.run(['validate', 'names', '--to', form], statuses=(1,))
        if form in ('text', 'github', 'junit'):
            program.neutral('names, ' + form, report, with_commands=form == 'github')
        if form in ('json', 'sarif', 'gitlab'):
            json.loads(report)
        elif form == 'junit':
            xml.etree.ElementTree.fromstring(report)
    program.neutral('names, --files', program.run(['validate', '--files', 'names']))
    program.run(['convert', 'names'], statuses=(0, 1))
    names = sorted(name for name in os.listdir(folder))
    found = json.loads(program.run(['validate', 'names', '--to', 'json'], statuses=(1,)))['findings']
    program.expect('names come back', {one['path'] for one in found}, {'names/' + name for name in names})


def check_words(program):
    """The strings as words of a command line. Messages quote the invalid ones.

    A dot before / and .. keeps the path in the folder of the runs: reading all of / takes minutes.
    """
    manners = [lambda text: [text], lambda text: ['filter', '.' * text.startswith(('/', '..')) + text],
               lambda text: ['filter', '--' + text],
               lambda text: ['convert', '--as', text], lambda text: ['filter', '--where', text],
               lambda text: ['convert', '--columns=' + text, '--to', 'csv', '--as', 'card'],
               lambda text: ['validate', '--explain', text], lambda text: ['log', text],
               lambda text: ['validate', '--rule', text + '=' + text], lambda text: ['inspect', '--id', text],
               lambda text: ['inspect', '--why', text],
               lambda text: ['log', 'show', '--since', text, '--journal', 'none' + text.replace('/', '')]]
    for number, text in enumerate(ARGUMENTS):
        acts = '\n' in text and '::' in text or MARK.search(text)
        for manner in manners if acts else [manners[number % len(manners)]]:
            program.run(manner(text), statuses=(0, 1, 2, 3, 4))


def check_inspect(program, data):
    base = ['inspect', '--at', '2026-11-20', '--limit', '1000']
    for words in ([], ['--by', 'title'], ['--by', 'extras.k'], ['--by', 'url'],
                  ['--color', 'always']):
        output = program.run(base + words, data, statuses=(0, 1))
        if '--color' in words:
            output = re.sub(rb'\x1b\[[0-9;]*m', b'', output)
        program.neutral(' '.join(words) or 'overview', output)
    found = json.loads(program.run(['inspect', '--to', 'json', '--at', '2026-11-20'], data))
    titles = [plain(card.get('title')) for card in found['cards']]
    program.expect('inspect --to json', titles, [decoded(text) for text in TEXTS])
    counts = json.loads(program.run(['inspect', '--to', 'json', '--by', 'title'], data))['counts']
    program.expect('inspect --by', {plain(one['values'][0]) for one in counts},
                   {decoded(text) for text in TEXTS})
    for number in range(0, len(TEXTS), 4):
        text = decoded(TEXTS[number])
        one = lines([wire(TEXTS[number], number, 'group')], True)
        program.neutral('--id %.40r' % text, program.run(base[:3] + ['--id', 'n%d' % number], one))
        card = json.loads(program.run(['inspect', '--to', 'json', '--id', 'n%d' % number], one))
        fields = {plain(entry['name']): plain(entry.get('value')) for entry in card['field']}
        program.expect('--id %.40r' % text, [fields.get(field) for field in FIELDS], [text] * len(FIELDS))
        program.expect('--id, extras %.40r' % text, fields.get('extras.x' + text), 'v')


def check_history(program):
    """Responses whose ids, titles, users and messages are the strings."""
    responses = []
    for number, text in enumerate(TEXTS):
        card = {'id': 'n%d %s' % (number, text), 'tp': 'text_announcement', 'ca': 1, 'tt': text,
                'e': {'class_type': text}}
        responses += [{'cards': [card], 'message': 'success', 'user_id': 'u'},
                      {'cards': [dict(card, ca=2)], 'message': text, 'user_id': 'u'},
                      {'cards': [card], 'message': 'success', 'user_id': text}]
    data = lines(responses, True)
    program.neutral('responses', program.run(['inspect', '--limit', '1000'], data, statuses=(0, 1)))
    program.neutral('--verdicts', program.run(['inspect', '--verdicts'], data))
    found = json.loads(program.run(['inspect', '--verdicts', '--to', 'json'], data))['verdicts']
    program.expect('--verdicts --to json', {plain(card['card']['title']) for card in found},
                   {decoded(text) for text in TEXTS})
    for number in range(0, len(TEXTS), 4):
        why = ['inspect', '--why', 'n%d ' % number]
        program.neutral(why[-1], program.run(why, data, statuses=(0, 1)))
        card = json.loads(program.run(why + ['--to', 'json'], data, statuses=(0, 1)))['cards'][0]
        program.expect(why[-1], plain(card['id']), 'n%d %s' % (number, decoded(TEXTS[number])))


class Page(html.parser.HTMLParser):
    """The elements of a page and the text between them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.texts, self.comments, self.attributes = [], [], 0, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]

    def handle_data(self, data):
        self.texts.append(data)

    def handle_comment(self, data):
        self.comments += 1


def check_page(program, data):
    page = program.run(['inspect', '--to', 'html', '--at', '2026-11-20'], data).decode('utf-8')
    tame = re.sub(rb'"(tt|ds|u|i|dm|image_alt|language|k)": ?"(\\.|[^"\\])*"', rb'"\1":"tame"', data)
    calm = program.run(['inspect', '--to', 'html', '--at', '2026-11-20'], tame).decode('utf-8')
    found, expected = Page(page), Page(calm)
    program.expect('page, elements', set(found.elements) - set(expected.elements) - {'a', 'br', 'img'}, set())
    program.expect('page, scripts', found.elements.count('script'), expected.elements.count('script'))
    program.expect('page, comments', found.comments, 0)
    for tag, name, value in found.attributes:
        program.expect('page, %s of %s' % (name, tag), name.startswith('on'), False)
        if name in ('href', 'src', 'action', 'formaction'):
            program.expect('page, %s %.60r' % (name, value), bool(re.match('https?://|#', value)), True)
    wrong = trouble(re.sub('srcdoc="[^"]*"', '', page).encode(), with_commands=True)
    if wrong and not wrong.startswith('a mark'):
        program.fail('page', wrong)
