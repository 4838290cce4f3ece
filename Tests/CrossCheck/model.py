"""The canonical card: one set of fields for every shape."""

import base64
import binascii
import re

import json_tokens
import shapes
import times
from json_tokens import Value, WHITE_SPACE, is_number, quoted

FIELDS = shapes.CARD_FIELDS
BOOLEANS = ['open_url_in_webview', 'viewed', 'clicked', 'pinned', 'dismissible',
            'dismissed', 'removed', 'test']
TIMES = ['created', 'expires_at']
DERIVED = ['campaign_id', 'message_variation_id', 'expired', 'shape', 'payload_size',
           'path', 'line']
_TEXTS = ['title', 'description', 'image', 'image_alt', 'url', 'link_text', 'language']
_TRUE_TEXTS = ('true', '1')
_COMPOSITE = re.compile(r'(.+?)_\$_cc=')
_VARIATION = re.compile(r'&mv=([^&]*)')
_BARE_CAMPAIGN = re.compile(r'[0-9a-f-]{24,36}\Z')


class Card:
    """One card: its own bytes (raw), its shape and its canonical fields.

    fields maps a present field to a string Value, a number Value (the ratio),
    a bool or a Time; `extras` is an object Value.
    """

    __slots__ = ('raw', 'shape', 'fields', 'extras_lookup', 'type_key',
                 'outside_class_type', 'unknown_type', 'path', 'line', 'lookup', '_ids', '_links',
                 'was_sent')

    def __init__(self, value, raw, shape, type_key):
        self.raw = raw
        self.shape = shape
        self.path = None
        self.line = value.line
        self._ids = None
        self.was_sent = False
        self.unknown_type = False
        keys = shapes.KEYS[shape]
        found = self.lookup = value.lookup
        self.fields = fields = {}
        self._links = [link for link in (_text(_first(found, [key])) for key in keys.get('url', []))
                       if link]
        extras = _extras(_first(found, keys.get('extras')))
        self.extras_lookup = extras.lookup if extras else {}
        _put(fields, 'id', _text(_first(found, keys.get('id'))))
        fields['type'] = None  # reserves the position; it is derived from the others below
        _put(fields, 'class_type', self._class_type(found, type_key))
        for name in _TEXTS:
            _put(fields, name, _text(_first(found, keys.get(name))))
        _put(fields, 'image_aspect_ratio', _ratio(_first(found, keys.get('image_aspect_ratio'))))
        for name in BOOLEANS:
            said = _first(found, keys.get(name))
            # The API opens the web view unless a request says otherwise.
            fields[name] = (_boolean(said) or said is None and self.shape == 'rest'
                            and name == 'open_url_in_webview')
        self._read_times(found, keys)
        if extras:
            fields['extras'] = extras
        control = _first(found, keys.get('control'))
        fields['type'] = self._type(_first(found, keys.get('type')), control)

    def _class_type(self, found, type_key):
        self.type_key = type_key
        self.outside_class_type = None
        value = _text(_present(self.extras_lookup.get(type_key)))
        if value is None and self.shape == 'card':
            value = self.outside_class_type = _text(_present(found.get('class_type')))
        return value

    def _read_times(self, found, keys):
        milliseconds = self.shape == 'capacitor'
        for name in TIMES:
            time = times.from_value(_first(found, keys.get(name)), milliseconds)
            if time and not (name == 'expires_at' and time.seconds < 0):
                self.fields[name] = time

    def send(self, now):
        """Sets the expiry of a payload that states how long it lives after it is sent, now."""
        if self.shape != 'rest':
            return
        if self.was_sent:
            del self.fields['expires_at']
        for key in ('time_to_live', 'expire_after'):
            value = self.lookup.get(key)
            if 'expires_at' not in self.fields and value is not None and is_number(value.text):
                self.was_sent = True
                self.fields['expires_at'] = times.from_milliseconds(
                    int(now) * 1000 + int(times.exact(value.text) * 1000))

    def _type(self, stated, control):
        fields = self.fields
        image = 'image' in fields
        denied = control is not None and not _boolean(control)
        if control is not None and not denied:
            name = 'control'
        elif stated is not None and stated.is_scalar:
            name = shapes.type_named(self.shape, stated.text, image)
            if name is None:
                self.unknown_type = True
                return _text(stated)
        elif fields['removed']:
            return None
        else:
            name = self._type_by_content(image, denied)
        return name and json_tokens.string_value(name)

    def _type_by_content(self, image, denied):
        words = 'title' in self.fields or 'description' in self.fields
        if not image:
            if words:
                return 'classic'
            # Only these writers give no type to a control card.
            is_control = self.shape in ('cordova', 'abk', 'metadata') and not denied
            return 'control' if is_control else None
        if not words:
            return 'image_only'
        return 'captioned_image' if 'image_aspect_ratio' in self.fields else 'classic_image'

    @property
    def type(self):
        """The canonical name of the type; None for a removed card without one."""
        if self.unknown_type:
            return 'unknown'
        return self.fields['type'] and self.fields['type'].text

    @property
    def is_control(self):
        return self.type == 'control'

    @property
    def is_removed(self):
        return self.fields['removed']

    @property
    def class_name(self):
        """The class type for comparisons: ASCII-lowercased, or None."""
        value = self.fields.get('class_type')
        return lowercased(value.text) if value else None

    def extra(self, key):
        """A present extras value, or None. A class type next to the extras is one of them."""
        value = _present(self.extras_lookup.get(key))
        if value is None and key == self.type_key:
            return self.outside_class_type
        return value

    def is_expired(self, now):
        expires = self.fields.get('expires_at')
        return expires is not None and expires.seconds <= now

    def field(self, name, now):
        """A canonical or derived field's value: Value, bool, Time, int or None."""
        if name.startswith('extras.'):
            return self.extra(name[len('extras.'):])
        if name in ('campaign_id', 'message_variation_id'):
            return self.decoded_id()[name == 'message_variation_id']
        if name == 'expired':
            return self.is_expired(now)
        if name == 'shape':
            return json_tokens.string_value(self.shape)
        if name == 'payload_size':
            return Value('number', str(self.payload_size()))
        if name == 'path':
            return json_tokens.string_value(self.path)
        if name == 'line':
            return Value('number', str(self.line))
        return self.fields.get(name)

    def decoded_id(self):
        """Campaign id and message variation id, each a Value or None."""
        if self._ids is None:
            self._ids = _decoded_id(self.fields.get('id'))
        return self._ids

    def payload_size(self):
        texts = [self.fields[name].text for name in
                 ('title', 'description', 'image', 'link_text') if name in self.fields]
        # A REST card has a link per platform, and all of them contribute.
        texts += [link.text for link in (self._links if self.shape == 'rest' else self._links[:1])]
        extras = self.fields.get('extras')
        for name, value in extras.members if extras else []:
            texts.append(name.text)
            if value.is_scalar and value.kind != 'null':
                texts.append(value.text)
        return sum(len(text.encode('utf-8')) for text in texts)


def text_of(value):
    """The text of a field for cells and comparisons. None stays None."""
    if value is None:
        return None
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, times.Time):
        return value.spelling
    return value.text if value.is_scalar else value.compact()


def lowercased(text):
    return ''.join(chr(ord(c) + 32) if 'A' <= c <= 'Z' else c for c in text)


def _put(fields, name, value):
    if value is not None:
        fields[name] = value


def _present(value):
    return None if value is None or value.is_absent else value


def _first(found, keys):
    """The value of the first key that is present."""
    for key in keys or ():
        value = found.get(key)
        if value is not None and not value.is_absent:
            return value
    return None


def _text(value):
    """A string Value for a scalar: numbers and booleans as their text."""
    if value is None or not value.is_scalar:
        return None
    return value if value.kind == 'string' else Value('string', quoted(value.raw))


def _ratio(value):
    if value is None or value.kind not in ('number', 'string'):
        return None
    text = value.text.strip(WHITE_SPACE)
    return Value('number', text) if is_number(text) else None


def _boolean(value):
    if value is None:
        return False
    if value.kind == 'string' or value.kind == 'number':
        return value.text in _TRUE_TEXTS
    return value.kind == 'true'


def _extras(value):
    if value is not None and value.kind == 'string':
        value = json_tokens.read_one(value.text)
    return value if value is not None and value.kind == 'object' else None


def _decoded_id(value):
    if value is None:
        return None, None
    text = value.text
    try:
        decoded = base64.b64decode(text + '=' * (-len(text) % 4), validate=True).decode('utf-8')
    except (binascii.Error, ValueError):
        return None, None
    composite = _COMPOSITE.match(decoded)
    if composite:
        variation = _VARIATION.search(decoded)
        return (json_tokens.string_value(composite.group(1)),
                json_tokens.string_value(variation.group(1)) if variation else None)
    if _BARE_CAMPAIGN.match(decoded):
        return json_tokens.string_value(decoded), None
    return None, None
