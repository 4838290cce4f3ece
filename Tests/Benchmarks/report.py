"""The tables and the verdicts: printed at once, and kept for `--json`."""

import json
from dataclasses import dataclass
from statistics import median

MEGABYTE, MEBIBYTE, GIGABYTE = 1e6, 1 << 20, 1e9


@dataclass
class Row:
    """The result of several runs of one program over `size` bytes of input."""

    name: str
    costs: list
    size: int
    ratio: float  # this program's time over the first one's, the median of pairs

    @property
    def wall(self):
        return median(cost.wall for cost in self.costs)

    @property
    def rate(self):
        return self.size / MEGABYTE / self.wall

    @property
    def cpu_per_gigabyte(self):
        return median(cost.cpu for cost in self.costs) * GIGABYTE / self.size

    @property
    def peak(self):
        return max(cost.peak for cost in self.costs)

    def figures(self):
        return {
            'name': self.name, 'runs': len(self.costs), 'wall_seconds': self.wall,
            'walls': [cost.wall for cost in self.costs], 'input_bytes': self.size,
            'mb_per_second': self.rate, 'cpu_seconds_per_gb': self.cpu_per_gigabyte,
            'peak_bytes': self.peak, 'output_bytes': self.costs[-1].printed, 'ratio': self.ratio}

    def cells(self):
        walls = [cost.wall for cost in self.costs]
        return [self.name, '%.0f' % self.rate, '%.3f' % self.wall,
                '%.3f-%.3f' % (min(walls), max(walls)), '%.2f' % self.cpu_per_gigabyte,
                '%.1f' % (self.peak / MEBIBYTE), '%.2f' % self.ratio, str(len(walls))]


_HEADER = ['', 'MB/s', 'wall s', 'min-max', 'CPU s/GB', 'peak MiB', 'time ratio', 'runs']
_VERDICTS = {True: 'met', False: 'MISSED', None: 'not measured'}


def rows_of(costs, sizes):
    """A Row for each of {name: costs}; ratios compare each run with the same run of the first."""
    first = next(iter(costs.values()))
    return {name: Row(name, own, sizes[name], median(
        cost.wall / other.wall for cost, other in zip(own, first)))
        for name, own in costs.items()}


class Report:
    """Prints each result at once and all the targets at the end."""

    def __init__(self, about):
        self.figures = {'about': about, 'tables': {}, 'values': {}, 'targets': [],
                        'differences': []}

    def say(self, text=''):
        print(text, flush=True)

    def heading(self, text):
        self.say('\n' + text)

    def table(self, title, rows):
        """One table of Rows."""
        self.figures['tables'][title] = [row.figures() for row in rows.values()]
        self.heading(title)
        self.columns([_HEADER] + [row.cells() for row in rows.values()])

    def columns(self, lines):
        """Lines of cells, the first cell to the left and the others to the right."""
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        for line in lines:
            self.say(('  ' + line[0].ljust(widths[0]) + ''.join(
                '  ' + cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))).rstrip())

    def value(self, name, value, words):
        """One figure outside a table."""
        self.figures['values'][name] = value
        self.say('  %s: %s' % (name, words))

    def difference(self, text):
        """A program that printed other cards than cardctl."""
        self.figures['differences'].append(text)
        self.say('  DIFFERENT: ' + text)

    def at_least(self, name, value, limit):
        self._target(name, value, '>=', limit, value >= limit)

    def at_most(self, name, value, limit):
        self._target(name, value, '<=', limit, value <= limit)

    def unmeasured(self, name, reason):
        """A target that this run did not measure."""
        self.figures['targets'].append({
            'name': name, 'value': None, 'limit': '', 'met': None, 'note': reason})

    def _target(self, name, value, sign, limit, met):
        self.figures['targets'].append({
            'name': name, 'value': value, 'limit': sign + ' %.3g' % limit, 'met': met, 'note': ''})

    def finish(self):
        """The targets, met and missed; whether every program printed the same cards."""
        targets = self.figures['targets']
        if targets:
            verdicts = [target['met'] for target in targets]
            self.heading('targets: %d met, %d missed, %d not measured' % tuple(
                verdicts.count(verdict) for verdict in (True, False, None)))
            self.columns([[
                target['name'], '' if target['met'] is None else '%.2f' % target['value'],
                target['limit'], _VERDICTS[target['met']], target['note']] for target in targets])
        differences = len(self.figures['differences'])
        if differences:
            self.heading('%d of the outputs compared are DIFFERENT: see above' % differences)
        return differences == 0

    def write(self, path):
        with open(path, 'w') as file:
            json.dump(self.figures, file, indent=2)
            file.write('\n')
