#!/usr/bin/env python3
"""Compares the verdicts of `inspect --verdicts` and `--why` with an independent reading of the rules.

Makes random series of sync responses, of requests with events of several users, and of events in a
journal, as JSON files or as one HAR file, applies the rules of the Android SDK to them one by one,
and compares for every card: whether it is shown, the reason, and the position in the feed. Prints
the first differences, with the series; exits 1 if there is any.

    python3 Tests/CrossCheck/verdicts.py .build/release/cardctl --series 300
"""

import argparse
import datetime
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
        self.is_fixed = user is not None
        self.named_at = None
        self.dismissals = dismissals
        self.cached = {}
        self.ended = {}
        self.ended_of = {}
        self.viewed = set()
        self.reasons = {}
        self.received = set()
        self.time = 0

    def names(self, user, at, time):
        """A request or a response names the user; whether that is the current one now."""
        if self.user in (None, user):
            self.user = user
            self.named_at = max((t for t in (self.named_at, at) if t is not None), default=None)
            return True
        if self.is_fixed or None not in (at, self.named_at) and at < self.named_at:
            return False
        self.expire(set(self.cached), self.time if time is None else time)
        self.ended_of.setdefault(self.user, set()).update(self.ended)
        for id in self.cached:
            self.reasons[id] = 'other-user'
        self.cached, self.viewed = {}, set()
        self.ended = {id: 'dismissed' for id in self.ended_of.pop(user, set())}
        self.user, self.named_at = user, at
        return True

    def request(self, request):
        """A data request of the SDK: its user, then its events."""
        at = request.get('at', request['time'])
        self.names(request['user_id'], at, at)
        for event in request['events']:
            for id in event['data'].get('ids', []):
                self.event(event, id)

    def event(self, event, id):
        if event['time'] > NOW:
            return
        kind = event['name']
        if event['user_id'] != self.user:
            if kind == 'ccd':
                self.ended_of.setdefault(event['user_id'], set()).add(id)
            return
        self.expire({id}, event['time'])
        if kind == 'ccd' and id not in self.ended:
            if self.reasons.get(id) not in ('removed', 'full-sync'):
                self.reasons[id] = 'dismissed'
            self.cached.pop(id, None)
            self.ended[id] = 'dismissed'
        elif kind != 'ccd':
            self.viewed.add(id)

    def receive(self, response):
        """One response: 1 to 7 are the rules as Device.receive_card and this method apply them."""
        self.received.update(card['id'] for card in response['cards'])
        at = response.get('at')
        times = [response[key] for key in WATERMARKS if key in response]
        time = at if at is not None else max(times, default=None)
        if response['message'] != 'success':
            return self.discard(response, 'failed-response')
        sender = response.get('requester', response.get('user_id'))
        if sender is not None and not self.names(sender, at, time):
            return self.discard(response, 'other-user')  # 7
        # A response arrives at its latest watermark; without one, all time has passed.
        self.time = max(self.time, min(time, NOW)) if time is not None else self.time
        arrival = NOW if time is None else self.time
        for card in response['cards']:
            self.receive_card(card, arrival)
        if response.get('full_sync'):
            listed = {card['id'] for card in response['cards']}
            # Test cards stay, so their expiry is not looked at.
            self.expire({id for id, card in self.cached.items()
                         if id not in listed and not card.get('t')}, arrival)
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
            if id not in self.ended or self.reasons.get(id) in (None, 'failed-response'):
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
        return {id: (reason, positions.get(id)) for id, reason in self.reasons.items()
                if id in self.received}


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


def random_request(source, number):
    user = source.choice(['ann', 'ann', 'bob'])
    events = [{'name': source.choice(['cci', 'ccc', 'ccd', 'ss']), 'time': START + source.randint(0, 120),
               'data': {'ids': ['card-%d' % source.randint(1, 6)]}, 'session_id': 's',
               'user_id': user if source.random() < 0.8 else source.choice(['ann', 'bob'])}
              for _ in range(source.randint(1, 3))]
    if source.random() < 0.1:
        events[0]['time'] = NOW + 1
    for event in events:
        if event['name'] == 'ss':
            event['data'] = {}
    return {'api_key': 'k', 'device_id': 'd', 'sdk_version': '1.0', 'time': START + number * 15,
            'user_id': user, 'events': events}


def har_of(source, series):
    """The series as the entries of one HAR file, in any order, each with its time."""
    entries = []
    for number, one in enumerate(series):
        one['at'] = START + number * 10
        request = dict({'api_key': 'k', 'device_id': 'd', 'sdk_version': '1.0', 'time': one['at']})
        if 'events' in one:
            request = {key: value for key, value in one.items() if key != 'at'}
        elif source.random() < 0.5:
            one['requester'] = request['user_id'] = source.choice(['ann', 'ann', 'bob'])
        answer = {'message': 'success'} if 'events' in one else {
            key: value for key, value in one.items() if key not in ('at', 'requester')}
        time = datetime.datetime.fromtimestamp(one['at'], datetime.timezone.utc)
        entries.append({
            'startedDateTime': time.strftime('%Y-%m-%dT%H:%M:%SZ'),
            'request': {'method': 'POST', 'postData': {'text': json.dumps(request)}},
            'response': {'content': {'mimeType': 'application/json', 'text': json.dumps(answer)}}})
    source.shuffle(entries)
    return json.dumps({'log': {'version': '1.2', 'entries': entries}}, indent=source.choice([None, 1]))


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
    for _ in range(source.choice([0, 0, 1, 2])):
        number = source.randint(0, len(responses))
        responses.insert(number, random_request(source, number))
    har = har_of(source, responses) if source.random() < 0.4 else None
    device = Device(user, dismissals)
    for response in responses:
        if 'events' in response:
            device.request(response)
        else:
            if response.get('requester'):
                device.names(response['requester'], response['at'], response['at'])
            device.receive(response)
    expected = device.verdicts()
    with tempfile.TemporaryDirectory() as folder:
        names = []
        if har is not None:
            names = ['series.har']
            with open(os.path.join(folder, names[0]), 'w', encoding='utf-8') as file:
                file.write(har)
        for number, response in enumerate(responses if har is None else []):
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
