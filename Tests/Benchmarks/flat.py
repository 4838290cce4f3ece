"""Does memory stay flat? Peak memory over long inputs of each framing, from a file and a pipe.

The long inputs repeat ten thousand cards, or forty of 250 KiB. The input of a pipe is generated
while it is read; a file is written first and removed afterwards. Each run is compared with one
over a quarter of the length, so that growth shows even below the limit.
"""

import os
import sys

import framing
import measure
from report import MEBIBYTE, MEGABYTE
from tasks import PEAK_LIMIT_MEBIBYTES, TASKS

_FEEDER = os.path.abspath(framing.__file__)
_TIMED = ['filter', 'csv']


def run(setting):
    size = int(setting.flat_megabytes * MEGABYTE)
    setting.report.heading('peak MiB over %d MB (and a quarter of that)' % setting.flat_megabytes)
    small, large = setting.inputs.small(), setting.inputs.large()
    lines = [['', *_TIMED]]
    for name, source, cards in [(each, small, '') for each in framing.NAMES] + [
            (each, large, ', cards of 250 KiB') for each in ('ndjson', 'array', 'flutter')]:
        for place, peaks in (('file', _from_file), ('pipe', _from_pipe)):
            label = '%s%s, %s' % (name, cards, place)
            found = [peaks(setting, task, name, source, size) for task in _TIMED]
            lines.append([label] + ['%.1f (%.1f)' % pair for pair in found])
            setting.report.figures['values']['flat: ' + label] = dict(zip(_TIMED, found))
            setting.report.at_most('flat: peak MiB, %s' % label, max(
                max(pair) for pair in found), PEAK_LIMIT_MEBIBYTES)
    setting.report.columns(lines)


def _peak(command, feed=None):
    return measure.run(command, feed=feed).peak / MEBIBYTE


def _from_pipe(setting, task, name, source, size):
    command = setting.tool + TASKS[task].arguments
    return tuple(_peak(command, [sys.executable, _FEEDER, name, source, str(length)])
                 for length in (size, size // 4))


def _from_file(setting, task, name, source, size):
    path = os.path.join(setting.inputs.folder, 'flat.part')
    command = setting.tool + TASKS[task].arguments + [path]
    peaks = []
    with open(source, 'rb') as file:
        lines = file.read()
    try:
        for length in (size, size // 4):
            with open(path, 'wb') as file:
                file.writelines(framing.repeated(name, lines, length))
            peaks.append(_peak(command))
    finally:
        os.remove(path)
    return tuple(peaks)
