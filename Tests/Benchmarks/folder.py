"""A directory of many small files: the cost of finding, opening and checking each of them.

Compared with `find … | sort | xargs cat`, which only reads them, and with twice as many files."""

import os
import subprocess
import time
from statistics import median

_FILES, _RUNS = 20000, 7
LIMIT_RATIO, LIMIT_GROWTH = 1, 2.3


def run(setting):
    out = setting.report
    out.heading('folders of %d and %d files of one card, %d runs' % (_FILES, 2 * _FILES, _RUNS))
    walls = {}
    folders = [_make(setting, count) for count in (_FILES, 2 * _FILES)]
    read = "find '%s' -name '*.json' -print0 | sort -z | xargs -0 cat"
    for _ in range(_RUNS + 1):
        for folder in folders:
            for name, command in (
                    ('cat', ['sh', '-c', read % folder]),
                    ('filter', setting.tool + ['filter', '--count', folder]),
                    ('validate', setting.tool + ['validate', '--no-config', folder])):
                walls.setdefault((name, folder), []).append(_wall(command))
    found = {key: median(times[1:]) for key, times in walls.items()}
    for (name, folder), seconds in found.items():
        out.value('%s, %s' % (name, os.path.basename(folder)), seconds, '%.0f ms' % (seconds * 1e3))
    for name in ('filter', 'validate'):
        small, large = (found[name, folder] for folder in folders)
        out.at_most('%s of a folder: times as long as cat' % name,
                    small / found['cat', folders[0]], LIMIT_RATIO)
        out.at_most('%s of twice the files: times as long' % name, large / small, LIMIT_GROWTH)


def _wall(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def _make(setting, count):
    folder = os.path.join(setting.inputs.folder, '%d-files' % count)
    if os.path.isdir(folder) and len(os.listdir(folder)) == count:
        return folder
    os.makedirs(folder, exist_ok=True)
    with open(setting.inputs.ndjson(), 'rb') as cards:
        for number in range(count):
            card = cards.readline() or card
            with open(os.path.join(folder, '%06d.json' % number), 'wb') as file:
                file.write(card)
    return folder
