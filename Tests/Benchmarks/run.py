#!/usr/bin/env python3
"""Times cardctl and its peers: whole processes, a warm file, output into a pipe, two cores.

Installed peers take part, and the others are reported: simdjson (a C++ compiler and its header),
and DuckDB, ClickHouse (chdb), polars and orjson as Python modules. On Debian or Ubuntu:

    apt-get install g++ libsimdjson-dev && pip install duckdb chdb polars orjson

The status is 0 whatever the times are, and 1 if a program printed other cards than cardctl.
"""

import argparse
import os
import platform
import sys
from dataclasses import dataclass

import allocations
import flat
import folder
import framings
import inputs
import journal
import latency
import library
import measure
import overview
import peers
import report
import startup
import tasks

_REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_RUNNERS = {'framings': framings.run, 'flat': flat.run, 'startup': startup.run,
            'latency': latency.run, 'folder': folder.run, 'allocations': allocations.run,
            'overview': overview.run, 'journal': journal.run, 'library': library.run}
_DEFAULT_TASKS = ('filter,where,csv,objects,top,sort,distinct,by,framings,flat,startup,'
                  'latency,allocations,overview,folder,journal,library')


@dataclass
class Setting:
    """What every task needs: the command of cardctl, its peers, the inputs and the report."""

    tool: list
    peers: list
    inputs: inputs.Inputs
    report: report.Report
    runs: int
    flat_megabytes: int


def _names(known):
    def parse(text):
        chosen = text.split(',') if text else []
        for name in chosen:
            if name not in known:
                raise argparse.ArgumentTypeError(
                    'no such name: %s; known are %s' % (name, ', '.join(known)))
        return chosen
    return parse


def _options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add('--binary', default=os.path.join(_REPOSITORY, '.build', 'release', 'cardctl'),
        help='the cardctl to time; what ends in .py is run with Python')
    add('--cards', type=int, default=400000, help='cards of about 670 bytes (400000)')
    add('--runs', type=int, default=5, help='counted runs of each program (5)')
    add('--tasks', type=_names([*tasks.TASKS, *_RUNNERS]), default=_DEFAULT_TASKS,
        help=_DEFAULT_TASKS + ' (and validate, validate-findings)')
    add('--peers', type=_names(peers.NAMES), default=','.join(peers.NAMES),
        help='programs to compare with, "" for none (%(default)s)')
    add('--flat-size', type=int, default=200, metavar='MB',
        help='length of the inputs of the memory test (200)')
    add('--keep', metavar='DIR', help='make the inputs here instead of in a temporary folder')
    add('--json', metavar='FILE', help='write every figure to FILE')
    return parser.parse_args()


def main():
    options = _options()
    binary = os.path.abspath(options.binary)
    if not os.path.exists(binary):
        sys.exit('no binary at %s: run swift build -c release' % binary)
    cores = measure.use_two_cores()
    folder = options.keep or inputs.cache_folder()
    made = inputs.Inputs(os.path.abspath(folder), options.cards)
    found, missing = peers.find(made.folder, options.peers)
    about = {'binary': binary, 'cards': options.cards, 'runs': options.runs, 'cores': cores,
             'input_bytes': os.path.getsize(made.ndjson()), 'machine': platform.platform(),
             'peers': {peer.name: peer.version for peer in found}, 'missing': missing}
    out = report.Report(about)
    out.say('%d cards, %.1f MB, %.0f bytes each; %d cores; %d runs of each' % (
        options.cards, about['input_bytes'] / 1e6, about['input_bytes'] / options.cards, cores,
        options.runs))
    out.say('MB is 10^6 bytes; the least peak that can be told is %.1f MiB, what starting a '
            'process takes' % (measure.run(['true']).peak / report.MEBIBYTE))
    out.say('peers: ' + (', '.join('%s %s' % pair for pair in about['peers'].items()) or 'none'))
    for name, reason in missing.items():
        out.say('missing: %s (%s)' % (name, reason))
    tool = [sys.executable, binary] if binary.endswith('.py') else [binary]
    setting = Setting(tool, found, made, out, options.runs, options.flat_size)
    for name in options.tasks:
        try:
            _RUNNERS[name](setting) if name in _RUNNERS else tasks.run(name, setting)
        except measure.Failed as failed:
            out.difference(str(failed))
    same = out.finish()
    if options.json:
        out.write(options.json)
    return 0 if same else 1


if __name__ == '__main__':
    sys.exit(main())
