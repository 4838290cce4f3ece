"""The cost of one card: a process over one card compared with /bin/true; the size of the binary;
the time until completion offers the ids of a file."""

import os
import shutil
import subprocess
import time
from statistics import median

_PAIRS = 200
LIMIT_MILLISECONDS, LIMIT_MEGABYTES, COMPLETION_LIMIT_MILLISECONDS = 1, 12, 10


def run(setting):
    out = setting.report
    out.heading('start-up, %d pairs of runs' % _PAIRS)
    nothing = [shutil.which('true') or '/bin/true']
    one_card = installed(setting) + ['convert', setting.inputs.one_card()]
    walls = {'nothing': [], 'one card': []}
    for number in range(_PAIRS + 1):
        for name, command in (('nothing', nothing), ('one card', one_card)):
            seconds = wall(command)
            if number:
                walls[name].append(seconds * 1e3)
    for name, words in (('nothing', nothing[0]), ('one card', 'convert of one card')):
        found = walls[name]
        out.value(words, found, 'median %.2f ms, least %.2f, most %.2f' % (
            median(found), min(found), max(found)))
    added = median(walls['one card']) - median(walls['nothing'])
    out.value('added', added, '%.2f ms' % added)
    out.at_most('start-up: ms more than /bin/true', added, LIMIT_MILLISECONDS)
    size = os.path.getsize(setting.tool[-1]) / 1e6
    out.value('binary', size, '%.2f MB' % size)
    out.at_most('size of the binary: MB', size, LIMIT_MEGABYTES)
    _completion(setting)


def installed(setting):
    """A copy of the tool, as if installed. The page cache holds the output of a linker in single
    pages, and a copy in larger pieces: page faults of the copy take about half the time."""
    path = os.path.join(setting.inputs.folder, 'installed-cardctl')
    shutil.copyfile(setting.tool[-1], path)
    shutil.copymode(setting.tool[-1], path)
    return setting.tool[:-1] + [path]


def _completion(setting):
    """Milliseconds of a whole process that completes the names of class types for a shell."""
    command = installed(setting) + ['__complete', 'filter', '--class-type', '']
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    if len(answer) < 2 or not answer[-1].startswith(b':'):
        raise SystemExit('%s: offers no class type' % ' '.join(command))
    walls = [wall(command) * 1e3 for _ in range(_PAIRS)]
    out = setting.report
    out.value('completion', walls, '%d names: median %.2f ms, least %.2f, most %.2f' % (
        len(answer) - 1, median(walls), min(walls), max(walls)))
    out.at_most('completion: ms for the class types', median(walls),
                COMPLETION_LIMIT_MILLISECONDS)


def wall(command):
    """Seconds from starting the process to its end. Its output is discarded."""
    actions = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
               (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    began = time.monotonic()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    _, status = os.waitpid(child, 0)
    ended = time.monotonic()
    if status != 0:
        raise SystemExit('%s: status %d' % (' '.join(command), os.waitstatus_to_exitcode(status)))
    return ended - began
