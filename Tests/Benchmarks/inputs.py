"""The input files of the benchmarks: generated once, then reused."""

import hashlib
import os
import tempfile

import cards
import framing

_SOURCES = ['cards.py', 'texts.py', 'framing.py']
SMALL_CARDS = 10000
LARGE_CARDS = 40
LARGE_BYTES = 250 * 1024


def cache_folder():
    """A directory among the temporary files that belongs to this user."""
    folder = os.path.join(tempfile.gettempdir(), 'cardctl-benchmarks-%d' % os.getuid())
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.lstat(folder).st_uid != os.getuid() or os.path.islink(folder):
        raise SystemExit('%s belongs to another user; name a directory with --keep' % folder)
    return folder


class Inputs:
    """Paths of input files; a file is written when it is first requested."""

    def __init__(self, folder, count):
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        self.count = count
        here = os.path.dirname(os.path.abspath(__file__))
        digest = hashlib.sha256()
        for name in _SOURCES:
            with open(os.path.join(here, name), 'rb') as file:
                digest.update(file.read())
        self._version = digest.hexdigest()[:8]

    def ndjson(self):
        return self._made('%d.ndjson' % self.count, lambda: cards.lines(self.count))

    def half(self):
        """The first half of the cards."""
        return self._made('%d-half.ndjson' % self.count, lambda: cards.lines(self.count // 2))

    def first(self, count):
        """A fixed number of cards, whatever the size of the other inputs."""
        return self._made('first-%d.ndjson' % count, lambda: cards.lines(count))

    def framed(self, name):
        """The same cards in another framing."""
        if name == 'ndjson':
            return self.ndjson()
        suffix = {'har': 'har', 'logcat': 'log', 'syncs': 'ndjson'}.get(name, 'json')
        return self._made('%d.%s.%s' % (self.count, name, suffix),
                          lambda: framing.framed(name, cards.lines(self.count)))

    def small(self):
        """Cards to repeat."""
        return self._made('small.ndjson', lambda: cards.lines(SMALL_CARDS))

    def large(self):
        """Cards of LARGE_BYTES each, to repeat."""
        return self._made('large.ndjson', lambda: cards.large_lines(LARGE_CARDS, LARGE_BYTES))

    def coupons(self):
        """The cards that `--class-type coupon_code` prints."""
        return self._made('coupons.ndjson', lambda: [
            line + b'\n' for block in cards.lines(2000) for line in block.split(b'\n')
            if b'"class_type":"coupon_code"' in line])

    def one_card(self):
        with open(self.coupons(), 'rb') as file:
            first = file.readline()
        return self._made('one.ndjson', lambda: [first])

    def _made(self, name, pieces):
        path = os.path.join(self.folder, self._version + '-' + name)
        if not os.path.exists(path):
            with open(path + '.part', 'wb') as file:
                for piece in pieces():
                    file.write(piece)
            os.rename(path + '.part', path)
        return path
