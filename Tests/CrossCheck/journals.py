#!/usr/bin/env python3
"""Compares `log import`, `export`, `delete` and `summary` with an independent reading of the events.

Makes random events, imports them (as flat lines, as lines of a journal, and as events of Currents in
each of their forms, with sends and aborts), and compares the journal, its exports and its counts with what the lines say. Prints the first
differences; exits 1 if there is any.

    python3 Tests/CrossCheck/journals.py .build/release/cardctl --events 2000
"""

import argparse
import base64
import csv
import datetime
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import zoneinfo

KINDS = {'impression': 'Impression', 'click': 'Click', 'dismissal': 'Dismiss'}
ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca',
         'Antarctica/Troll', '+05:45', '-11']
FIRST, LAST = 1_700_000_000_000, 1_900_000_000_000


class Program:
    """The binary, run in one directory."""

    def __init__(self, path, folder):
        self.path = os.path.abspath(path)
        self.folder = folder
        self.failures = 0

    def run(self, words, text='', status=0):
        done = subprocess.run(
            [self.path, 'log'] + words, cwd=self.folder, input=text.encode(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={'HOME': self.folder, 'PATH': ''})
        self.expect('the status of %s: %s' % (words, done.stderr.decode()[:500]), done.returncode, status)
        return done.stdout.decode()

    def expect(self, label, actual, expected):
        if actual == expected:
            return
        self.failures += 1
        if self.failures <= 5:
            print('%s:\n  %.600r\ninstead of\n  %.600r' % (label, actual, expected))

    def events(self, journal):
        with open(os.path.join(self.folder, journal), encoding='utf-8') as file:
            return [json.loads(line) for line in file]


def composite(source):
    text = '%024x_$_cc=c&mv=%024x&pi=cmp' % (source.randrange(4), source.randrange(4))
    return base64.b64encode(text.encode()).decode()


def event(source, number):
    """A random event with the fields that a journal has, without an id."""
    one = {'event': source.choice(list(KINDS)), 'time': source.randrange(FIRST, LAST)}
    one['card_id'] = composite(source) if source.random() < 0.3 else 'card-%d' % source.randrange(20)
    if source.random() < 0.9:
        one['user_id'] = 'u%d \u00e9"' % source.randrange(8)
    if source.random() < 0.5:
        one['device_id'] = 'd%d' % source.randrange(5)
    if source.random() < 0.3:
        one['session_id'] = 's%d' % source.randrange(5)
    if source.random() < 0.3:
        one['properties'] = {'platform': source.choice(['ios', 'web']), 'n': number}
    if source.random() < 0.6:
        one['key'] = 'k%d' % source.randrange(40)
    return one


def iso(milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return moment.strftime('%Y-%m-%dT%H:%M:%S.') + '%03dZ' % (milliseconds % 1000)


def flat(one, source):
    """The line of an event, with its time in one of the forms that are accepted."""
    time = source.choice([iso(one['time']), one['time'], one['time'] / 1000])
    return json.dumps(dict(one, time=time, session_id=one.get('session_id')), ensure_ascii=False)


def currents(one, identity, is_flat):
    """The event of Currents with this id: of the HTTP connector, or as in a storage export."""
    properties = dict(one.get('properties', {}), content_card_id=one['card_id'], campaign_id=None)
    user = {'external_user_id': one.get('user_id'), 'user_id': 'x', 'device_id': one.get('device_id')}
    line = {'event_type': 'users.messages.contentcard.' + KINDS[one['event']], 'id': identity,
            'time': one['time'] // 1000}
    if not is_flat:
        return json.dumps(dict(line, user=user, properties=properties))
    wrapped = {key: value if value is None else {'string': value}
               for key, value in dict(user, **properties).items() if isinstance(value, (str, type(None)))}
    return json.dumps(dict(line, **wrapped))


def recorded(events):
    """The events that are recorded: of each key, card and kind the first one."""
    seen, kept = set(), []
    for one in events:
        mark = (one['event'], one['card_id'], one.get('key'))
        if one.get('key') is None or mark not in seen:
            kept.append(one)
        seen.add(mark)
    return kept


def facts(one):
    """What a line says, without its id and what comes from the card's id."""
    time = one['time'] if isinstance(one['time'], int) else millis(one['time'])
    names = ['event', 'card_id', 'user_id', 'device_id', 'session_id', 'properties', 'key']
    return [time] + [one.get(name) for name in names]


def millis(text):
    moment = datetime.datetime.strptime(text, '%Y-%m-%dT%H:%M:%S.%fZ')
    return round((moment - datetime.datetime(1970, 1, 1)).total_seconds() * 1000)


def check_import(program, source, events):
    """Flat lines with bad ones among them: twice, and once more as the journal's own lines."""
    lines = []
    for one in events:
        lines.append(flat(one, source))
        if source.random() < 0.1:
            lines.append(source.choice(
                ['{"event":"view","card_id":"a"}', '{"event":"click"}', 'null', '{"event":"click"',
                 '{"event":"click","card_id":"a b"}', '{"event":"click","card_id":"a","user":"u"}',
                 '{"event":"click","card_id":"a","time":"yesterday"}']))
    expected = recorded(events)
    program.run(['import', '-', '--journal', 'j'], '\n'.join(lines), status=1)
    program.expect('imported', [facts(one) for one in program.events('j')], [facts(one) for one in expected])
    ids = [one['id'] for one in program.events('j')]
    program.expect('ids ascend', ids, sorted(set(ids)))
    keyed = [flat(one, source) for one in events if 'key' in one]
    program.run(['import', '-', '--journal', 'j'], '\n'.join(keyed))
    program.expect('imported twice', len(program.events('j')), len(expected))
    own = program.run(['show', '--to', 'ndjson', '--journal', 'j'])
    for _ in range(2):
        program.run(['import', '-', '--journal', 'copy'], own)
    copies = [dict(one, key=one.get('key') or one['id']) for one in program.events('j')]
    program.expect('copied', [facts(one) for one in program.events('copy')], [facts(one) for one in copies])


def check_forms(program, source, events):
    """Events of Currents in each form, with sends, aborts and other events among them."""
    wanted, lines, kinds = [], [], []
    for number, one in enumerate(events[:200]):
        kind = source.choice(list(KINDS.values()) + ['Send', 'Abort'])
        line = json.loads(currents(one, 'id-%d' % number, False))
        line['event_type'] = 'users.messages.contentcard.' + kind
        line['properties']['dispatch_id'] = 'dispatch-%d' % number
        if kind == 'Abort':
            line['properties'].pop('content_card_id')
            line['properties'].update(abort_type='content_card_general', campaign_id='camp')
        name = {value: key for key, value in KINDS.items()}.get(kind, kind.lower())
        wanted.append([name, None if kind == 'Abort' else one['card_id'], 'id-%d' % number,
                       'dispatch-%d' % number, 'content_card_general' if kind == 'Abort' else None])
        lines.append(line)
        kinds.append(kind)
    other = {'event_type': 'users.messages.email.Open', 'id': 'other', 'time': 1, 'user': {}, 'properties': {}}
    everything = lines + [other]

    def imported(journal):
        return [[one.get(name) for name in ('event', 'card_id', 'key', 'dispatch_id', 'reason')]
                for one in program.events(journal)]
    texts = {'lines': '\n'.join(map(json.dumps, everything)), 'array': json.dumps(everything),
             'connector': json.dumps({'events': everything}),
             'indented': '\n'.join(json.dumps(one, indent=2) for one in everything)}
    for form, text in texts.items():
        for _ in range(2):
            program.run(['import', '-', '--journal', form], text)
        program.expect('imported as ' + form, imported(form), wanted)
    for kind in sorted(set(kinds)):
        # A storage export: flat, nullable values wrapped, and the type only in the path.
        rows = [{key: value if key in ('id', 'time', 'content_card_id') else {'string': value}
                 for key, value in dict(id=line['id'], time=line['time'], **line['properties']).items()
                 if isinstance(value, (str, int))} for line, own in zip(lines, kinds) if own == kind]
        folder = os.path.join(program.folder, 'event_type=users.messages.contentcard.' + kind)
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, 'part.json'), 'w', encoding='utf-8') as file:
            file.write('\n'.join(json.dumps(dict(row, user_id='x')) for row in rows))
        expected = [one for one, own in zip(wanted, kinds) if own == kind]
        program.run(['import', os.path.join(folder, 'part.json'), '--journal', 'path-' + kind])
        program.expect('the type in the path', imported('path-' + kind), expected)
        with open(os.path.join(folder, 'part.json'), encoding='utf-8') as file:
            program.run(['import', '-', '--event', expected[0][0], '--journal', 'option-' + kind], file.read())
        program.expect('the type of --event', imported('option-' + kind), expected)
    exported = program.run(['export', '--to', 'users-track', '--journal', 'lines'])
    names = [one['name'] for body in exported.splitlines() for one in json.loads(body)['events']]
    program.expect('no send is exported', len(names), sum(kind in KINDS.values() for kind in kinds))
    table = program.run(['summary', '--to', 'csv', '--journal', 'lines'])
    rows = list(csv.DictReader(io.StringIO(table)))
    for column, kind in (('sent', 'Send'), ('aborted', 'Abort')):
        program.expect('the column ' + column, sum(int(row[column]) for row in rows), kinds.count(kind))


def check_currents(program, source, events):
    """Events of Currents, imported twice and exported again."""
    events = [{name: one[name] for name in one if name not in ('session_id', 'key')} for one in events]
    lines = [currents(one, 'id-%d' % number, source.random() < 0.5) for number, one in enumerate(events)]
    for _ in range(2):
        program.run(['import', '-', '--journal', 'c'], '\n'.join(lines))
    for number, (one, line) in enumerate(zip(events, program.events('c'))):
        platform = {key: value for key, value in one.get('properties', {}).items() if key == 'platform'}
        expected = dict(one, time=one['time'] // 1000 * 1000, key='id-%d' % number)
        expected['user_id'] = one.get('user_id', 'x')
        expected.pop('properties', None)
        if platform:
            expected['properties'] = platform
        program.expect('from Currents', facts(line), facts(expected))
    program.expect('events from Currents', len(program.events('c')), len(events))
    words = ['export', '--to', 'currents', '--app-id', 'app', '--journal']
    first = program.run(words + ['c'])
    program.run(['import', '-', '--journal', 'again'], first)

    def without_ids(text):
        return [dict(json.loads(line), id=None) for line in text.splitlines()]
    program.expect('round trip', [
        dict(one, properties=dict(one['properties'], app_id='app'))
        for one in without_ids(program.run(words + ['again']))], without_ids(first))


def check_summary(program, events):
    for zone in ZONES:
        table = program.run(['summary', '--by', 'user', '--by', 'day', '--tz', zone, '--to', 'csv',
                             '--journal', 'j'])
        actual = {(row['user_id'], row['day']): (int(row['impressions']), int(row['clicks']),
                                                 int(row['dismissals']))
                  for row in csv.DictReader(io.StringIO(table))}
        counts = {}
        for one in events:
            row = counts.setdefault((one.get('user_id', ''), day(one['time'], zone)), [0, 0, 0])
            row[list(KINDS).index(one['event'])] += 1
        program.expect('the summary in ' + zone, actual, {key: tuple(row) for key, row in counts.items()})


def day(milliseconds, zone):
    if zone[0] in '+-':
        hours, _, minutes = zone[1:].partition(':')
        offset = datetime.timedelta(hours=int(hours), minutes=int(minutes or 0))
        zone = datetime.timezone(-offset if zone[0] == '-' else offset)
    else:
        zone = zoneinfo.ZoneInfo(zone)
    return datetime.datetime.fromtimestamp(milliseconds // 1000, zone).date().isoformat()


def check_cursor(program, source, events):
    """Exports between imports, rotations and deletions: every event once, in order."""
    exported, expected = [], []
    while events:
        batch, events = events[:source.randrange(1, 60)], events[60:]
        batch = [dict(one, user_id='u%d' % source.randrange(3), key=None) for one in batch]
        program.run(['import', '-', '--journal', 'r'], '\n'.join(flat(one, source) for one in batch))
        expected += [(one['card_id'], one['user_id'], one['time']) for one in batch]
        if source.random() < 0.5:
            program.run(['rotate', '--journal', 'r'])
        bodies = program.run(['export', '--to', 'users-track', '--cursor', 'cursor', '--journal', 'r'])
        for body in bodies.splitlines():
            exported += [(one['properties']['card_id'], one['external_id'], millis(one['time']))
                         for one in json.loads(body)['events']]
        if source.random() < 0.5:
            program.run(['delete', '--user', 'u%d' % source.randrange(2), '--journal', 'r'])
    program.expect('exported with a cursor', exported, expected)


def check_deletion(program, events):
    for field, option, value in [('user_id', '--user', 'u1 \u00e9"'), ('card_id', '--card', 'card-3')]:
        gone = [one for one in events if one.get(field) == value]
        events = [one for one in events if one.get(field) != value]
        words = ['delete', option, value, '--journal', 'j']
        program.expect('to delete', program.run(words + ['--dry-run']), '%d event%s in %d file%s\n' % (
            len(gone), '' if len(gone) == 1 else 's', 1 if gone else 0, 's' if not gone else ''))
        program.run(words)
        program.expect('left', [facts(one) for one in program.events('j')], [facts(one) for one in events])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('binary')
    parser.add_argument('--events', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    source = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(options.binary, folder)
        events = [event(source, number) for number in range(options.events)]
        check_import(program, source, events)
        check_currents(program, source, events)
        check_forms(program, source, events)
        check_summary(program, recorded(events))
        check_cursor(program, source, events)
        check_deletion(program, recorded(events))
    print('%d events, %d differences' % (options.events, program.failures))
    sys.exit(1 if program.failures else 0)


if __name__ == '__main__':
    main()
