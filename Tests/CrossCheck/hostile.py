#!/usr/bin/env python3
"""Puts hostile strings into every field and reads the output of a binary with Python's own readers.

In data, each string must be unchanged. In a message, a table or a report,
nothing may act: no control character, no command of a CI system.

    python3 Tests/CrossCheck/hostile.py BINARY
"""

import collections
import os
import sys

import hostile_journal
import hostile_reports
import hostile_tables
import hostile_texts
from hostile_run import Program


def main():
    program = Program(os.path.abspath(sys.argv[1]))
    for part in (hostile_tables, hostile_reports, hostile_journal):
        part.check(program)
    kinds = collections.Counter()
    for name, failure in program.failures:
        kinds[name] += 1
        if kinds[name] <= 3:
            print('%s: %s' % (name, failure))
    program.remove()
    print('%d strings, %d outputs, %d comparisons, %d failures'
          % (len(hostile_texts.TEXTS), program.runs, program.comparisons, len(program.failures)))
    return 1 if program.failures or not program.comparisons else 0


if __name__ == '__main__':
    sys.exit(main())
