"""The tasks that other programs can do too: filter, where, csv, objects, top, sort, distinct,
by, validate, validate-findings.

Before anything is timed, every program must print the same cards as cardctl (check.py). One that
does not is reported and skipped.

`validate` checks the cards at the time of the feed, when few have findings; `validate-findings`
ten days later, when every second card has a finding, most of them because it has expired.
"""

import os
from dataclasses import dataclass

import cards
import check
import measure
import report

_COLUMNS = ','.join(check.CSV_COLUMNS)
_NEWEST = ['filter', '--sort', 'created:desc']
_THEN_ID = ['--sort', 'id']
_VALIDATE = ['validate', '--to', 'ndjson']
_EXPIRED = ['--rule', 'card/expired=info']


@dataclass
class Task:
    """A command line of cardctl, the peers' task, and how many times faster it should be."""

    title: str
    arguments: list
    peers_task: str
    spelling: str
    targets: dict
    statuses: tuple = (0,)
    grows: bool = False  # memory grows with what is found, as documented
    # Programs may order equal cards in any way. For the check, these make the output unique:
    # arguments, and the end of the peers' task. Only for the check.
    settling: tuple = ([], '')


TASKS = {
    'filter': Task('filter --class-type coupon_code', ['filter', '--class-type', 'coupon_code'],
                   'filter', 'bytes',
                   {'simdjson': 2, 'duckdb': 3, 'chdb': 4, 'orjson': 9}),
    'where': Task("filter -c --where 'title *= a'", ['filter', '-c', '--where', 'title *= a'],
                  'where', 'bytes', {'duckdb': 2.5}),
    'csv': Task('convert --as card --to csv, 12 columns',
                ['convert', '--as', 'card', '--to', 'csv', '--columns', _COLUMNS],
                'csv', 'csv', {'simdjson': 3, 'duckdb': 2.5, 'chdb': 5, 'polars': 3}),
    'objects': Task('convert (objects)', ['convert'], 'objects', 'json', {'orjson': 10}),
    'top': Task('filter --sort created:desc --limit 100', _NEWEST + ['--limit', '100'],
                'top', 'bytes', {'duckdb': 2.5}, settling=(_THEN_ID, '-then-id')),
    'sort': Task('filter --sort created:desc, all rows', _NEWEST, 'sort', 'bytes', {'chdb': 4},
                 grows=True, settling=(_THEN_ID, '-then-id')),
    'distinct': Task('filter --unique --count', ['filter', '--unique', '--count'],
                     'distinct', 'bytes', {'duckdb': 2}, grows=True),
    'by': Task('inspect --by class_type', ['inspect', '--by', 'class_type'], 'by', 'words',
               {'duckdb': 2}),
    'validate': Task('validate, every rule; orjson only parses',
                     _VALIDATE + ['--at', cards.NOW_TEXT], 'parse', None, {}, (0, 1)),
    'validate-findings': Task('validate, a finding on every second card; orjson only parses',
                              _VALIDATE + ['--at', cards.TEN_DAYS_LATER_TEXT] + _EXPIRED,
                              'parse', None, {'orjson': 1.4}, (0, 1)),
}
PEAK_LIMIT_MEBIBYTES = 48
# The part of its lead over the peers' reading of a file that cardctl must keep from a pipe.
PIPE_SHARE = 2 / 3
_PIPE = 'cardctl, a pipe'


def run(name, setting):
    """Checks and times one task; `setting` is run.py's Setting."""
    task, path, out = TASKS[name], setting.inputs.ndjson(), setting.report
    own = setting.tool + task.arguments + [path]
    out.heading('checking ' + task.title)
    agreeing = _agreeing(task, path, setting)
    if task.arguments[0] == 'validate':
        _count_findings(name, task, own, setting)
    commands, feeds = {'cardctl': own}, {}
    if task.spelling:
        commands[_PIPE], feeds[_PIPE] = setting.tool + task.arguments, ['cat', path]
    commands.update((peer.name, peer.command(task.peers_task, path)) for peer in agreeing)
    costs = measure.alternating(commands, setting.runs, feeds, task.statuses)
    size = os.path.getsize(path)
    rows = report.rows_of(costs, {each: size for each in costs})
    out.table(task.title, rows)
    _judge(name, task, rows, agreeing, out)


def _count_findings(name, task, own, setting):
    """Prints the number of findings per card; each finding is a line."""
    pieces = []
    measure.run(own, take=lambda piece: pieces.append(piece.count(b'\n')), statuses=task.statuses)
    findings = sum(pieces) / setting.inputs.count
    setting.report.value(name + ': findings per card', findings, '%.2f' % findings)


def _agreeing(task, path, setting):
    """The peers that print the same cards as cardctl."""
    able = [peer for peer in setting.peers if task.peers_task in peer.commands]
    if task.spelling is None or not able:
        return able
    settled = setting.tool + task.arguments + task.settling[0] + [path]
    own_digest = check.digest_of(settled, task.spelling)
    setting.report.say('  cardctl: %s' % own_digest)
    agreeing = []
    for peer in able:
        problem = _difference(
            settled, own_digest, peer.command(task.peers_task + task.settling[1], path),
            task.spelling)
        if problem is None:
            setting.report.say('  %s: the same' % peer.name)
            agreeing.append(peer)
        else:
            setting.report.difference('%s, %s %s: %s' % (
                task.title, peer.name, peer.version, problem))
    return agreeing


def _difference(own, own_digest, other, spelling):
    """The difference between the cards of another command and these, or None."""
    try:
        digest = check.digest_of(other, spelling)
    except (measure.Failed, ValueError, ArithmeticError, IndexError) as problem:
        return str(problem)
    if digest == own_digest:
        return None
    return '%s instead of %s; %s' % (
        digest, own_digest, check.example_of_difference(own, other, spelling))


def _judge(name, task, rows, peers, out):
    versions = {peer.name: peer.version for peer in peers}
    for peer, times in task.targets.items():
        target = '%s: times as fast as %s' % (name, peer)
        if peer in rows:
            out.at_least('%s %s' % (target, versions[peer]), rows[peer].ratio, times)
            if _PIPE in rows:
                out.at_least('%s %s, from a pipe' % (target, versions[peer]),
                             rows[peer].ratio / rows[_PIPE].ratio, times * PIPE_SHARE)
        else:
            out.unmeasured(target, 'it is not here, or its cards differ')
    own = rows['cardctl']
    if name == 'csv' and 'simdjson' in rows:
        out.at_most('csv: CPU seconds per GB, simdjson\'s = 1',
                    own.cpu_per_gigabyte / rows['simdjson'].cpu_per_gigabyte, 1)
    if not task.grows:
        out.at_most(name + ': peak MiB', own.peak / report.MEBIBYTE,
                    PEAK_LIMIT_MEBIBYTES)
