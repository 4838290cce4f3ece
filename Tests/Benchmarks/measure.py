"""Runs whole processes, reads their output through a pipe, and measures their cost."""

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

_LAUNCHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'launch.py')
SLOW = 20
SLOW_RUNS = 2
_READ_BYTES = 1 << 18
_SHOWN_BYTES = 600


class Failed(Exception):
    """A process that ended with a status other than 0: its command and the end of its messages."""


@dataclass
class Cost:
    """One run: wall and CPU (user and system) seconds, peak bytes, bytes printed."""

    wall: float
    cpu: float
    peak: int
    printed: int


def run(command, take=None, feed=None, statuses=(0,)):
    """Runs a command to its end and returns its Cost.

    Its output goes to `take(bytes)`, or is counted and dropped. `feed` is the command of a process
    whose output becomes standard input; its cost is not counted. This process is the reader, and
    the pipe has the size of a shell's pipe. Any other exit status raises Failed.
    """
    report_in, report_out = os.pipe()
    feeder = subprocess.Popen(feed, stdout=subprocess.PIPE) if feed else None
    with tempfile.TemporaryFile() as errors:
        launcher = subprocess.Popen(
            [sys.executable, '-I', '-S', _LAUNCHER, str(report_out)] + command,
            stdin=feeder.stdout if feeder else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=errors, pass_fds=[report_out])
        os.close(report_out)
        if feeder:
            feeder.stdout.close()
        printed = _drain(launcher.stdout, take)
        launcher.wait()
        report = os.read(report_in, 200).split()
        os.close(report_in)
        if feeder:
            feeder.wait()
        errors.seek(0)
        words = errors.read(_SHOWN_BYTES).decode('utf-8', 'replace')
    status = os.waitstatus_to_exitcode(int(report[3])) if report else None
    if status not in statuses:
        raise Failed('%s: status %s: %s' % (' '.join(command), status, words))
    return Cost(int(report[0]) / 1e9, int(report[1]) / 1e9, int(report[2]), printed)


def _drain(pipe, take):
    printed = 0
    buffer = bytearray(_READ_BYTES)
    while True:
        count = os.readv(pipe.fileno(), [buffer])
        if count == 0:
            pipe.close()
            return printed
        printed += count
        if take:
            take(bytes(buffer[:count]))


def alternating(commands, runs, feeds=None, statuses=(0,)):
    """Costs of several commands, run in turn: A B C A B C, the first round not counted.

    `commands` and `feeds` are {name: command}; the result is {name: [Cost per counted round]}.
    A command that was SLOW times slower than the fastest in the first round gets two rounds.
    """
    def cost_of(name):
        accepted = statuses if name == next(iter(commands)) else (0,)
        return run(commands[name], feed=(feeds or {}).get(name), statuses=accepted)

    warm_up = {name: cost_of(name) for name in commands}
    fastest = min(cost.wall for cost in warm_up.values())
    costs = {name: [] for name in commands}
    for number in range(runs):
        for name in commands:
            if number < SLOW_RUNS or warm_up[name].wall < SLOW * fastest:
                costs[name].append(cost_of(name))
    return costs


def use_two_cores():
    """Keeps this process and its children on two cores if possible; returns the number of cores."""
    if not hasattr(os, 'sched_setaffinity'):
        return os.cpu_count()
    cores = sorted(os.sched_getaffinity(0))[:2]
    os.sched_setaffinity(0, cores)
    return len(cores)
