#!/usr/bin/env python3
"""Writes any number of ordinary and odd cards, the same for the same seed.

Every shape, class type and card type occurs; so do escapes, odd numbers,
wrong values and a few records that are not cards. All of it is well-formed JSON.
"""

import argparse
import base64
import random
import sys
from datetime import datetime, timedelta

import json_tokens
import shapes
from json_tokens import quoted

FRAMINGS = ['ndjson', 'array', 'envelope', 'concatenated', 'pretty', 'rs', 'unity', 'flutter',
            'stored', 'local-storage', 'local-storage-text', 'responses', 'data', 'data-each']
NOW = 1764000000

_TEXTS = [
    '"Two flat whites"', '"Fresh beans are in"', '"Caf\\u00e9 au lait"', '"Café crème"',
    '"A \\"quoted\\" word"', '"Half & half\\/more"', '"\\ud83d\\ude00 smile"', '"😀 raw"',
    '"lone \\ud83d here"', '"lone \\udc00"', '"\\uD83D\\uD83D\\uDE00"', '"a, b, c"',
    '"line\\nbreak"', '"tab\\tstop"', '"back\\\\slash"', '"cr\\rhere"', '"日本語の題"', '"naïve"',
    '"=SUM(A1)"', '"+1 free"', '"-20%"', '"-20"', '"@you"', '"\\u0041scii"', '"\\u0001ctl"',
    '" padded "', '"  "', '"{{liquid}}"', '"<b>bold</b>"', '"\\b\\f"', '"10"', '"1E2"',
    '"NEL\u0085 and LS\u2028"', '"a=b"', '"true"', '"\u202eright to left"', '"' + 'long ' * 40 + '"']
_ODD_TEXTS = ['""', 'null', '12', '-0', '1.50', 'true', 'false', '["x"]', '{"a": 1}', '1E400']
_URLS = ['"https://example.com/menu"', '"https:\\/\\/example.com\\/offers?a=1&b=2"',
         '"https://example.com/caf\\u00e9"', '"app://orders/12"', '"mailto:hello@example.com"',
         '"https://example.com/img/latte.png"', '"x-1.+:y"']
_BAD_URLS = ['"example.com/menu"', '"https://example.com/a b"', '"https:"', '"://x"', '"1a:b"',
             '"caf\\u00e9:b"', '"a:\\u0007"', '"a:b\\n"', '" https://example.com/"']
_RATIOS = ['1', '1.0', '1.3333333333333333', '0', '-1', '1E0', '"1.5"', '" 2 "', '"wide"', 'true',
           '0.75', '123456789012345678901234567890']
_DISCOUNTS = ['"10"', '"12.5"', '"0"', '"100"', '" 20 "', '"1E1"', '"1.0"', '"-0"', '15', '1.50',
              '2E1', '0.000', '"\\u0031\\u0035"', '"100.0"', '"1000e-1"']
_BAD_DISCOUNTS = ['"10%"', '"+5"', '"10,5"', '""', '"abc"', '"101"', '101', '"-1"', '-1', 'true',
                  'null', '"0x10"', '"1_000"', '".5"', '"5."', '"05"', '"NaN"', '[10]', '{"v":1}',
                  '"100.0000000000000000000001"', '"1e3"', '"\\u00a010"', '" "']
_PRICES = ['"3.50"', '"3"', '4.20', '"12,99"', '"free"', '-1', '"1E2"', '"\\t5\\n"', '""', 'null']
_TAGS = ['"coffee,tea"', '"coffee, tea , "', '","', '"one"', '["a"," b ",""]', '["a",1]', '"é,\\u00e9"',
         '"a\\u002cb"', '{"a":1}', '7', '"a;b"', '"\\"q\\",b\\\\c"', '"x\\u0007y,\\n z"', '[]']
_STYLES = ['"primary"', '"secondary"', '"largerow"', '"headline"', '"Primary"', '"\\u0070rimary"', '"big"', '1']
_CLASSES = ['coupon_code', 'home_tile', 'group', 'message_full_page', 'message_webview',
            'ad_banner', 'Coupon_Code', 'HOME_TILE', 'Message_WebView', 'GROUP',
            'loyalty_card', 'store_event', 'Loyalty_Card', 'unknown_class', ' coupon_code', 'ÀD_banner']
_BOOLEANS = ['true', 'false', 'false', 'true', '1', '0', '"true"', '"1"', '"0"', '"yes"', '2', 'null', '1.0']
_BAD_RECORDS = ['{"foo": 1}', '42', 'null', '{}', 'true', '{"a":{"id":"x","tp":"control"}}',
                '{"full_sync": true, "last_full_sync_at": 1}',
                '{"viewed":true,"use_webview":false,"domain":"d","aspect_ratio":1}']


class Generator:
    """Makes cards as lists of (key, raw JSON) members."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ids = []

    def one_in(self, number):
        return self.random.randrange(number) == 0

    def pick(self, usual, odd=_ODD_TEXTS, rarity=12):
        return self.random.choice(odd if self.one_in(rarity) else usual)

    def identifier(self):
        if self.ids and self.one_in(15):
            return self.random.choice(self.ids)
        if self.one_in(25):
            return self.random.choice(['"plain-id"', '12345', '""', '" "', 'null', '"id\\u0041"',
                                       '"Y2FtcGFpZ24="', '"ünï"', 'true', '"NjU3MDVhM2U0MjAxMzMwMDRiMzBmYzdj"'])
        campaign = '%024x' % self.random.randrange(6, 16 ** 24)
        text = '%s_$_cc=%08x-0000-4000-8000-%012x&mv=%024x&pi=cmp' % (
            campaign, self.random.randrange(16 ** 8), self.random.randrange(16 ** 12),
            self.random.randrange(16 ** 24))
        encoded = base64.b64encode(text.encode()).decode()
        self.ids.append(quoted(encoded if not self.one_in(20) else encoded.rstrip('=')))
        return self.ids[-1]

    def time(self, milliseconds, iso, expires):
        if expires and self.one_in(3):
            return 'null' if iso else '-1'
        seconds = NOW + self.random.randrange(-40 * 86400, 40 * 86400)
        if self.one_in(20):
            return self.random.choice(['0', '-5', '1.7E9', '1700000000.0', '1700000000.250', '"soon"',
                                       'null', '"1700000000"', 'true', '"2025-02-30"', '[]', '""'])
        if iso or self.one_in(15):
            return self.iso(seconds)
        if milliseconds or self.one_in(15):
            return str(seconds * 1000 + self.random.choice([0, 5, 250, 999])) + self.random.choice(
                ['', '', '.0', '.5', '.49'])
        return str(seconds)

    def iso(self, seconds):
        date = datetime(1970, 1, 1) + timedelta(seconds=seconds)
        form = self.random.choice(['%Y-%m-%dT%H:%M:%S', '%Y-%m-%d %H:%M:%S', '%Y-%m-%dT%H:%M',
                                   '%Y-%m-%dt%H:%M:%S'])
        text = date.strftime(form)
        if text.count(':') == 2:
            text += self.random.choice(['', '.000', '.5', '.123', '.987654', '.120'])
        text += self.random.choice(['Z', 'Z', '', 'z', '+02:00', '-0530', '+01'])
        return quoted(text if not self.one_in(12) else date.strftime('%Y-%m-%d'))

    def extras(self):
        members = []
        class_name = self.random.choice(_CLASSES)
        if not self.one_in(10):
            spelled = quoted(class_name).replace('_', self.random.choice(['_'] * 9 + ['\\u005f']))
            members.append(('class_type', spelled))
        elif self.one_in(3):
            members.append(('class_type', self.random.choice(_ODD_TEXTS)))
        for key, values, odd in (
                ('discount_percentage', _DISCOUNTS, _BAD_DISCOUNTS),
                ('tile_title', _TEXTS, _ODD_TEXTS), ('tile_image', _URLS, _BAD_URLS),
                ('tile_price', _PRICES, _ODD_TEXTS), ('tile_tags', _TAGS, _ODD_TEXTS),
                ('tile_detail', _TEXTS, _ODD_TEXTS), ('tile_id', _TEXTS, _ODD_TEXTS),
                ('tile_deeplink', _URLS, _TEXTS), ('group_style', _STYLES, _ODD_TEXTS),
                ('message_header', _TEXTS, _ODD_TEXTS), ('message_title', _TEXTS, _ODD_TEXTS),
                ('html', _TEXTS, _ODD_TEXTS), ('url', _URLS, _ODD_TEXTS),
                ('content_block_id', _TEXTS, _ODD_TEXTS), ('points', _DISCOUNTS, _BAD_DISCOUNTS),
                ('stores', _TAGS, _ODD_TEXTS), ('order', ['1', '"2"', '"10"', '"-3.5"', '"x"'], _ODD_TEXTS),
                ('slot.name', _TEXTS, _ODD_TEXTS), ('feed_type', ['"home"', '"Offers"'], _ODD_TEXTS)):
            wanted = key.split('_')[0] in class_name.lower() or key == 'discount_percentage'
            if self.one_in(2 if wanted else 6):
                members.append((key, self.pick(values, odd, 6)))
            elif wanted and not self.one_in(6):
                members.append((key, self.random.choice(values)))
        self.random.shuffle(members)
        if members and self.one_in(20):
            members.append((members[0][0], self.random.choice(_TEXTS)))
        return self.object(members)

    def object(self, members):
        """An object's text, sometimes with whitespace inside."""
        if self.one_in(4):
            return '{' + ', '.join('%s: %s' % (quoted(k), raw) for k, raw in members) + '}'
        if self.one_in(30):
            return '{ ' + '\t,  '.join('%s :\t%s' % (quoted(k), raw) for k, raw in members) + ' }'
        return '{' + ','.join('%s:%s' % (quoted(k), raw) for k, raw in members) + '}'

    def card(self):
        shape = self.random.choice(shapes.NAMES + ['wire'] * 6 + ['react-native'])
        members = [(name, raw) for name, raw in self.members(shape) if raw is not None]
        if self.one_in(3):
            self.random.shuffle(members)
        if self.one_in(25):
            key, _ = self.random.choice(members)
            members.append((key, self.random.choice(_TEXTS + _ODD_TEXTS)))
        if self.one_in(10):
            members.append(('unknown \\" key', '[1, {"deep": [null, 2.0]}]'))
        return self.object(members)

    def members(self, shape):
        control = self.one_in(10)
        for field, keys in shapes.KEYS[shape].items():
            for key in keys if self.one_in(3 if shape == 'rest' else 10) else keys[:1]:
                yield key, self.field(shape, field, control)
        if shape == 'rest':
            yield 'time_to_live', '3600'
        if shape in ('web', 'capacitor') and self.one_in(3):
            yield 'Yc', 'true'

    def field(self, shape, field, control):
        if field == 'id':
            return None if self.one_in(40) else self.identifier()
        if field in ('created', 'expires_at'):
            if self.one_in(40) or field == 'expires_at' and self.one_in(5):
                return None
            return self.time(shape == 'capacitor', shape in ('web', 'web-storage', 'rest'),
                             field == 'expires_at')
        if field == 'type':
            return self.type(shape, control)
        if field == 'control':
            return 'true' if control else self.random.choice(['false', 'false', '0', 'null'])
        if field == 'extras':
            text = self.extras()
            if self.one_in(15):
                return self.random.choice(['{}', 'null', '"not json"', '[]', '""', '7'])
            return quoted(text) if self.one_in(12) or shape == 'cordova' and self.one_in(2) else text
        return self.content(field, control)

    def content(self, field, control):
        if field in ('open_url_in_webview', 'viewed', 'clicked', 'pinned', 'dismissible',
                     'dismissed', 'removed', 'test'):
            if field in ('removed', 'dismissed') and not self.one_in(12):
                return 'false'
            return None if self.one_in(8) else self.random.choice(_BOOLEANS)
        if control and not self.one_in(6):
            return None
        if self.one_in(4):
            return None
        if field == 'image_aspect_ratio':
            return self.random.choice(_RATIOS)
        if field in ('image', 'url'):
            return self.pick(_URLS, _BAD_URLS + _ODD_TEXTS, 8)
        if field == 'class_type':
            return quoted(self.random.choice(_CLASSES))
        if field == 'language':
            return self.random.choice(['"en"', '"pt-BR"', '""', 'null'])
        return self.pick(_TEXTS)

    def type(self, shape, control):
        names = list(shapes.TYPES[shape])
        if shape == 'capacitor' or shape == 'rest':
            return quoted(self.random.choice(names))
        if self.one_in(15) or shape == 'abk' and not self.one_in(4):
            return self.random.choice([None, '"inbox"', 'null', '""', '3', quoted(names[0].upper())]) \
                if shape not in ('wire', 'web-storage') else self.random.choice(
                    ['"news"', 'null', '""', '3', quoted(names[0].upper())])
        if control:
            names = [name for name in names if name.lower() == 'control'] or names
        return quoted(self.random.choice(names))


def records(generator, count, clean):
    """Cards as JSON; unless clean, some do not fit any shape."""
    made = []
    while len(made) < count:
        if not clean and generator.one_in(400):
            made.append(generator.random.choice(_BAD_RECORDS))
            continue
        card = generator.card()
        if not clean or shapes.detect(json_tokens.read_one(card)):
            made.append(card)
    return made


def pretty(text, indent='  '):
    """The same tokens, each member on its own line."""
    return _pretty(json_tokens.read_one(text), indent)


def _pretty(value, indent):
    if value.kind == 'object' and value.members:
        lines = ['%s: %s' % (key.raw, _pretty(member, indent + '  '))
                 for key, member in value.members]
        return '{\n' + ',\n'.join(indent + '  ' + line for line in lines) + '\n' + indent + '}'
    return value.raw


def framed(cards, framing):
    """One input that contains the cards in the given framing."""
    if framing == 'ndjson':
        return ''.join(card + '\n' for card in cards)
    if framing == 'concatenated':
        # Adjacent scalars (42 and null) would be one token.
        return ''.join(card + ('' if card[-1] == '}' else ' ') for card in cards)
    if framing == 'rs':
        return ''.join('\x1e' + card + '\n' for card in cards)
    if framing == 'array':
        return '[' + ','.join(cards) + ']'
    if framing == 'pretty':
        return '[\n  ' + ',\n  '.join(map(pretty, cards)) + '\n]\n'
    if framing == 'unity':
        return '{"mTimestamp":1764000000.5,"mContentCards":[' + ',\n'.join(cards) + ']}'
    if framing == 'flutter':
        return '{"contentCards":[' + ', '.join(map(quoted, cards)) + ']}\n'
    stored = '{"v":[' + ',\n'.join(cards) + ']}'
    if framing == 'stored':
        return stored
    if framing == 'local-storage':
        return '{"ab.storage.deviceId.k":{"v":"d"},\n"ab.storage.cc.k":' + stored + '}'
    if framing == 'local-storage-text':
        return '{"n":1,\n"ab.storage.cc.k":' + quoted(stored.replace('\n', '')) + '}'
    if framing == 'responses':
        half = len(cards) // 2
        return ('[' + ',\n'.join('{"message":"success","cards":[' + ', '.join(part) + ']}'
                                 for part in (cards[:half], [], cards[half:-1]))
                + ',' + cards[-1] + ']')
    if framing == 'data':
        return '{"page":1,"data":{"cards":[' + ',\n'.join(cards) + '],"message":"success"}}'
    if framing == 'data-each':
        return ''.join('{"data":' + card + '}\n' for card in cards)
    return ('{"message":"success","full_sync":true,"cards":[' + ', '.join(cards)
            + '],"last_full_sync_at":1764000000}\n')


def generate(seed, count, framing, clean=False):
    return framed(records(Generator(seed), count, clean), framing).encode('utf-8')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--framing', choices=FRAMINGS, default='ndjson')
    parser.add_argument('--clean', action='store_true', help='omit the bad records')
    options = parser.parse_args()
    sys.stdout.buffer.write(
        generate(options.seed, options.count, options.framing, options.clean))


if __name__ == '__main__':
    main()
