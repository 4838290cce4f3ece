"""The overview of `inspect`, compared with `convert` and with DuckDB's counts by class."""

import os

import cards
import measure
import report

SPEED_LIMIT = 0.5
DUCKDB_RATIO = 1.5


def run(setting):
    path = setting.inputs.ndjson()
    commands = {'convert': setting.tool + ['convert', path],
                'inspect': setting.tool + ['inspect', '--at', cards.NOW_TEXT, path]}
    for peer in setting.peers:
        # DuckDB counts by one field. The overview counts by many, and checks each card.
        if peer.name == 'duckdb':
            commands['duckdb'] = peer.command('by', path)
    sizes = dict.fromkeys(commands, os.path.getsize(path))
    rows = report.rows_of(measure.alternating(commands, setting.runs), sizes)
    setting.report.table('inspect: the overview, compared with convert', rows)
    setting.report.at_least('overview: speed, that of convert = 1', 1 / rows['inspect'].ratio,
                            SPEED_LIMIT)
    if 'duckdb' in rows:
        setting.report.at_least('overview: times as fast as DuckDB\'s group by',
                                rows['duckdb'].ratio / rows['inspect'].ratio, DUCKDB_RATIO)
