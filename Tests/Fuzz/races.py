#!/usr/bin/env python3
"""Runs every command that reads a journal during every command that changes it, and compares counts.

    races.py BINARY [--runs N] [--files N] [--events N] [--seed N]

Writers record events, one of them with a clock that jumps forth and back; rotations, deletions,
repairs and imports run all the time. Each reading command must see every event that was recorded
before it began, each once, and no gap. With a cursor and with --follow, every event must be
printed once in all. Only the events of the user "gone" are deleted.
"""

import argparse
import fcntl
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

HISTORY = 'history'
ROUND = 100


def line(number, card, user, milliseconds):
    """A line as cardctl writes it, with an id of this time."""
    digits = '%012x%04x' % (milliseconds, 0x7000 | random.getrandbits(12))
    digits += '%016x' % (2 << 62 | random.getrandbits(62))
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    return json.dumps({'v': 1, 'id': '-'.join(parts), 'time': '2026-11-21T10:00:%02d.000Z' % (number % 60),
                       'event': 'impression', 'card_id': card, 'user_id': user},
                      separators=(',', ':')) + '\n'


class Races:
    def __init__(self, options, folder, count):
        self.binary, self.options, self.count = os.path.abspath(options.binary), options, count
        self.folder, self.path = folder, os.path.join(folder, 'j')
        self.lock = threading.Lock()
        self.recorded = []  # the cards of the kept events that are certainly in the journal
        self.failures = []
        self.runs = {}
        self.isEnded = False
        self.make_history()

    def make_history(self):
        """Rotated files with many events, so that reading takes a while."""
        number = 0
        for index in range(self.options.files, 0, -1):
            with open('%s.%d' % (self.path, index), 'w') as file:
                for _ in range(self.options.events):
                    card = 'h-%d' % number
                    file.write(line(number, card, HISTORY, 1795000000000 + number))
                    self.recorded.append(card)
                    number += 1
        with open(os.path.join(self.folder, 'cards.ndjson'), 'w') as file:
            for number in range(20):
                file.write('{"id":"h-%d","tp":"text_announcement","tt":"t","ds":"d","ca":1795000000}\n' % number)

    def run(self, words, text=None):
        return subprocess.run([self.binary] + words, cwd=self.folder, input=text or '',
                              capture_output=True, text=True)

    def fail(self, name, message):
        with self.lock:
            self.failures.append('%s: %s' % (name, message))

    def log(self, *words, text=None):
        return self.run(['log', words[0], '--journal', 'j'] + list(words[1:]), text)

    # Writers.

    def record(self, cards, done):
        if done.returncode == 0:
            with self.lock:
                self.recorded += cards
        elif 'held it for' not in done.stderr:
            self.fail('write', done.stderr)

    def write(self, writer):
        """Batches of events; half of them are deleted later."""
        number = 0
        while not self.isEnded:
            cards = ['w%d-%d' % (writer, number + place) for place in range(random.randrange(1, 40))]
            number += len(cards)
            isKept = random.random() < 0.5
            done = self.log('impression', '-', '--no-sync', '--user', 'kept' if isKept else 'gone',
                            text='\n'.join(cards))
            self.record(cards if isKept else [], done)

    def write_with_a_wrong_clock(self):
        """Events whose ids jump up to ten years forth and back, and lines that are not events."""
        number = 0
        while not self.isEnded:
            time.sleep(0.02)
            clock = 1795000000000 + random.randrange(-1, 2) * random.randrange(10 * 365 * 86400000)
            card = 'c-%d' % number
            number += 1
            with open(self.path, 'a') as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                try:
                    if os.stat(self.path).st_ino != os.fstat(file.fileno()).st_ino:
                        continue
                except FileNotFoundError:
                    continue
                file.write(line(number, card, 'kept', clock))
                # Never the first line, because a file that begins with it is refused.
                if random.random() < 0.2:
                    file.write('not an event\n')
                file.flush()
            with self.lock:
                self.recorded.append(card)

    def repeat_a_key(self):
        """The same key again and again, with rotated files read before each."""
        number = 0
        while not self.isEnded:
            card = 'k-%d' % (number // 5)
            done = self.log('impression', card, '--user', 'kept', '--key', card, '--no-sync')
            self.record([card] if number % 5 == 0 else [], done)
            number += 1

    # Maintenance.

    def import_events(self):
        number = 0
        while not self.isEnded:
            cards = ['i-%d' % (number + place) for place in range(30)]
            number += 15  # The half is imported again.
            lines = ['{"event":"impression","card_id":"%s","user_id":"kept","key":"%s"}' % (card, card)
                     for card in cards]
            done = self.log('import', '-', text='\n'.join(lines))
            self.record([card for card in cards[15 if number > 15 else 0:]], done)

    def maintain(self):
        """Rotations, deletions and repairs in random order."""
        while not self.isEnded:
            words = random.choice([['rotate'], ['rotate'], ['delete', '--user', 'gone'],
                                   ['check', '--repair']])
            done = self.log(*words)
            if done.returncode == 3 and 'held it for' not in done.stderr or 'is missing' in done.stderr:
                self.fail(' '.join(words), done.stderr)
            time.sleep(random.random() * 0.03)

    # Readers.

    def check_run(self, name, words, cards):
        """Runs a reading command, whose output `cards` turns into the cards of events, or their number."""
        with self.lock:
            before = list(self.recorded)
        done = self.run(words)
        # 'not an event' is reported, with status 1.
        others = [one for one in done.stderr.splitlines() + done.stdout.splitlines()
                  if 'missing' in one or 'no such file' in one or 'cannot' in one]
        if done.returncode not in (0, 1) or others:
            if 'held it for' not in done.stderr:
                self.fail(name, 'status %d: %s' % (done.returncode, (others or [done.stderr])[0]))
            return
        found = cards(done.stdout)
        self.runs[name] = self.runs.get(name, 0) + 1
        if isinstance(found, int):
            if found < len(before):
                self.fail(name, '%d events, expected at least %d' % (found, len(before)))
            return
        missing = set(before).difference(found)
        if missing:
            self.fail(name, '%d events lost, such as %s' % (len(missing), sorted(missing)[0]))
        if len(set(found)) < len(found):
            self.fail(name, '%d events twice' % (len(found) - len(set(found))))

    def read(self):
        journal = ['--journal', 'j']
        bodies = lambda text: [event['properties']['card_id'] for body in text.splitlines()
                               for event in json.loads(body)['events']]
        readers = [
            ('show', ['log', 'show', '--to', 'ndjson'] + journal, cards_of_lines),
            ('summary', ['log', 'summary', '--to', 'json'] + journal,
             lambda text: json.loads(text)['total']['impressions']),
            ('export', ['log', 'export', '--to', 'users-track'] + journal, bodies),
            ('check', ['log', 'check', '--max-messages', '1'] + journal,
             lambda text: int(re.search(r': (\d+) events?:', text).group(1))),
            ('--journal', ['filter', '--no-config', '--viewed', '--ids', 'cards.ndjson'] + journal,
             lambda text: cards_of_overlay(text, self.recorded)),
            ('delete --dry-run', ['log', 'delete', '--user', HISTORY, '--dry-run'] + journal,
             lambda text: int(text.split()[0]) - self.options.files * self.options.events or 1 << 60),
        ]
        for number in range(self.count):
            self.check_run(*readers[number % len(readers)])

    def export_with_a_cursor(self, exported):
        while not self.isEnded:
            self.export_once(exported)
            time.sleep(random.random() * 0.05)

    def export_once(self, exported):
        done = self.log('export', '--to', 'users-track', '--cursor', 'cursor')
        if done.returncode not in (0, 1) or 'exported' in done.stderr or 'missing' in done.stderr:
            if 'held it for' not in done.stderr:
                self.fail('cursor', done.stderr)
            return
        exported += [event['properties']['card_id'] for body in done.stdout.splitlines()
                     for event in json.loads(body)['events']]
        self.runs['cursor'] = self.runs.get('cursor', 0) + 1

    def run_all(self):
        exported, threads = [], []
        followed = open(os.path.join(self.folder, 'followed'), 'w+')
        errors = open(os.path.join(self.folder, 'errors'), 'w+')
        follower = subprocess.Popen(
            [self.binary, 'log', 'show', '--follow', '--to', 'ndjson', '--journal', 'j'],
            cwd=self.folder, stdout=followed, stderr=errors)
        works = [lambda: self.write(1), lambda: self.write(2), self.write_with_a_wrong_clock,
                 self.repeat_a_key, self.import_events, self.maintain,
                 lambda: self.export_with_a_cursor(exported)]
        for work in works:
            threads.append(threading.Thread(target=work))
            threads[-1].start()
        self.read()
        self.isEnded = True
        for thread in threads:
            thread.join()
        self.export_once(exported)
        isAlive = follower.poll() is None
        time.sleep(1)
        follower.terminate()
        follower.wait()
        followed.seek(0)
        errors.seek(0)
        if not isAlive:
            self.fail('follow', 'it ended: ' + errors.read())
        everything = cards_of_lines(self.log('show', '--to', 'ndjson').stdout)
        self.compare('journal', everything)
        self.compare('cursor', exported)
        self.compare('follow', cards_of_lines(followed.read()))

    def compare(self, name, found):
        missing = set(self.recorded).difference(found)
        if missing:
            self.fail(name, '%d events lost, such as %s' % (len(missing), sorted(missing)[0]))
        if len(set(found)) < len(found):
            self.fail(name, '%d events twice' % (len(found) - len(set(found))))


def cards_of_lines(text):
    return [json.loads(one)['card_id'] for one in text.splitlines()]


def cards_of_overlay(text, recorded):
    """All cards of the file are viewed; the other events are not in the output."""
    found = text.split()
    return recorded[:] if len(found) == 20 else found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('binary')
    parser.add_argument('--runs', type=int, default=1000)
    parser.add_argument('--files', type=int, default=8)
    parser.add_argument('--events', type=int, default=500)
    parser.add_argument('--seed', type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    random.seed(options.seed)
    runs, events, failures = {}, 0, []
    # Each rotation adds a file, so a new journal is begun from time to time.
    for start in range(0, options.runs, ROUND):
        with tempfile.TemporaryDirectory() as folder:
            races = Races(options, folder, min(ROUND, options.runs - start))
            races.run_all()
            events += len(races.recorded)
            failures += races.failures
            for name, count in races.runs.items():
                runs[name] = runs.get(name, 0) + count
    counts = ', '.join('%s %d' % one for one in sorted(runs.items()))
    print('seed %d: %d events beside %s: %d failures' % (options.seed, events, counts, len(failures)))
    for failure in failures[:20]:
        print('  ' + failure.strip())
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
