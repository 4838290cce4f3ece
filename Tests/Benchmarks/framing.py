#!/usr/bin/env python3
"""Frames cards as NDJSON, an array or an envelope, to any length.

As a program it is the other end of a pipe: it repeats the cards of a small NDJSON file on
standard output until the given number of bytes is written (0: without end), and stops when the
pipe is closed.

    python3 Tests/Benchmarks/framing.py envelope cards.ndjson 1000000000 | cardctl filter
"""

import json
import os
import sys

NAMES = ['ndjson', 'array', 'envelope', 'flutter']
_OPENINGS = {'ndjson': b'', 'array': b'[', 'flutter': b'{"contentCards":[',
             'envelope': b'{"message":"success","full_sync":true,"cards":['}
_CLOSINGS = {'ndjson': b'\n', 'array': b']\n', 'flutter': b']}\n',
             'envelope': b'],"last_full_sync_at":1764000000,"last_card_updated_at":1763999000}\n'}


def separator(framing):
    """The separator between two cards. Servers write no whitespace there."""
    return b'\n' if framing == 'ndjson' else b','


def body(framing, lines):
    """The cards of whole NDJSON lines as written inside the framing."""
    cards = lines.rstrip(b'\n').split(b'\n')
    if framing == 'flutter':
        cards = [json.dumps(card.decode(), ensure_ascii=False).encode() for card in cards]
    return separator(framing).join(cards)


def framed(framing, blocks):
    """The bytes of one input from blocks of whole NDJSON lines, piece by piece."""
    yield _OPENINGS[framing]
    for number, block in enumerate(blocks):
        if number:
            yield separator(framing)
        yield body(framing, block)
    yield _CLOSINGS[framing]


def repeated(framing, lines, size):
    """The same cards repeatedly, until `size` bytes or, with 0, without end."""
    yield _OPENINGS[framing]
    repeat = body(framing, lines)
    next_repeat = separator(framing) + repeat
    written = len(repeat)
    yield repeat
    while size == 0 or written < size:
        written += len(next_repeat)
        yield next_repeat
    yield _CLOSINGS[framing]


def write_all(descriptor, data):
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view):]


def main():
    name, path, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(path, 'rb') as file:
        lines = file.read()
    try:
        for piece in repeated(name, lines, size):
            write_all(1, piece)
    except BrokenPipeError:
        pass


if __name__ == '__main__':
    main()
