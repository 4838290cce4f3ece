#!/usr/bin/env python3
"""Checks the oracle, or a binary, against results derived by hand.

Reads Tests/Fixtures/pairs.ndjson (a card and its object, or the reason of the failure)
and Tests/CrossCheck/equal_shapes.json (one card in every shape).

    python3 Tests/CrossCheck/check_pairs.py [BINARY]
"""

import os
import subprocess
import sys

import json_tokens
import reading
import registry
from converting import build_object
from oracle import Oracle
from registry import PropertyError

HERE = os.path.dirname(os.path.abspath(__file__))
PAIRS = os.path.join(HERE, '..', 'Fixtures', 'pairs.ndjson')
EQUAL_SHAPES = os.path.join(HERE, 'equal_shapes.json')


def outcome(card_text, classes):
    """The result of the oracle for a card, in the form of pairs.ndjson."""
    card, = reading.read_cards(card_text.encode('utf-8'))
    if card is reading.BAD:
        return 'bad record'
    if card.is_removed:
        return 'skipped: tombstone'
    if card.class_name not in classes:
        return 'skipped: no class'
    try:
        return build_object(card, classes)[0]
    except PropertyError as error:
        return 'error: %s %s' % (error.problem, error.name)


def expectation(pair):
    found = pair.lookup
    if 'object' in found:
        return found['object'].compact()
    if 'skipped' in found:
        return 'skipped: ' + found['skipped'].text
    return 'error: %s %s' % (found['error'].text, found['property'].text)


class Program:
    """The oracle, or a binary, as a function of arguments and input."""

    def __init__(self, binary):
        self.binary = binary and os.path.abspath(binary)

    def run(self, arguments, data):
        if not self.binary:
            return Oracle().run(arguments, data)
        done = subprocess.run([self.binary] + arguments, input=data,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return done.stdout, done.returncode


def check_pair(pair, classes, program):
    expected, card = expectation(pair), pair.lookup['card'].raw
    if not program.binary:
        return expected, outcome(card, classes)
    is_object, is_error = expected.startswith('{'), expected.startswith('error')
    wanted = (expected + '\n' if is_object else '', 1 if is_error else 0)
    output, status = program.run(['convert'], card.encode('utf-8'))
    return wanted, (output.decode('utf-8'), status)


def comparisons(program):
    """(name, expected, actual) of every pair and every shape."""
    classes = registry.load()
    with open(PAIRS, 'rb') as file:
        for pair in json_tokens.read_values(file.read()):
            yield (pair.lookup['name'].text,) + check_pair(pair, classes, program)
    with open(EQUAL_SHAPES, 'rb') as file:
        cases = json_tokens.read_one(file.read().decode('utf-8'))
    for case in cases.items:
        own_form = case.lookup['shapes'].lookup['card'].lookup['card'].compact()
        for shape, entry in case.lookup['shapes'].members:
            name = '%s as %s' % (case.lookup['name'].text, shape.text)
            card = entry.lookup['card'].compact().encode('utf-8')
            canonical = entry.lookup['canonical'].compact().encode('utf-8') + b'\n', 0
            yield name, canonical, program.run(['convert', '--as', 'card'], card)
            there, _ = program.run(['convert', '--as', shape.text], own_form.encode('utf-8'))
            yield name + ' and back', canonical, program.run(['convert', '--as', 'card'], there)


def main():
    program = Program(sys.argv[1] if len(sys.argv) > 1 else None)
    passed, failed = 0, 0
    for name, expected, actual in comparisons(program):
        if expected == actual:
            passed += 1
            continue
        failed += 1
        print('FAILED: %s\n  expected: %s\n  got:      %s' % (name, expected, actual))
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
