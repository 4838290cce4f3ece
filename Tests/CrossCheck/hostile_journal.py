"""Hostile strings in the journal: recorded, shown, counted, exported."""

import csv
import io
import json
import os

from hostile_run import plain
from hostile_tables import half_escaped
from hostile_texts import ARGUMENTS, TEXTS, decoded

EVENT = {'v': 1, 'time': '2026-11-20T09:00:00.000Z', 'event': 'impression'}
FIELDS = ['card_id', 'class_type', 'campaign_id', 'message_variation_id', 'user_id', 'device_id',
          'session_id']


def check(program):
    check_recording(program)
    journal = os.path.join(program.folder, 'written.ndjson')
    events = [event(number, text) for number, text in enumerate(TEXTS)]
    with open(journal, 'wb') as file:
        for one in events:
            text = json.dumps(one, ensure_ascii=False, separators=(',', ':'))
            file.write((half_escaped(text) + '\n').encode())
    check_reading(program, journal, [plain(one) for one in events])


def event(number, text):
    """An event with the string in each field."""
    one = dict(EVENT, id='01a1f7e0-0000-7000-8000-%012d' % number)
    one.update((field, text) for field in FIELDS)
    return dict(one, properties={'k': text, 'x' + text: 'v'}, key=text)


def check_recording(program):
    journal = os.path.join(program.folder, 'recorded.ndjson')
    recorded = []
    for text in ARGUMENTS[::2]:
        words = ['--user=' + text, '--session=' + text, '--device=' + text, '--property=k=' + text]
        if '=' not in text:
            words.append('--property=x%s=v' % text)
        output = program.run(['log', 'impression', 'card', '--no-sync', '--print', '--journal', journal]
                             + words, statuses=(0, 2))
        if output:
            recorded.append((text, json.loads(output)))
    program.expect('recorded', len(recorded) > len(ARGUMENTS) // 3, True)
    for text, one in recorded:
        label = 'recorded %.40r' % text
        program.expect(label, [one['user_id'], one['session_id'], one['device_id']], [text] * 3)
        program.expect(label, one['properties']['k'] in (text, number_or_flag(text)), True)
    with open(journal, 'rb') as file:
        program.expect('the journal', [json.loads(line) for line in file], [one for _, one in recorded])
    ids = ''.join(text + '\n' for text in ARGUMENTS).encode()
    program.run(['log', 'impression', '-', '--journal', journal + '.ids', '--no-sync'], ids, statuses=(0, 1))
    program.run(['log', 'check', '--journal', journal + '.ids'])


def number_or_flag(text):
    """The recorded value of a property's string."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def check_reading(program, journal, events):
    at = ['--journal', journal]
    with open(journal, 'rb') as file:
        program.expect('show, ndjson', program.run(['log', 'show', '--to', 'ndjson'] + at), file.read())
    shown = plain([json.loads(line) for line in program.run(['log', 'show', '--to', 'ndjson'] + at).splitlines()])
    program.expect('show, json', shown, events)
    program.neutral('show, text', program.run(['log', 'show', '--to', 'text'] + at))
    for by in ('card', 'class_type', 'campaign', 'user', 'day'):
        program.neutral('summary by ' + by, program.run(['log', 'summary', '--by', by] + at))
    counted = json.loads(program.run(['log', 'summary', '--to', 'json'] + at))['rows']
    cards = {one['card_id'] for one in events}
    program.expect('summary, json', {plain(row['card_id']) for row in counted}, cards)
    text = program.run(['log', 'summary', '--to', 'csv'] + at).decode()
    rows = list(csv.reader(io.StringIO(text, newline='')))[1:]
    program.expect('summary, csv', {row[0] for row in rows}, cards)
    check_exports(program, at, events)
    program.run(['log', 'check'] + at)
    for one in events[::5]:
        if '\0' in one['user_id'] or '\ufffd' in one['user_id']:
            continue
        found = [json.loads(line) for line in program.run(['log', 'show', '--user=' + one['user_id']] + at).splitlines()]
        program.expect('--user', [plain(each['user_id']) for each in found], [one['user_id']])


def check_exports(program, at, events):
    output = program.run(['log', 'export', '--to', 'currents', '--app-id', 'app'] + at, statuses=(0, 1))
    exported = {one['id']: one for one in program.objects('currents', output)}
    for one in events:
        found = exported.get(one['id'])
        if found:
            program.expect('currents, card', found['properties']['content_card_id'], one['card_id'])
            program.expect('currents, user', found['user']['user_id'], one['user_id'])
    program.expect('currents', len(exported) > len(events) // 2, True)
    output = program.run(['log', 'export', '--to', 'users-track'] + at, statuses=(0, 1))
    bodies = [one for body in program.objects('users-track', output) for one in body['events']]
    texts = {one['user_id'] for one in events}
    program.expect('users-track', len(bodies) > len(events) // 2, True)
    for one in bodies:
        program.expect('users-track, user', one['external_id'] in texts, True)
        program.expect('users-track, card', one['properties']['card_id'], one['external_id'])
