"""The class registry: which class types exist and how their objects are made.

Built in are the six classes of the demo app; load() adds those of a file.
"""

import json_tokens
from json_tokens import WHITE_SPACE, is_number, quoted
from model import lowercased, text_of
from times import Time, exact

_BUILT_IN = '''{"classes": {
 "coupon_code": {"object": "Coupon", "properties": {
  "discountPercentage": {"from": ["extras.discount_percentage"], "type": "number",
                         "minimum": 0, "maximum": 100, "required": true},
  "imageUrl": {"from": ["image"], "type": "url"}}},
 "home_tile": {"object": "Tile", "properties": {
  "title": {"from": ["extras.tile_title"], "required": true},
  "imageUrl": {"from": ["extras.tile_image"], "type": "url", "required": true},
  "tileId": {"from": ["extras.tile_id"]},
  "deeplink": {"from": ["extras.tile_deeplink"]},
  "price": {"from": ["extras.tile_price"], "type": "number"},
  "detail": {"from": ["extras.tile_detail"]},
  "tags": {"from": ["extras.tile_tags"], "type": "list", "separator": ","}}},
 "group": {"object": "Group", "properties": {
  "title": {"join": ["title", "description"], "with": " ", "required": true},
  "imageUrl": {"from": ["image"], "type": "url"},
  "clickUrl": {"from": ["url"], "type": "url"},
  "style": {"from": ["extras.group_style"],
            "values": ["primary", "secondary", "largerow", "headline"]}}},
 "message_full_page": {"object": "FullPageMessage", "properties": {
  "messageHeader": {"from": ["extras.message_header"]},
  "messageTitle": {"from": ["extras.message_title", "title"]},
  "imageUrl": {"from": ["image"], "type": "url"},
  "cardTitle": {"from": ["title"]},
  "cardDescription": {"from": ["description"]},
  "destination": {"constant": "fullPage"}}},
 "message_webview": {"object": "WebViewMessage", "properties": {
  "content": {"firstOf": {"url": ["url", "extras.url"], "html": ["extras.html"],
                          "contentBlock": ["extras.content_block_id"]}, "required": true},
  "messageHeader": {"from": ["extras.message_header"]},
  "messageTitle": {"from": ["extras.message_title", "title"]},
  "imageUrl": {"from": ["image"], "type": "url"},
  "cardDescription": {"from": ["description"]},
  "destination": {"constant": "webView"}}},
 "ad_banner": {"object": "Ad", "properties": {
  "imageUrl": {"from": ["image"], "type": "url"}}}}}'''

# The one rule that the format cannot express: a group needs a description.
_MUST_BE_JOINED = {('group', 'title'): 'description'}


class PropertyError(Exception):
    """Why a property could not be converted: problem is `missing` or `invalid`."""

    def __init__(self, problem, name):
        super().__init__('%s %s' % (problem, name))
        self.problem = problem
        self.name = name


class Class:
    """One class type: the object it becomes and its properties in order."""

    def __init__(self, name, value, built_in):
        self.name = lowercased(name)
        self.object = value.lookup['object']
        demands = _MUST_BE_JOINED if built_in else {}
        self.properties = [
            Property(key.text, spec.lookup, demands.get((self.name, key.text)))
            for key, spec in value.lookup['properties'].members]


class Property:
    """One property of an object: its sources and its constraints."""

    def __init__(self, name, spec, demanded):
        self.name = name
        self.demanded = demanded
        self.constant = spec.get('constant')
        self.default = spec.get('default')
        self.first_of = [(kind.text, _texts(sources)) for kind, sources
                         in spec['firstOf'].members] if 'firstOf' in spec else None
        self.join = _texts(spec['join']) if 'join' in spec else None
        self.joiner = spec['with'].text if 'with' in spec else ' '
        self.sources = _texts(spec['from']) if 'from' in spec else []
        self.type = spec['type'].text if 'type' in spec else 'string'
        self.required = 'required' in spec and spec['required'].kind == 'true'
        self.values = _texts(spec['values']) if 'values' in spec else None
        self.separator = spec['separator'].text if 'separator' in spec else ','
        self.minimum = exact(spec['minimum'].raw) if 'minimum' in spec else None
        self.maximum = exact(spec['maximum'].raw) if 'maximum' in spec else None

    @property
    def all_sources(self):
        if self.first_of:
            return [source for _, sources in self.first_of for source in sources]
        return self.join or self.sources

    @property
    def columns(self):
        if self.first_of:
            return [self.name + '.kind', self.name + '.value']
        return [self.name]

    def is_required(self, card):
        """A control card requires only properties that extras alone can provide."""
        return self.required and (not card.is_control or all(
            source.startswith('extras.') for source in self.all_sources))

    def make(self, card):
        """The property as (JSON text, {column: cell}), or None if it is omitted."""
        if self.constant is not None:
            return self._given(self.constant)
        made, bad = self._from_card(card)
        if made is not None:
            return made
        if self.is_required(card) and (bad or self.default is None):
            raise PropertyError('invalid' if bad else 'missing', self.name)
        return self._given(self.default) if self.default is not None and not bad else None

    def _given(self, value):
        return value.compact(), {self.name: self._cell(value)}

    def _cell(self, value):
        if value.kind == 'array':
            return self.separator.join(item.text for item in value.items)
        return text_of(value)

    def _from_card(self, card):
        """The value of the card, and whether the card has an invalid one."""
        if self.first_of:
            return self._first_of(card)
        if self.join:
            return self._joined(card)
        value = next(filter(None, (_source(card, name) for name in self.sources)), None)
        if value is None:
            return None, False
        json, cell, bad = self._typed(value)
        return (None if json is None else (json, {self.name: cell})), bad

    def _first_of(self, card):
        for kind, sources in self.first_of:
            for source in sources:
                value = _source(card, source)
                if value is not None:
                    json, cell, bad = self._typed(value)
                    if bad:
                        return None, True
                    text = '{"kind":%s,"value":%s}' % (quoted(kind), json)
                    return (text, {self.name + '.kind': kind, self.name + '.value': cell}), False
        return None, False

    def _joined(self, card):
        parts = [(name, _source(card, name)) for name in self.join]
        present = [value for _, value in parts if value is not None]
        demanded_is_absent = any(
            name == self.demanded and value is None for name, value in parts)
        if not present or demanded_is_absent:
            return None, False
        if any(not value.is_scalar for value in present):
            return None, True
        raws = [value.raw[1:-1] if value.kind == 'string' else value.raw for value in present]
        json = '"' + json_tokens.escape(self.joiner).join(raws) + '"'
        return (json, {self.name: self.joiner.join(value.text for value in present)}), False

    def _typed(self, value):
        """JSON text, cell text and whether the value is invalid for the type."""
        if self.type == 'list':
            return self._list(value)
        if not value.is_scalar:
            return None, None, True
        text = value.text
        if self.type in ('number', 'integer'):
            return self._number(text.strip(WHITE_SPACE))
        if self.type == 'boolean':
            known = {'true': 'true', '1': 'true', 'false': 'false', '0': 'false'}.get(text)
            return known, known, known is None
        if self.type == 'url' and not is_url(text) or self.values and text not in self.values:
            return None, None, True
        return (value.raw if value.kind == 'string' else quoted(text)), text, False

    def _number(self, text):
        if not is_number(text) or self.type == 'integer' and not text.lstrip('-').isdigit():
            return None, None, True
        amount = exact(text)
        low = self.minimum is not None and amount < self.minimum
        high = self.maximum is not None and amount > self.maximum
        return (None, None, True) if low or high else (text, text, False)

    def _list(self, value):
        if value.kind == 'object':
            return None, None, True
        if value.kind == 'array':
            if any(item.kind != 'string' for item in value.items):
                return None, None, True
            parts = [item.text for item in value.items]
        else:
            parts = value.text.split(self.separator)
        parts = [part.strip(WHITE_SPACE) for part in parts]
        parts = [part for part in parts if part]
        if not parts:
            return None, None, False
        if self.values and any(part not in self.values for part in parts):
            return None, None, True
        json = '[' + ','.join(quoted(part) for part in parts) + ']'
        return json, self.separator.join(parts), False


def _source(card, name):
    """The value of a source. Only the extras of a control card are read."""
    if name.startswith('extras.'):
        return card.extra(name[len('extras.'):])
    if card.is_control:
        return None
    value = card.field(name, 0)
    if isinstance(value, (bool, Time)):
        return json_tokens.string_value(text_of(value))
    return value


def is_url(text):
    """A scheme, a colon and more, without whitespace or controls."""
    scheme, colon, rest = text.partition(':')
    if not colon or not rest or any(c <= ' ' or c == '\x7f' for c in text):
        return False
    if not (scheme[:1].isascii() and scheme[:1].isalpha()):
        return False
    return all(c.isascii() and (c.isalnum() or c in '+-.') for c in scheme)


def _texts(value):
    return [item.text for item in value.items]


def _classes(text, built_in):
    return [Class(key.text, value, built_in) for key, value
            in json_tokens.read_one(text).lookup['classes'].members]


def load(path=None):
    """The active registry in order: built-in classes, replaced or added to."""
    classes = {found.name: found for found in _classes(_BUILT_IN, True)}
    if path:
        with open(path, encoding='utf-8-sig') as file:
            classes.update((found.name, found) for found in _classes(file.read(), False))
    return classes


def extras_keys(classes, type_key):
    """The extras keys that the registry reads. The class type key is first."""
    keys = [type_key]
    for found in classes.values():
        for property in found.properties:
            keys += [source[len('extras.'):] for source in property.all_sources
                     if source.startswith('extras.')]
    return list(dict.fromkeys(keys))
