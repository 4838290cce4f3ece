"""Generates realistic content cards, the same for the same seed.

Cards have the short keys of a sync response, every class type and card type, composite base64
ids, text from two words to a page of HTML, and the escapes that different senders use: raw UTF-8,
`\\u` escapes, and `\\/`. Every card of a known class converts, so the exit status of a timed run
is 0. No member occurs twice, every number of seconds is an integer and every extras value is a
string, because the compared tools agree on the meaning of such cards.

Most cards are valid at the time NOW: they have not expired, and Braze would have accepted them.
About three percent have an error or a warning of `validate`, and some have what it only mentions,
as in real feeds: no class type, a null link, a GIF.
"""

import base64
import json
import random

import texts

SEED = 20251121
NOW = 1764000000
NOW_TEXT = '2025-11-24T16:00:00Z'
TEN_DAYS_LATER_TEXT = '2025-12-04T16:00:00Z'
DAY = 86400

# The percentage of cards with each class type; "" is a card without one.
_CLASSES = [('coupon_code', 17), ('home_tile', 22), ('group', 16), ('message_full_page', 15),
            ('message_webview', 9), ('ad_banner', 16), ('', 5)]
# Classes that are not in any registry; one card in _RARE has one of them.
_UNKNOWN_CLASSES = ['loyalty_card', 'store_event']
_RARE = 50
_VARIANTS = {'coupon_code': 'Coupon_Code', 'home_tile': 'HOME_TILE', 'group': 'Group'}
_TYPES = {
    'coupon_code': ['short_news', 'captioned_image', 'captioned_image', 'banner_image'],
    'group': ['text_announcement', 'short_news', 'captioned_image'],
    'ad_banner': ['banner_image', 'banner_image', 'captioned_image'],
}
_ANY_TYPE = ['text_announcement', 'short_news', 'short_news', 'captioned_image', 'banner_image']
_RATIOS = ['1', '1.0', '1.3333333333333333', '1.3333334', '0.75', '1.7777777777777777', '1.5']
_DISCOUNTS = ['5', '10', '12.5', '15', '20', '25', '33.3', '50', '0', '100', '7.25']
_PRICES = ['3.50', '3', '12.99', '4.25', '0.99', '149.00', '19.9']
_STYLES = ['primary', 'secondary', 'largerow', 'headline']
_LANGUAGES = ['en', 'de', 'pt-BR', 'ja', 'fr-CA']


class Sender:
    """The words and links of cards, quoted as one kind of sender quotes them."""

    def __init__(self, escapes_letters, escapes_slashes):
        self._is_ascii = escapes_letters
        self._escapes_slashes = escapes_slashes
        source = random.Random(SEED)
        self.titles = self._all(texts.titles(source))
        self.descriptions = self._all(texts.descriptions(source))
        self.pages = self._all(texts.pages(source))
        self.tags = self._all(texts.tags(source))
        self.images = self._all(texts.images(source))
        self.links = self._all(texts.links(source))

    def _all(self, plain):
        return [self._quoted(text) for text in plain]

    def _quoted(self, text):
        spelled = json.dumps(text, ensure_ascii=self._is_ascii)
        return spelled.replace('/', '\\/') if self._escapes_slashes else spelled


class Inventor:
    """Generates cards as compact JSON text."""

    def __init__(self, seed=SEED):
        self._random = random.Random(seed)
        self._unit = self._random.random  # every choice is one call: this takes half of the time
        raw, escaped, slashed = Sender(False, False), Sender(True, False), Sender(False, True)
        self._senders = [raw] * 14 + [escaped] * 3 + [slashed] * 3
        self._classes = [name for name, share in _CLASSES for _ in range(share)]
        self._campaigns = [(self._hexadecimal(24), self._hexadecimal(24)) for _ in range(600)]

    def _hexadecimal(self, digits):
        return '%0*x' % (digits, self._random.getrandbits(4 * digits))

    def _pick(self, choices):
        return choices[int(self._unit() * len(choices))]

    def _one_in(self, number):
        return self._unit() * number < 1

    def _rarely(self, mistake, choices):
        return mistake if self._one_in(_RARE) else self._pick(choices)

    def identifier(self):
        """A composite id: campaign, recipient and message variation in base64."""
        campaign, variation = self._pick(self._campaigns)
        digits = self._hexadecimal(32)
        text = '%s_$_cc=%s-%s-%s-%s-%s&mv=%s&pi=cmp' % (
            campaign, digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:],
            variation)
        return base64.b64encode(text.encode()).decode()

    def card(self):
        """One card's JSON, without a line end."""
        name = self._pick(_UNKNOWN_CLASSES if self._one_in(_RARE) else self._classes)
        sender = self._pick(self._senders)
        kind = 'control' if self._one_in(25) else self._pick(_TYPES.get(name, _ANY_TYPE))
        content = '' if kind == 'control' else self._content(kind, sender)
        extras = self._extras(name, sender)
        if self._one_in(4):  # a device's store orders keys differently
            return '{"id":"%s","e":%s%s,%s,"tp":"%s"}' % (
                self.identifier(), extras, content, self._state(), kind)
        return '{"id":"%s","tp":"%s",%s%s,"e":%s}' % (
            self.identifier(), kind, self._state(), content, extras)

    def _state(self):
        created, expires = self._times()
        flags = int(self._unit() * 32)
        is_pinned = flags > 27
        is_dismissible = self._one_in(_RARE) if is_pinned else flags & 12
        return ('"v":%s,"cl":%s,"p":%s,"db":%s,"d":false,"r":%s,"t":%s,"ca":%d,"ea":%d' % (
            'true' if flags & 1 else 'false', 'true' if flags & 3 == 3 else 'false',
            'true' if is_pinned else 'false', 'true' if is_dismissible else 'false',
            'true' if self._one_in(300) else 'false', 'true' if self._one_in(200) else 'false',
            created, expires))

    def _times(self):
        """The times of creation and of expiry, at most 30 days later. Few cards have expired."""
        if self._one_in(3):
            return NOW - int(self._unit() * 60 * DAY), -1
        lifetime = int((1 + self._unit() * 29) * DAY)
        age = int(self._unit() * lifetime) + (DAY if self._one_in(_RARE) else 0)
        return NOW - age, NOW - age + lifetime

    def _content(self, kind, sender):
        made = ''
        if kind != 'banner_image':
            made = ',"tt":%s,"ds":%s' % (
                self._pick(sender.titles), self._pick(sender.descriptions))
        if kind != 'text_announcement':
            image = '""' if kind == 'short_news' and self._one_in(8) else self._pick(sender.images)
            made += ',"i":%s,"ar":%s' % (image, self._pick(_RATIOS))
        if self._one_in(10):
            made += ',"language":"%s","image_alt":%s' % (
                self._pick(_LANGUAGES), self._pick(sender.titles))
        if self._one_in(5):
            return made + self._pick([',"u":null,"uw":null', ',"u":"","uw":false', ''])
        return made + ',"u":%s,"uw":%s,"dm":%s' % (
            self._pick(sender.links), self._pick(['false', 'true']),
            '""' if self._one_in(2) else self._pick(sender.titles))

    def _extras(self, name, sender):
        members = []
        if name:
            spelled = _VARIANTS.get(name, name) if self._one_in(40) else name
            members.append('"class_type":"%s"' % spelled)
        if name == 'coupon_code':
            members.append('"discount_percentage":"%s"' % self._pick(_DISCOUNTS))
        elif name == 'home_tile':
            members += self._tile(sender)
        elif name == 'group':
            members.append('"group_style":"%s"' % self._rarely('Primary', _STYLES))
        elif name == 'message_full_page':
            members.append('"message_header":' + self._pick(sender.titles))
            if self._one_in(2):
                members.append('"message_title":' + self._pick(sender.titles))
        elif name == 'message_webview':
            members += self._web_view(sender)
        if self._one_in(3):
            members.append('"feed_type":"%s","order":"%d"' % (
                self._pick(['home', 'offers', 'inbox']), self._unit() * 40))
        if self._one_in(6):
            members.append('"background_color":"#%06x","corner_radius":"%d"' % (
                int(self._unit() * 2 ** 24), self._unit() * 12))
        if self._one_in(4):
            members.reverse()
        return '{' + ','.join(members) + '}'

    def _tile(self, sender):
        yield '"tile_title":' + self._pick(sender.titles)
        yield '"tile_image":' + self._pick(sender.images)
        if not self._one_in(8):
            yield '"tile_price":"%s"' % self._rarely('free', _PRICES)
        if not self._one_in(6):
            yield '"tile_tags":' + self._pick(sender.tags)
        if self._one_in(2):
            yield '"tile_id":"%d","tile_deeplink":%s' % (
                self._unit() * 9000, self._pick(sender.links))
        if self._one_in(2):
            yield '"tile_detail":' + self._pick(sender.descriptions)

    def _web_view(self, sender):
        yield '"message_header":' + self._pick(sender.titles)
        if self._one_in(2):
            yield '"message_title":' + self._pick(sender.titles)
        if self._one_in(4):
            yield '"url":' + self._pick(sender.links)
        elif self._one_in(6):
            yield '"content_block_id":"%s"' % self._hexadecimal(24)
        else:
            yield '"html":' + self._pick(sender.pages)


def lines(count, seed=SEED, block=4000):
    """The bytes of `count` cards, one per line, in pieces of some thousand cards."""
    card = Inventor(seed).card
    for begin in range(0, count, block):
        size = min(block, count - begin)
        yield ('\n'.join([card() for _ in range(size)]) + '\n').encode()


def large_lines(count, card_bytes, seed=SEED):
    """Cards of about `card_bytes` bytes each, mostly description."""
    inventor = Inventor(seed)
    filling = json.dumps(texts.page_of(card_bytes - 400), ensure_ascii=False)
    for _ in range(count):
        yield ('{"id":"%s","tp":"text_announcement",%s,"tt":"Long read","ds":%s,'
               '"e":{"class_type":"coupon_code","discount_percentage":"10"}}\n' % (
                   inventor.identifier(), inventor._state(), filling)).encode()
