"""cardctl against itself: other framings, a pipe as input, one thread, half the input."""

import os

import check
import measure
import report
from tasks import TASKS

_TIMED = ['filter', 'csv', 'objects']
FRAMING_LIMIT, CPU_LIMIT, HALF_LIMIT = 1.3, 1.15, 2.2
_TARGETED = ['array', 'envelope', 'syncs']
_LINES, _HALF = 'ndjson', 'ndjson, half'


def run(setting):
    for name in _TIMED:
        _time(name, TASKS[name], setting)


def _time(name, task, setting):
    inputs, command = setting.inputs, setting.tool + task.arguments
    whole = inputs.ndjson()
    commands, feeds, sizes = {_LINES: command + [whole]}, {}, {_LINES: os.path.getsize(whole)}
    others = ['array', 'envelope', 'flutter', 'syncs', 'har', 'logcat'] if name != 'objects' else []
    for framing in others:
        path = inputs.framed(framing)
        commands[framing], sizes[framing] = command + [path], os.path.getsize(path)
    commands['ndjson, a pipe'] = command
    feeds['ndjson, a pipe'] = ['cat', whole]
    commands[_HALF] = command + [inputs.half()]
    commands['ndjson, --jobs 1'] = command + ['--jobs', '1', whole]
    commands['ndjson, --jobs 2'] = command + ['--jobs', '2', whole]
    for other in commands:
        sizes.setdefault(other, sizes[_LINES])
    sizes[_HALF] = os.path.getsize(inputs.half())
    setting.report.heading('checking the other inputs of ' + name)
    _check(name, commands, feeds, setting.report)
    rows = report.rows_of(measure.alternating(commands, setting.runs, feeds), sizes)
    setting.report.table('%s: framings, input, threads' % name, rows)
    _judge(name, rows, setting.report)


def _check(name, commands, feeds, out):
    """The output is the same for every framing and any number of threads."""
    expected = check.digest_of(commands[_LINES], 'bytes')
    for other, command in commands.items():
        if other in (_LINES, _HALF):
            continue
        digest = check.digest_of(command, 'bytes', feeds.get(other))
        if digest == expected:
            out.say('  %s: the same' % other)
        else:
            out.difference('%s, %s: %s instead of %s' % (name, other, digest, expected))


def _judge(name, rows, out):
    for framing in _TARGETED:
        if framing in rows:
            out.at_most('%s: time of %s, NDJSON\'s = 1' % (name, framing),
                        rows[framing].ratio, FRAMING_LIMIT)
    speed = 1 / rows['ndjson, a pipe'].ratio
    out.value(name + ': speed from a pipe', speed, '%.2f of that from a file' % speed)
    one, two = rows['ndjson, --jobs 1'], rows['ndjson, --jobs 2']
    out.at_most(name + ': CPU of two jobs, one\'s = 1',
                two.cpu_per_gigabyte / one.cpu_per_gigabyte, CPU_LIMIT)
    out.at_most(name + ': time of the whole, half the input\'s = 1',
                1 / rows[_HALF].ratio, HALF_LIMIT)
