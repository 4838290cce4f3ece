"""Do two programs print the same cards? A count and a hash that order does not change.

The hash is the sum, modulo 2^64, of one 64-bit BLAKE2b per line or row. The hashed part depends on
how outputs may differ although the cards are the same:

bytes  the line itself
json   the parsed line: whitespace, the order of keys, escapes and the format of numbers
       (`1.0`, `1`) are ignored
words  the words of the line
total  the line that ends in `in all`
csv    the parsed cells: quoting and the format of the number in the last column are ignored;
       times are integers; a header is dropped
"""

import csv
import hashlib
import json
import tempfile
from dataclasses import dataclass
from decimal import Decimal

import measure

CSV_COLUMNS = ['id', 'type', 'class_type', 'title', 'description', 'image', 'url', 'created',
               'expires_at', 'dismissible', 'pinned', 'extras.discount_percentage']
_CREATED, _EXPIRES, _DISCOUNT = 7, 8, 11
_BETWEEN_CELLS = '\x1f'
_SHOWN = 800


@dataclass
class Digest:
    """The output of a program: the number of cards, and their hash."""

    cards: int = 0
    hash: int = 0

    def add(self, data):
        self.cards += 1
        piece = hashlib.blake2b(data, digest_size=8).digest()
        self.hash = (self.hash + int.from_bytes(piece, 'little')) % 2 ** 64

    def __str__(self):
        return '%d cards, hash %016x' % (self.cards, self.hash)


def digest_of(command, spelling, feed=None):
    """The Digest of the output of a command. `feed` is that of measure.run."""
    digest = Digest()
    for piece in _pieces(command, spelling, feed):
        digest.add(piece)
    return digest


def example_of_difference(own, other, spelling):
    """A card that only one of two commands prints, for the message that says they differ."""
    ours, theirs = (set(_pieces(command, spelling, None)) for command in (own, other))
    for whose, alone in (('cardctl', ours - theirs), ('the other', theirs - ours)):
        if alone:
            return 'only %s prints %s' % (whose, _shown(min(alone)))
    return 'one prints a card twice'


def _shown(piece):
    return piece.decode('utf-8', 'replace').replace(_BETWEEN_CELLS, ' | ')[:_SHOWN]


def _pieces(command, spelling, feed):
    """The hashed bytes of each card."""
    with tempfile.TemporaryFile() as output:
        measure.run(command, take=output.write, feed=feed)
        output.seek(0)
        yield from _READERS[spelling](output)


def _lines(output):
    for line in output:
        yield line.rstrip(b'\n')


def _words(output):
    for line in output:
        yield b' '.join(line.split())


def _total(output):
    return (line.rstrip(b'\n') for line in output if line.endswith(b' in all\n'))


def _values(output):
    for line in output:
        value = json.loads(line, parse_float=_number, parse_int=_number)
        yield json.dumps(value, sort_keys=True).encode()


def _number(spelling):
    """A number as a value that cannot equal a string of a card."""
    return '\0' + _decimal(spelling)


def _decimal(spelling):
    return str(Decimal(spelling).normalize() + 0)


def _rows(output):
    for row in csv.reader(line.decode() for line in output):
        if row == CSV_COLUMNS:
            continue
        row[_CREATED] = str(int(row[_CREATED]))
        row[_EXPIRES] = row[_EXPIRES] and str(int(row[_EXPIRES]))
        row[_DISCOUNT] = row[_DISCOUNT] and _decimal(row[_DISCOUNT])
        yield _BETWEEN_CELLS.join(row).encode()


_READERS = {
    'bytes': _lines, 'json': _values, 'words': _words, 'total': _total, 'csv': _rows,
}
