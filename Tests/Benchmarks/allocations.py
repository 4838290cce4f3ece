"""Does cardctl allocate once, or for every card? Counts calls of malloc over few and many cards.

valgrind's callgrind counts them by name, so the binary must have its symbols
(CARDCTL_SYMBOLS=1 swift build -c release). One thread makes every run the same.
"""

import collections
import os
import re
import shutil
import subprocess
import tempfile

from tasks import TASKS

FEW, MANY = 1000, 100000
# A card may cost no allocation, and a block of 256 KiB a few.
LIMIT_PER_CARD = 0.01
_COUNTED = ['malloc', 'calloc', 'realloc', 'posix_memalign', 'aligned_alloc']
_TASKS = ['filter', 'csv', 'objects']


def run(setting):
    out = setting.report
    out.heading('calls of malloc and its kin, one thread')
    reason = _obstacle()
    lines = [['', '%d cards' % FEW, '%d cards' % MANY, 'per card']]
    for name in _TASKS if reason is None else []:
        few, many = (_count(setting, name, number) for number in (FEW, MANY))
        if not few:
            reason = 'the binary has no symbols: CARDCTL_SYMBOLS=1 swift build -c release'
            break
        per_card = (many - few) / (MANY - FEW)
        lines.append([name, str(few), str(many), '%.4f' % per_card])
        setting.report.figures['values']['allocations: ' + name] = [few, many]
        out.at_most('allocations: per card, ' + name, per_card, LIMIT_PER_CARD)
    if reason:
        out.unmeasured('allocations: per card', reason)
        out.say('  ' + reason)
    else:
        out.columns(lines)


def _obstacle():
    return None if shutil.which('valgrind') else 'valgrind is not installed'


def _count(setting, task, cards):
    """The number of allocations in a run over `count` cards; 0 if they cannot be counted."""
    command = setting.tool + TASKS[task].arguments + ['--jobs', '1', setting.inputs.first(cards)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'calls')
        subprocess.run(
            ['valgrind', '--tool=callgrind', '--callgrind-out-file=' + path] + command,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            check=True)
        calls = _calls(path)
    return sum(calls[name] for name in _COUNTED)


def _calls(path):
    """The number of calls of each function, by name, from callgrind's file of one run."""
    names, calls, called = {}, collections.Counter(), None
    with open(path) as file:
        for line in file:
            function = re.match(r'(c?)fn=\((\d+)\)(?: (\S+))?', line)
            if function:
                is_called, number, name = function.groups()
                if name:
                    names[number] = name
                if is_called:
                    called = number
            elif line.startswith('calls='):
                calls[called] += int(line[len('calls='):].split()[0])
    return collections.Counter({names[number]: count for number, count in calls.items()})
