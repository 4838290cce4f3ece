"""The overview of `inspect` beside `convert` of the same cards."""

import os

import cards
import measure
import report

SPEED_LIMIT = 0.5


def run(setting):
    path = setting.inputs.ndjson()
    commands = {'convert': setting.tool + ['convert', path],
                'inspect': setting.tool + ['inspect', '--at', cards.NOW_TEXT, path]}
    sizes = dict.fromkeys(commands, os.path.getsize(path))
    rows = report.rows_of(measure.alternating(commands, setting.runs), sizes)
    setting.report.table('inspect: the overview, beside convert', rows)
    setting.report.at_least('overview: speed, that of convert = 1', 1 / rows['inspect'].ratio,
                            SPEED_LIMIT)
