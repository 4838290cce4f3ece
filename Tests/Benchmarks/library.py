"""Objects of 100,000 cards: the library against Foundation's JSONDecoder with a Codable struct.

The target is a quarter of JSONDecoder's processor time, with flat memory. The app is
`ObjectsBenchmark` of `Tests/Library`, built in release against a tagged clone of this checkout.
"""

import os
import subprocess
import sys
import tempfile

_HERE = os.path.dirname(os.path.abspath(__file__))
_REPOSITORY = os.path.dirname(os.path.dirname(_HERE))
_CARDS, _TARGET, _MAXIMUM_KIB = 100_000, 4.0, 16_384


def _build():
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


def run(setting):
    app, out = _build(), setting.report
    out.heading('library')
    best = {}
    for _ in range(setting.runs):
        output = subprocess.run(
            [app, setting.inputs.first(_CARDS)], check=True, capture_output=True, text=True)
        for line in output.stdout.splitlines():
            name, seconds, count, memory = line.split()
            if name not in best or float(seconds) < best[name][0]:
                best[name] = (float(seconds), int(count), int(memory))
    for name, (seconds, count, memory) in best.items():
        out.say('  %-12s %6.3f s  %6.2f us a card  %6d objects  %6d KiB above the start' % (
            name, seconds, seconds / _CARDS * 1e6, count, memory))
    out.at_least('library: times as fast as JSONDecoder',
                 best['JSONDecoder'][0] / best['library'][0], _TARGET)
    out.at_most('library: KiB above the start', best['library'][2], _MAXIMUM_KIB)
