#!/usr/bin/env python3
"""Frames cards as NDJSON, an array, an envelope, sync responses or a carrier, to any length.

As a program it is the other end of a pipe: it repeats the cards of a small NDJSON file on
standard output until the given number of bytes is written (0: without end), and stops when the
pipe is closed.

    python3 Tests/Benchmarks/framing.py envelope cards.ndjson 1000000000 | cardctl filter
"""

import json
import os
import sys

NAMES = ['ndjson', 'array', 'envelope', 'flutter', 'syncs', 'har', 'logcat']
_SYNC = b'{"message":"success","full_sync":true,"cards":['
_SYNC_END = b'],"last_full_sync_at":1764000000,"last_card_updated_at":1763999000}'
_OPENINGS = {'array': b'[', 'flutter': b'{"contentCards":[', 'envelope': _SYNC,
             'har': b'{"log":{"version":"1.2","entries":['}
_CLOSINGS = {'ndjson': b'\n', 'syncs': b'\n', 'logcat': b'\n', 'array': b']\n', 'flutter': b']}\n',
             'envelope': _SYNC_END + b'\n', 'har': b']}}\n'}
_CARDS_OF_SYNC = 10
_LOGCAT = b'11-21 10:00:00.000  1234  1234 D Braze v30.0 .ContentCard: '
_ENTRY = (b'{"startedDateTime":"2026-11-21T10:00:00.000Z","request":{"method":"POST","url":'
          b'"https://sdk.example.com/api/v3/content_cards/sync"},"response":{"status":200,'
          b'"content":{"mimeType":"application/json","text":')


def separator(framing):
    """The separator between two cards. Servers write no whitespace there."""
    return b'\n' if framing in ('ndjson', 'syncs', 'logcat') else b','


def body(framing, lines):
    """The cards of whole NDJSON lines as written inside the framing."""
    cards = lines.rstrip(b'\n').split(b'\n')
    if framing == 'flutter':
        cards = [_text(card) for card in cards]
    elif framing == 'logcat':
        cards = [_LOGCAT + card for card in cards]
    elif framing in ('syncs', 'har'):
        cards = [_SYNC + b','.join(cards[start:start + _CARDS_OF_SYNC]) + _SYNC_END
                 for start in range(0, len(cards), _CARDS_OF_SYNC)]
        if framing == 'har':
            cards = [_ENTRY + _text(sync) + b'}}}' for sync in cards]
    return separator(framing).join(cards)


def _text(value):
    """JSON as a string of JSON."""
    return json.dumps(value.decode(), ensure_ascii=False).encode()


def framed(framing, blocks):
    """The bytes of one input from blocks of whole NDJSON lines, piece by piece."""
    yield _OPENINGS.get(framing, b'')
    for number, block in enumerate(blocks):
        if number:
            yield separator(framing)
        yield body(framing, block)
    yield _CLOSINGS[framing]


def repeated(framing, lines, size):
    """The same cards repeatedly, until `size` bytes or, with 0, without end."""
    yield _OPENINGS.get(framing, b'')
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
