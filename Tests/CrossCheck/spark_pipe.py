"""Runs cardctl as the pipe stage of a local Spark and compares with one run over the whole input.

    python3 spark_pipe.py BINARY

Needs pyspark and a Java runtime. The status is 1 if the lines differ.
"""

import os
import subprocess
import sys
import tempfile

from pyspark import SparkContext

HERE = os.path.dirname(os.path.abspath(__file__))


def main(binary):
    path = os.path.join(tempfile.mkdtemp(), 'cards.ndjson')
    with open(path, 'wb') as file:
        generate = [sys.executable, os.path.join(HERE, 'generate.py'), '--count', '2000']
        file.write(subprocess.run(generate, check=True, stdout=subprocess.PIPE).stdout)
    words = [binary, 'filter', '--no-config', '--on-error', 'skip', '--class-type', 'coupon_code']
    whole = subprocess.run(words + [path], check=True, stdout=subprocess.PIPE).stdout
    context = SparkContext('local[2]', 'cardctl')
    try:
        parts = context.textFile(path, 7).pipe(' '.join(words)).collect()
    finally:
        context.stop()
    same = [line.encode('utf-8') for line in parts] == whole.splitlines()
    print('%d lines, %s' % (len(parts), 'the same' if same else 'DIFFERENT'))
    return 0 if same and parts else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
