#!/usr/bin/env python3
"""Does twice the input cost twice the work? Counts instructions over an input and over its double.

Inputs are hostile (hostile.py) or repeat the bad example of every rule (rules.py); with --tokens,
they repeat a token of a carrier (tokens.py), which takes many minutes. valgrind counts instructions: they are the same in every run, whatever else the
machine does. One run counts several inputs, because starting a run costs more than most inputs. If
together they grow too much, each is counted alone.

    python3 Tests/Linear/linear.py .build/release/cardctl [--tokens] [NAME…]

Only inputs whose names contain one of the NAMEs are measured. The status is 1 if one grows too
much.
"""

import concurrent.futures
import itertools
import os
import shutil
import sys
import tempfile

import hostile
import rules
import tokens
from counting import Counter

# The maximum growth for twice the input, for one input and for several together. Among many, one
# with quadratic growth hardly shows, so the second limit is lower.
LIMIT = 2.3
LIMIT_TOGETHER = 2.1
TOGETHER = 12
# The maximum number of instructions per byte. A report with a finding for every few bytes costs
# most.
MOST_PER_BYTE = 30_000


def main():
    binary = os.path.abspath(sys.argv[1])
    if not shutil.which('valgrind'):
        print('linear: skipped: valgrind is not installed')
        return 0
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(binary, folder)
        names = [name for name in sys.argv[2:] if name != '--tokens']
        repeats_tokens = len(names) < len(sys.argv) - 2
        found = tokens.inputs() if repeats_tokens else hostile.inputs() + rules.inputs(counter)
        found = [one for one in found if not names or any(name in one.name for name in names)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        lines = sorted({one.arguments for one in found})
        starts = dict(zip(lines, pool.map(lambda line: start(line, binary), lines)))
        failures = sum(pool.map(lambda group: failing(group, binary, starts), groups(found)), [])
    print('linear: %d inputs, %d cost too much or grow by more than %.1f when they are doubled'
          % (len(found), len(failures), LIMIT))
    for line in failures:
        print('  ' + line)
    return 1 if failures else 0


def groups(inputs):
    """The inputs that one command line may read together, in groups of limited size."""
    inputs = sorted(inputs, key=lambda one: (one.arguments, one.sizes))
    for _, same in itertools.groupby(inputs, key=lambda one: (one.arguments, one.sizes)):
        same = list(same)
        most = 1 if same[0].is_alone else TOGETHER
        for start in range(0, len(same), most):
            yield same[start:start + most]


def start(arguments, binary):
    """The instructions of a run that reads almost nothing."""
    with tempfile.TemporaryDirectory() as folder:
        return Counter(binary, folder).start(arguments)


def failing(group, binary, starts):
    """One line for each input of the group that grows too much."""
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(binary, folder, starts)
        together, cost = counter.growth(group)
        if os.environ.get('CARDCTL_LINEAR_VERBOSE'):
            print('%.3f %6d' % (together, cost), ' '.join(one.name for one in group), flush=True)
        if cost <= MOST_PER_BYTE and together <= (LIMIT if len(group) == 1 else LIMIT_TOGETHER):
            return []
        alone = [(one, *counter.growth([one])) for one in group]
    return ['%s: %.2f, %d instructions per byte (cardctl %s)'
            % (one.name, growth, cost, ' '.join(one.arguments))
            for one, growth, cost in alone if growth > LIMIT or cost > MOST_PER_BYTE]


if __name__ == '__main__':
    sys.exit(main())
