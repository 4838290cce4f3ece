#!/usr/bin/env python3
"""Objects of 100,000 cards: the library against Foundation's JSONDecoder with a Codable struct.

The target is a quarter of JSONDecoder's processor time, with flat memory. The app is `ObjectsBenchmark` of
`Tests/Library`, built in release against a tagged clone of this checkout. The status is 1 if the
target is not met.
"""

import os
import subprocess
import sys
import tempfile

import cards

_HERE = os.path.dirname(os.path.abspath(__file__))
_REPOSITORY = os.path.dirname(os.path.dirname(_HERE))
_CARDS, _RUNS, _TARGET, _MAXIMUM_KIB = 100_000, 3, 4.0, 16_384


def build():
    """Builds the app and returns its path."""
    scratch = os.path.join(_REPOSITORY, '.build', 'library')
    with tempfile.TemporaryDirectory() as clone:
        bare = os.path.join(clone, 'cardctl.git')
        subprocess.run(['git', 'clone', '--quiet', '--bare', _REPOSITORY, bare], check=True)
        subprocess.run(['git', '-C', bare, 'tag', '--force', '0.1.0'], check=True,
                       stdout=subprocess.DEVNULL)
        package = os.path.join(_REPOSITORY, 'Tests', 'Library')
        resolved = os.path.join(package, 'Package.resolved')
        if os.path.exists(resolved):
            os.remove(resolved)
        subprocess.run(
            ['swift', 'build', '-c', 'release', '--product', 'ObjectsBenchmark',
             '--package-path', package, '--scratch-path', scratch],
            check=True, stdout=sys.stderr, env=dict(os.environ, CARDCTL_CLONE='file://' + bare))
        if os.path.exists(resolved):
            os.remove(resolved)
    return os.path.join(scratch, 'release', 'ObjectsBenchmark')


def main():
    app = build()
    with tempfile.NamedTemporaryFile(suffix='.ndjson') as file:
        for block in cards.lines(_CARDS):
            file.write(block)
        file.flush()
        best = {}
        for _ in range(_RUNS):
            output = subprocess.run([app, file.name], check=True, capture_output=True, text=True)
            for line in output.stdout.splitlines():
                name, seconds, count, memory = line.split()
                if name not in best or float(seconds) < best[name][0]:
                    best[name] = (float(seconds), int(count), int(memory))
    for name, (seconds, count, memory) in best.items():
        print('%-12s %6.3f s  %6.2f us a card  %6d objects  %6d KiB above the start' % (
            name, seconds, seconds / _CARDS * 1e6, count, memory))
    ratio = best['JSONDecoder'][0] / best['library'][0]
    print('library: %.1f times as fast as JSONDecoder (target %.0f)' % (ratio, _TARGET))
    return 0 if ratio >= _TARGET and best['library'][2] <= _MAXIMUM_KIB else 1


if __name__ == '__main__':
    sys.exit(main())
