#!/usr/bin/env python3
"""Compares a cardctl binary with the oracle, byte for byte.

Generates cards in every framing, runs many command lines through both, and
compares standard output and exit status. Prints the first differences of each
failing command. The status is 1 if there is one.

    python3 Tests/CrossCheck/crosscheck.py .build/release/cardctl --count 20000
"""

import argparse
import os
import subprocess
import sys
import tempfile

import generate
from command_lines import command_lines
from oracle import Oracle

SHOWN_FAILURES = 12
SHOWN_BYTES = 1500


def write_inputs(folder, count, seed):
    """The input files, by the names that command_lines.py uses."""
    small = max(1, count // 10)
    plan = [('all.ndjson', count, 'ndjson', False), ('clean.ndjson', small, 'ndjson', True),
            ('some.ndjson', small, 'ndjson', False)]
    plan += [('framed.' + framing, small, framing, False) for framing in generate.FRAMINGS]
    for number, (name, cards, framing, clean) in enumerate(plan):
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(generate.generate(seed * 100 + number, cards, framing, clean))
    with open(os.path.join(folder, 'bom.ndjson'), 'wb') as file:
        file.write(b'\xef\xbb\xbf' + generate.generate(seed, 50, 'ndjson', True))
    with open(os.path.join(folder, 'empty.ndjson'), 'wb'):
        pass
    with open(os.path.join(folder, 'ids.txt'), 'wb') as file:
        file.write(b'plain-id\r\n\nidA\nnothing-has-this')
    write_failed_syncs(folder, seed)


def write_failed_syncs(folder, seed):
    cards = ','.join(generate.records(generate.Generator(seed), 5, True))
    for name, text in (('failed-first.json', '{"message":"rate limited","cards":[%s]}'),
                       ('failed-last.json', '{"cards":[%s],"message":"rate limited"}')):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text % cards)


def run_binary(binary, arguments, folder, standard_input):
    environment = {'PATH': os.environ.get('PATH', ''), 'HOME': folder, 'NO_COLOR': '1'}
    done = subprocess.run(
        [binary] + arguments, cwd=folder, env=environment, input=standard_input,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.stdout, done.returncode, done.stderr


def first_difference(expected, actual):
    """The number and the lines of the first difference of two outputs, or None."""
    expected, actual = expected.split(b'\n'), actual.split(b'\n')
    for number, pair in enumerate(zip(expected, actual)):
        if pair[0] != pair[1]:
            return (number,) + pair
    if len(expected) == len(actual):
        return None
    number = min(len(expected), len(actual))
    rest = (b'<end>' if number == len(side) else side[number] for side in (expected, actual))
    return (number,) + tuple(rest)


def card_of_line(oracle, arguments, expected, number):
    """The input card of an output line, if each line is a card."""
    tables = any(word in arguments for word in ('csv', 'tsv'))
    skip = 1 if 'json' in arguments or tables and '--no-header' not in arguments else 0
    is_direct = len(oracle.printed) + skip <= expected.count(b'\n') <= len(oracle.printed) + 2
    if is_direct and 0 <= number - skip < len(oracle.printed):
        return oracle.printed[number - skip].raw
    return None


def shown(data):
    text = data.decode('utf-8', 'replace') if isinstance(data, bytes) else data
    return text if len(text) <= SHOWN_BYTES else text[:SHOWN_BYTES] + ' …'


def report(oracle, arguments, expected, status, actual, actual_status, errors):
    print('FAILED: cardctl ' + ' '.join(map(repr_word, arguments)))
    if status != actual_status:
        print('  status: expected %d, got %d' % (status, actual_status))
        print('  standard error: ' + shown(errors[:400]))
    difference = first_difference(expected, actual)
    if difference:
        number, wanted, got = difference
        print('  line %d (of %d expected, %d got)' % (
            number + 1, expected.count(b'\n'), actual.count(b'\n')))
        print('    expected: ' + shown(wanted))
        print('    got:      ' + shown(got))
        card = card_of_line(oracle, arguments, expected, number)
        if card:
            print('    card:     ' + shown(card))


def repr_word(word):
    plain = word and all(c.isalnum() or c in '-_./,=:+' for c in word)
    return word if plain else "'" + word.replace("'", "'\\''") + "'"


def check(binary, folder, options):
    """Runs every command line through both. Returns the numbers of passed and failed ones."""
    oracle, passed, failed = Oracle(), 0, 0
    os.chdir(folder)
    for arguments, input_name in command_lines(options.fixtures):
        data = open(input_name, 'rb').read() if input_name else b''
        expected, status = oracle.run(arguments, data)
        actual, actual_status, errors = run_binary(binary, arguments, folder, data)
        if (expected, status) == (actual, actual_status):
            passed += 1
            continue
        failed += 1
        if failed <= SHOWN_FAILURES:
            report(oracle, arguments, expected, status, actual, actual_status, errors)
        elif failed == SHOWN_FAILURES + 1:
            print('further failures are only named')
        if failed > SHOWN_FAILURES:
            print('FAILED: cardctl ' + ' '.join(map(repr_word, arguments)))
    return passed, failed


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('binary')
    parser.add_argument('--count', type=int, default=20000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', metavar='FOLDER', help='write the inputs here and keep them')
    options = parser.parse_args()
    options.fixtures = os.path.normpath(os.path.join(here, '..', 'Fixtures'))
    binary = os.path.abspath(options.binary)
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.abspath(options.keep or temporary)
        os.makedirs(folder, exist_ok=True)
        write_inputs(folder, options.count, options.seed)
        passed, failed = check(binary, folder, options)
        os.chdir(here)
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
