"""The overview of `inspect`, compared with `validate` and with DuckDB's counts by class."""

import os

import cards
import measure
import report

VALIDATE_LIMIT = 1.3


def run(setting):
    path, at = setting.inputs.ndjson(), ['--at', cards.NOW_TEXT]
    commands = {'validate': setting.tool + ['validate', '--to', 'ndjson'] + at + [path],
                'inspect': setting.tool + ['inspect'] + at + [path]}
    for peer in setting.peers:
        # DuckDB counts by one field. The overview counts by many, and checks each card.
        if peer.name == 'duckdb':
            commands['duckdb'] = peer.command('by', path)
    sizes = dict.fromkeys(commands, os.path.getsize(path))
    costs = measure.alternating(commands, setting.runs, statuses=(0, 1))
    rows = report.rows_of(costs, sizes)
    setting.report.table('inspect: the overview, compared with validate', rows)
    setting.report.at_most('overview: time, that of validate = 1', rows['inspect'].ratio,
                           VALIDATE_LIMIT)
