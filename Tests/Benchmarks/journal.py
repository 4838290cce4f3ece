"""The cost of the journal: one event, many from standard input, summaries of a million."""

import os
import random
import shutil
import tempfile
import time
from statistics import median

import measure
import report
import startup

_RUNS, _BATCH, _SUMMARISED = 200, 200000, 1000000
ONE_LIMIT_MILLISECONDS, BATCH_LIMIT_PER_SECOND = 2, 200000
SUMMARY_RATIO, TEXT_LIMIT = 2, 1.3
_CARDS, _USERS = (1000, 200000), 100000


def run(setting):
    setting.report.heading('log')
    tool = startup.installed(setting)
    folder = tempfile.mkdtemp(dir=setting.inputs.folder)
    try:
        _one_event(tool, folder, setting.report)
        _many_events(tool, folder, setting)
        for cards in _CARDS:
            _summary(tool, folder, cards, setting)
    finally:
        shutil.rmtree(folder)


def _one_event(tool, folder, out):
    command = tool + ['log', 'impression', '--no-sync', '--journal',
                      os.path.join(folder, 'one.ndjson'), 'a-card']
    walls = [startup.wall(command) * 1e3 for _ in range(_RUNS)]
    out.value('one event without sync', walls, 'median %.2f ms, least %.2f, most %.2f' % (
        median(walls), min(walls), max(walls)))
    out.at_most('one event without sync: ms', median(walls), ONE_LIMIT_MILLISECONDS)


def _many_events(tool, folder, setting):
    out, journal = setting.report, os.path.join(folder, 'many.ndjson')
    ids = os.path.join(folder, 'ids')
    with open(ids, 'w') as file:
        file.writelines('card-%05d\n' % (number % 20000) for number in range(_BATCH))
    command = tool + ['log', 'impression', '--journal', journal, '-']
    walls = []
    for _ in range(setting.runs):
        walls.append(measure.run(command, feed=['cat', ids]).wall)
    rate = _BATCH / median(walls)
    out.value('events from standard input, synced', walls, '%d a second' % rate)
    out.at_least('events a second from standard input', rate, BATCH_LIMIT_PER_SECOND)


def _summary(tool, folder, cards, setting):
    out, journal = setting.report, os.path.join(folder, '%d.ndjson' % cards)
    with open(journal, 'w') as file:
        file.writelines(_events(_SUMMARISED, cards))
    summary = tool + ['log', 'summary', '--journal', journal, '--to']
    commands = {'cardctl, csv': summary + ['csv'], 'cardctl, text': summary + ['text']}
    for peer in setting.peers:
        if 'summary' in peer.commands and _agrees(tool, peer, journal, out):
            commands[peer.name] = peer.command('summary', journal)
    costs = measure.alternating(commands, setting.runs)
    rows = report.rows_of(costs, dict.fromkeys(costs, os.path.getsize(journal)))
    title = 'log summary of %d events of %d cards' % (_SUMMARISED, cards)
    out.table(title, rows)
    if 'duckdb' in rows:
        out.at_least(title + ': times as fast as duckdb', rows['duckdb'].ratio, SUMMARY_RATIO)
    out.at_most(title + ': time of text, that of CSV = 1', rows['cardctl, text'].ratio, TEXT_LIMIT)


def _events(count, cards, seed=20251121):
    """Lines of a journal: cards that users see more than once."""
    source = random.Random(seed)
    kinds = ['impression'] * 14 + ['click'] * 3 + ['dismissal']
    classes = ['coupon_code', 'home_tile', 'message_full_page']
    for number in range(count):
        kind, card = source.choice(kinds), source.randrange(cards)
        seconds = number // 100
        control = '"control":true,' if kind == 'impression' and card % 20 == 0 else ''
        yield ('{"v":1,"id":"01a20%03x-%04x-7%03x-b%03x-%012x","time":"2026-11-%02dT%02d:%02d:%02d.'
               '%03dZ","event":"%s","card_id":"card-%05d",%s"class_type":"%s","user_id":"user-%d"}'
               '\n' % (
                   number >> 16, number & 0xFFFF, source.getrandbits(12), source.getrandbits(12),
                   source.getrandbits(48), 20 + seconds // 86400, seconds // 3600 % 24,
                   seconds // 60 % 60, seconds % 60, number % 100 * 10, kind, card, control,
                   classes[card % 3], source.randrange(_USERS)))


def _agrees(tool, peer, journal, out):
    """Whether a peer counts as cardctl does. Click rates are not compared."""
    columns = {'cardctl': [0, 1, 2, 3, 4, 6], peer.name: [0, 1, 2, 3, 4, 5]}
    own = tool + ['log', 'summary', '--to', 'csv', '--no-header', '--journal', journal]
    answers = {}
    for name, command in (('cardctl', own), (peer.name, peer.command('summary', journal))):
        pieces = []
        measure.run(command, take=pieces.append)
        lines = b''.join(pieces).decode().splitlines()
        cells = [line.split(',') for line in lines]
        answers[name] = sorted([row[place] for place in columns[name]] for row in cells)
    if answers['cardctl'] == answers[peer.name]:
        return True
    out.difference('log summary, %s: other counts' % peer.name)
    return False
