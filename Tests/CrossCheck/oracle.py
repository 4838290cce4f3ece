#!/usr/bin/env python3
"""An independent cardctl: `convert` and `filter`, written from the contract.

It exists to be compared with the real tool (crosscheck.py), so it is plain
rather than fast, reads everything into memory and has no error messages. It covers
well-formed JSON; recovery from broken input is tested elsewhere.
"""

import argparse
import sys

import conditions
import converting
import filtering
import reading
import registry
import shapes
import times
from converting import UsageError


def parser():
    main = argparse.ArgumentParser(prog='oracle.py', description=__doc__)
    commands = main.add_subparsers(dest='command', required=True)
    convert = commands.add_parser('convert')
    _add_shared(convert)
    convert.add_argument('--as', dest='form', default='objects',
                         choices=['objects'] + shapes.NAMES)
    convert.add_argument('--to', default='ndjson', choices=['ndjson', 'json', 'csv', 'tsv'])
    convert.add_argument('--columns')
    convert.add_argument('--time', choices=['epoch', 'iso'])
    convert.add_argument('--no-header', action='store_true')
    convert.add_argument('--csv-safe', action='store_true')
    convert.add_argument('--delimiter')
    _add_selectors(convert)
    filter = commands.add_parser('filter')
    _add_shared(filter)
    _add_selectors(filter)
    filter.add_argument('--unique', action='store_true')
    filter.add_argument('--ids', action='store_true')
    filter.add_argument('-c', '--count', action='store_true')
    filter.add_argument('-e', '--exit-status', action='store_true')
    filter.add_argument('--to', default='ndjson', choices=['ndjson', 'json'])
    return main


def _add_shared(command):
    command.add_argument('files', nargs='*', metavar='FILE')
    command.add_argument('--class-type', action='append', default=[])
    command.add_argument('--at')
    command.add_argument('--tz', default='UTC')
    command.add_argument('--shape', choices=shapes.NAMES)
    command.add_argument('--type-key', default='class_type')
    command.add_argument('--classes')
    command.add_argument('--sort', action='append', default=[])
    command.add_argument('--limit', type=int)


def _add_selectors(command):
    for name in ('type', 'id', 'extra', 'where', 'created-after', 'created-before',
                 'expires-after', 'expires-before'):
        command.add_argument('--' + name, action='append', default=[])
    for name in filtering.FLAGS + ['control']:
        command.add_argument('--' + name, action=argparse.BooleanOptionalAction)
    for name in ('active', 'shown', 'expired'):
        command.add_argument('--' + name, action='store_true')
    command.add_argument('-v', '--invert-match', action='store_true')


class Oracle:
    """Runs command lines. Files that were read are kept for the next command."""

    def __init__(self):
        self.parser = parser()
        self.kept = {}
        self.printed = []  # the cards of the last output, in its order

    def run(self, arguments, standard_input=b''):
        """The bytes for standard output and the exit status."""
        self.printed = []
        try:
            options = self.parser.parse_args(arguments)
            zone = times.zone(options.tz)
            now = self._now(options, zone)
            self._check_sorts(options)
            classes = registry.load(options.classes)
            cards = [card for path in options.files or ['-']
                     for card in self._cards(path, options, standard_input)]
            for card in cards:
                if card is not reading.BAD:
                    card.send(now)
            command = filtering
            if options.command == 'convert':
                command = converting
                selection = filtering.Selection(options, classes, now, zone)
                cards = [card for card in cards if card is reading.BAD
                         or selection.holds(card) != options.invert_match]
            text, status, self.printed = command.run(
                options, cards, classes, now, zone, reading.BAD)
        except UsageError:
            return b'', 2
        except SystemExit as exit:
            return b'', exit.code
        return text.encode('utf-8'), status

    def _now(self, options, zone):
        if options.at is None:
            return times.current()
        now = times.parse_argument(options.at, times.current(), True, zone)
        if now is None:
            raise UsageError('no time: %s' % options.at)
        return now

    def _check_sorts(self, options):
        for sort in options.sort:
            name, colon, direction = sort.partition(':')
            known = sort == 'feed' or conditions.is_field(name)
            if not known or colon and direction not in ('asc', 'desc'):
                raise UsageError('no such field: %s' % sort)

    def _cards(self, path, options, standard_input):
        if path == '-':
            return _read(standard_input, path, options)
        key = path, options.shape, options.type_key
        if key not in self.kept:
            with open(path, 'rb') as file:
                self.kept[key] = _read(file.read(), path, options)
        return self.kept[key]


def _read(data, path, options):
    cards = reading.read_cards(data, options.shape, options.type_key)
    for card in cards:
        if card is not reading.BAD:
            card.path = path
    return cards


def main():
    arguments = sys.argv[1:]
    output, status = Oracle().run(arguments, b'' if sys.stdin.isatty() else sys.stdin.buffer.read())
    sys.stdout.buffer.write(output)
    return status


if __name__ == '__main__':
    sys.exit(main())
