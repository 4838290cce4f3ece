"""What the journal costs: one event, many from standard input, a summary of a million."""

import os
import shutil
import tempfile
import time
from statistics import median

import measure
import startup

_RUNS, _BATCH, _SUMMARISED = 200, 200000, 1000000
ONE_LIMIT_MILLISECONDS, BATCH_LIMIT_PER_SECOND, SUMMARY_LIMIT_SECONDS = 2, 200000, 2


def run(setting):
    setting.report.heading('log')
    tool = startup.installed(setting)
    folder = tempfile.mkdtemp(dir=setting.inputs.folder)
    try:
        _one_event(tool, folder, setting.report)
        _many_events(tool, folder, setting)
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
    for _ in range(_SUMMARISED // _BATCH):
        walls.append(measure.run(command, feed=['cat', ids]).wall)
    rate = _BATCH / median(walls)
    out.value('events from standard input, synced', walls, '%d a second' % rate)
    out.at_least('events a second from standard input', rate, BATCH_LIMIT_PER_SECOND)
    summary = tool + ['log', 'summary', '--to', 'json', '--journal', journal]
    walls = [measure.run(summary).wall for _ in range(setting.runs)]
    out.value('summary of %d events' % _SUMMARISED, walls, 'median %.2f s' % median(walls))
    out.at_most('summary of a million events: s', median(walls), SUMMARY_LIMIT_SECONDS)
