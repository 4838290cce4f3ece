#!/usr/bin/env python3
"""Compares the verdicts of `inspect --verdicts` and `--why` with an independent reading of the rules.

Makes random series of sync responses, applies the rules of the Android SDK to them one by one, and
compares for every card: whether it is shown, the reason, and the position in the feed. Prints the
first differences, with the series; exits 1 if there is any.

    python3 Tests/CrossCheck/verdicts.py .build/release/cardctl --series 300
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

NOW = 1_795_000_000
START = NOW - 100_000
SHOWN_FAILURES = 3
WATERMARKS = ('last_full_sync_at', 'last_card_updated_at')


class Device:
    """A device that follows the rules to the letter."""

    def __init__(self, user, dismissals):
        self.user = user
        self.dismissals = dismissals
        self.cached = {}
        self.ended = {}
        self.reasons = {}
        self.time = 0

    def receive(self, response):
        """One response: 1 to 7 are the rules as Device.receive_card and this method apply them."""
        if response['message'] != 'success':
            return self.discard(response, 'failed-response')
        sender = response.get('user_id')
        if sender is not None:
            if self.user is not None and self.user != sender:
                return self.discard(response, 'other-user')  # 7
            self.user = sender
        # A response arrives at its latest watermark; without one, all time has passed.
        time = max((response[key] for key in WATERMARKS if key in response), default=None)
        self.time = max(self.time, min(time, NOW)) if time is not None else self.time
        arrival = NOW if time is None else self.time
        for card in response['cards']:
            self.receive_card(card, arrival)
        if response.get('full_sync'):
            listed = {card['id'] for card in response['cards']}
            self.expire(self.cached.keys() - listed, arrival)
            for id in [id for id, card in self.cached.items() if id not in listed and not card.get('t')]:
                self.remove(id, 'full-sync')  # 6

    def discard(self, response, reason):
        for card in response['cards']:
            if self.reasons.get(card['id']) in (None, 'failed-response'):
                self.reasons[card['id']] = reason

    def receive_card(self, card, arrival):
        id = card['id']
        self.expire({id}, arrival)
        cached = self.cached.get(id)
        if cached and 'ca' in card and card['ca'] < cached['ca']:
            return  # 1
        if card.get('r'):
            if id not in self.ended:
                self.remove(id, 'removed')  # 2
            return
        if id in self.ended:
            return  # 3
        if card.get('d') or id in self.dismissals:
            return self.end(id, 'dismissed')  # 4
        if card['ea'] != -1 and card['ea'] <= arrival:
            return self.end(id, 'expired')
        viewed = card.get('v') or (cached or {}).get('v')
        self.cached[id] = dict(card, v=viewed)  # 5
        self.reasons[id] = 'control' if card['tp'] == 'control' else 'shown'

    def expire(self, ids, time):
        """Cards that have expired by then: no later copy counts."""
        for id in ids & self.cached.keys():
            if self.cached[id]['ea'] != -1 and self.cached[id]['ea'] <= time:
                self.end(id, 'expired')

    def remove(self, id, reason):
        self.cached.pop(id, None)
        self.reasons[id] = reason

    def end(self, id, reason):
        self.remove(id, reason)
        self.ended[id] = reason

    def feed(self):
        shown = [card for card in self.cached.values() if card['tp'] != 'control']
        key = lambda card: (bool(card.get('p')), card['ca'], card['id'].encode())
        return [card['id'] for card in sorted(shown, key=key, reverse=True)]

    def verdicts(self):
        self.expire(set(self.cached), NOW)
        positions = {id: place + 1 for place, id in enumerate(self.feed())}
        return {id: (reason, positions.get(id)) for id, reason in self.reasons.items()}


def random_card(source, number):
    id = 'card-%d' % source.randint(1, 6)
    if source.random() < 0.1:
        tombstone = {'id': id, 'r': True}
        if source.random() < 0.5:
            tombstone['ca'] = START + source.randint(0, 5)
        return tombstone
    card = {'id': id, 'tp': 'control' if source.random() < 0.1 else 'text_announcement',
            'ca': START + source.randint(0, 5), 'tt': 'copy %d' % number,
            'ea': source.choice([-1, -1, -1, NOW + 1, NOW, START + 50])}
    for key, chance in (('v', 0.3), ('p', 0.2), ('t', 0.15), ('d', 0.08), ('r', 0.05)):
        if source.random() < chance:
            card[key] = True
        elif source.random() < 0.5:
            card[key] = False
    return card


def random_response(source, number):
    response = {'cards': [random_card(source, number * 10 + index) for index in range(source.randint(0, 5))],
                'message': 'success' if source.random() < 0.9 else 'slow down'}
    if source.random() < 0.8:
        response['full_sync'] = source.random() < 0.35
    if source.random() < 0.5:
        response['user_id'] = source.choice(['ann', 'ann', 'bob'])
    for key in WATERMARKS:
        if source.random() < 0.8:
            response[key] = START + source.randint(0, 100)
    return response


def text_of(source, response):
    """The response as JSON, its members in any order."""
    members = list(response.items())
    source.shuffle(members)
    return json.dumps(dict(members), indent=source.choice([None, 2])) + '\n'


def random_events(source):
    kinds = ['impression', 'impression', 'click', 'dismissal']
    return [(source.choice(kinds), 'card-%d' % source.randint(1, 7), source.choice(['ann', 'bob']))
            for _ in range(source.choice([0, 0, 3]))]


def journal_of(events):
    return ''.join(json.dumps({
        'v': 1, 'id': '019a94e0-0000-7000-8000-%012d' % number, 'event': kind, 'card_id': id, 'user_id': user,
        'time': '2026-11-18T10:%02d:00.000Z' % number}) + '\n' for number, (kind, id, user) in enumerate(events))


def run(binary, folder, arguments):
    environment = {'PATH': os.environ.get('PATH', ''), 'HOME': folder, 'NO_COLOR': '1'}
    done = subprocess.run([binary] + arguments, cwd=folder, env=environment, capture_output=True)
    return done.returncode, done.stdout


def check(binary, seed):
    """The differences of one series, in words."""
    source = random.Random(seed)
    responses = [random_response(source, number) for number in range(source.randint(1, 7))]
    user = source.choice([None, None, 'ann', 'bob'])
    events = random_events(source)
    dismissals = {id for kind, id, by in events if kind == 'dismissal' and user in (None, by)}
    device = Device(user, dismissals)
    for response in responses:
        device.receive(response)
    expected = device.verdicts()
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, response in enumerate(responses):
            if number > 0 and source.random() < 0.3:
                mode = 'a'  # several responses in one input
            else:
                mode = 'w'
                names.append('%d.json' % number)
            with open(os.path.join(folder, names[-1]), mode, encoding='utf-8') as file:
                file.write(text_of(source, response))
        arguments = ['inspect', '--no-config', '-q', '--at', str(NOW)]
        if user:
            arguments += ['--user', user]
        if events:
            with open(os.path.join(folder, 'journal.ndjson'), 'w', encoding='utf-8') as file:
                file.write(journal_of(events))
            arguments += ['--journal', 'journal.ndjson']
        elif user is None:
            arguments += ['--jobs', source.choice(['1', '4'])]
        status, output = run(binary, folder, arguments + ['--verdicts', '--to', 'json'] + names)
        if status != 0:
            return ['status %d' % status]
        actual = {row['id']: (row['reason'], row.get('position')) for row in json.loads(output)['verdicts']}
        found = ['%s: %s, expected %s' % (id, actual.get(id), expected.get(id))
                 for id in sorted(actual.keys() | expected.keys()) if actual.get(id) != expected.get(id)]
        id = 'card-%d' % source.randint(1, 7)
        wanted = 4 if id not in expected else 0 if expected[id][0] == 'shown' else 1
        status, _ = run(binary, folder, arguments + ['--why', id] + names)
        if status != wanted:
            found.append('--why %s: status %d, expected %d' % (id, status, wanted))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('binary')
    parser.add_argument('--series', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    failed = 0
    for number in range(options.series):
        differences = check(binary, options.seed * 100_000 + number)
        if not differences:
            continue
        failed += 1
        if failed <= SHOWN_FAILURES:
            print('series %d:' % (options.seed * 100_000 + number))
            for line in differences:
                print('  ' + line)
    print('%d of %d series agree' % (options.series - failed, options.series))
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
