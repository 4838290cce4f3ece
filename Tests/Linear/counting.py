"""Counts the instructions of a run."""

import math
import os
import re
import subprocess


class Input:
    """An input that can be made in any size, and the command line that reads it."""

    # The approximate size of the smaller of the two compared inputs. It is larger if little is done
    # with each byte: otherwise the block sizes of the reader would distort the result.
    USUAL, MEDIUM, LARGE = 12_000, 400_000, 1_000_000

    def __init__(self, name, arguments, make, size=USUAL, is_alone=False, kind='json',
                 sizes=(1, 2)):
        """`make(count)` returns text that contains something `count` times. `is_alone` is for a
        command line that takes only one file. The name of the file ends with `kind`. `sizes` are
        the compared sizes, in multiples of the smallest."""
        self.name = name
        self.arguments = tuple(arguments)
        self.make = make
        self.size = size
        self.is_alone = is_alone
        self.kind = kind
        self.sizes = sizes

    def text(self, times):
        """The text, `times` as long as the smaller one."""
        few, many = len(self.make(8)), len(self.make(16))
        return self.make(max(8, int(self.size * 8 / max(1, many - few))) * times)


class Counter:
    def __init__(self, binary, folder, starts=None):
        """`starts` has the instructions of runs that read almost nothing, by their arguments."""
        self.binary = binary
        self.folder = folder
        self.environment = {
            'PATH': os.environ.get('PATH', ''), 'HOME': folder, 'NO_COLOR': '1',
            # Without it, hash tables have another order in every run.
            'SWIFT_DETERMINISTIC_HASHING': '1'}
        # A registry, contracts and a card that command lines may also read.
        self.write('classes.json', '{"classes":{"a":{"object":"A","properties":{}}}}')
        self.write('contracts.json', '{"campaigns":{"c":{"triggerProperties":{"order_id":'
                   '{"required":true},"total":{"type":"number","minimum":0}}}}}')
        self._start_file = self.write('start.json', '{"id":"a","tp":"control","ca":1}')
        self._starts = starts

    def growth(self, inputs):
        """The growth of the cost when the inputs are doubled, and the instructions per byte; without
        the cost of an empty run. Of more than two sizes, the largest growth between two of them."""
        start = self._starts[inputs[0].arguments]
        costs = [(times, *self._count_all(inputs, times)) for times in inputs[0].sizes]
        growth = max(
            ((larger - start) / max(1, smaller - start)) ** (1 / math.log2(more / times))
            for (times, smaller, _), (more, larger, _) in zip(costs, costs[1:]))
        _, once, size = costs[0]
        return growth, (once - start) / size

    def start(self, arguments):
        """The instructions of a run that reads almost nothing."""
        return self.count(list(arguments) + [self._start_file])

    def _count_all(self, inputs, times):
        paths = [self.write('%d.%s' % (number, one.kind), one.text(times))
                 for number, one in enumerate(inputs)]
        return (self.count(list(inputs[0].arguments) + paths),
                sum(os.path.getsize(path) for path in paths))

    def count(self, arguments):
        """The instructions of the binary with these arguments."""
        report = os.path.join(self.folder, 'report')
        self._run(['valgrind', '--tool=cachegrind', '--cache-sim=no',
                   '--cachegrind-out-file=/dev/null', '--log-file=' + report, self.binary]
                  + arguments)
        with open(report) as file:
            found = re.search(r'I +refs: +([\d,]+)', file.read())
        return int(found.group(1).replace(',', ''))

    def output(self, arguments):
        """The output of the binary."""
        return self._run([self.binary] + arguments)

    def _run(self, command):
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode not in (0, 1):
            sys_error = done.stderr.decode('utf-8', 'replace')[-500:]
            raise SystemExit('linear: status %d of %s\n%s'
                             % (done.returncode, ' '.join(command), sys_error))
        return done.stdout.decode('utf-8', 'replace')

    def write(self, name, text):
        """The path of a new file."""
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path
