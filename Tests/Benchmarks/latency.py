"""Does a card appear as it arrives? A slow producer, and `head -1` after an endless one."""

import os
import select
import subprocess
import sys
import time

import framing

_CARDS = 40
_PAUSE = 0.05
_PATIENCE = 2
LIMIT_MILLISECONDS, HEAD_LIMIT_MILLISECONDS = 40, 100
_COMMANDS = [
    ('filter', ['filter', '--class-type', 'coupon_code'], 'ndjson'),
    ('filter of an array', ['filter', '--class-type', 'coupon_code'], 'array'),
    ('convert', ['convert'], 'ndjson'),
    ('convert to csv', ['convert', '--as', 'card', '--to', 'csv'], 'ndjson'),
]


def run(setting):
    out = setting.report
    out.heading('latency: a card every %d ms, %d cards' % (_PAUSE * 1e3, _CARDS))
    for name, arguments, shape in _COMMANDS:
        waits = _waits(setting.tool + arguments, shape, setting.inputs.coupons())
        worst = max(waits) * 1e3
        out.value('latency, ' + name, [wait * 1e3 for wait in waits], 'worst %.1f ms%s' % (
            worst, '' if worst < _PATIENCE * 1e3 else ' or more'))
        out.at_most('latency: worst ms, ' + name, worst, LIMIT_MILLISECONDS)
    _head(setting)


def _waits(command, shape, source):
    """Seconds from writing each card to reading its line; _PATIENCE if it did not arrive."""
    with open(source, 'rb') as file:
        cards = [file.readline().rstrip(b'\n') for _ in range(_CARDS)]
    tool = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    waits = []
    opening, after = (b'[', b',') if shape == 'array' else (b'', b'\n')
    try:
        for number, card in enumerate(cards):
            began = time.monotonic()
            lead = opening if number == 0 else after if shape == 'array' else b''
            os.write(tool.stdin.fileno(), lead + card + (b'' if shape == 'array' else after))
            waits.append(_wait(tool.stdout, card, began))
            time.sleep(max(0, began + _PAUSE - time.monotonic()))
    except BrokenPipeError:
        waits.append(_PATIENCE)
    finally:
        tool.kill()
        tool.wait()
    return waits


def _wait(output, card, began):
    """Waits for a line that contains the card's id."""
    identifier = card.split(b'"', 4)[3]
    seen = b''
    while True:
        left = began + _PATIENCE - time.monotonic()
        if left <= 0 or not select.select([output], [], [], left)[0]:
            return _PATIENCE
        data = os.read(output.fileno(), 1 << 16)
        seen += data
        if identifier in seen and seen.endswith(b'\n'):
            return time.monotonic() - began
        if not data:
            return _PATIENCE


def _head(setting):
    """Milliseconds from the end of `head -1` to the end of the programs before it."""
    feeder = subprocess.Popen(
        [sys.executable, os.path.abspath(framing.__file__), 'ndjson', setting.inputs.small(), '0'],
        stdout=subprocess.PIPE)
    tool = subprocess.Popen(setting.tool + _COMMANDS[0][1], stdin=feeder.stdout,
                            stdout=subprocess.PIPE)
    feeder.stdout.close()
    head = subprocess.Popen(['head', '-1'], stdin=tool.stdout, stdout=subprocess.PIPE)
    tool.stdout.close()
    has_card = bool(head.communicate()[0])
    began = time.monotonic()
    took = _PATIENCE
    try:
        tool.wait(_PATIENCE)
        feeder.wait(_PATIENCE)
        took = time.monotonic() - began if has_card else _PATIENCE
    except subprocess.TimeoutExpired:
        pass
    for process in (tool, feeder):
        process.kill()
        process.wait()
    out = setting.report
    out.value('after `head -1`', took * 1e3, 'the pipeline ends in %.1f ms' % (took * 1e3))
    out.at_most('head -1: ms until the pipeline ends', took * 1e3, HEAD_LIMIT_MILLISECONDS)
