"""Writes cards: every shape's keys in its documented order, objects, cells."""

import model
import shapes
from json_tokens import compact, quoted
from model import text_of
from times import Time

_SAME = {name: name for name in ('classic', 'classic_image', 'captioned_image',
                                 'image_only', 'control')}
_WIRE_TYPES = dict(_SAME, classic='text_announcement', classic_image='short_news',
                   image_only='banner_image')
_CAMEL_TYPES = {'classic': 'Classic', 'classic_image': 'Classic', 'image_only': 'ImageOnly',
                'captioned_image': 'Captioned', 'control': 'Control'}
_CAPACITOR_TYPES = dict(_SAME, classic_image='classic', captioned_image='captionedImage',
                        image_only='imageOnly')
_REST_TYPES = {'classic': 'CLASSIC', 'classic_image': 'CLASSIC', 'image_only': 'BANNER',
               'captioned_image': 'CAPTIONED_IMAGE'}


def _optional(name):
    return lambda card, iso: _scalar(card.fields.get(name), iso)


def _scalar(value, iso=False):
    if value is None:
        return None
    if isinstance(value, bool):
        return text_of(value)
    if isinstance(value, Time):
        return _instant(value, zone=iso) if iso else value.spelling
    return value.compact()


def _instant(time, always_milliseconds=False, zone=None):
    return quoted(time.iso(always_milliseconds, zone)) if time.is_printable else None


def _seconds_or_never(card, iso):
    expires = card.fields.get('expires_at')
    return expires.spelling if expires else '-1'


def _dated(name):
    def encode(card, iso):
        time = card.fields.get(name)
        return time and _instant(time, True) or 'null'
    return encode


def _millis(name):
    def encode(card, iso):
        time = card.fields.get(name)
        return str(time.milliseconds) if time and time.is_printable else 'null'
    return encode


def _expire_at(card, iso):
    time = card.fields.get('expires_at')
    return _instant(time) if time else None


def _typed(table):
    def encode(card, iso):
        if card.unknown_type:
            return card.fields['type'].compact()
        name = table.get(card.type)
        return name and quoted(name)
    return encode


def _or(name, absent):
    """A string, or `absent` if there is no value."""
    return lambda card, iso: _scalar(card.fields.get(name)) or absent


def _needed(name):
    """A string that the REST API requires, except for an image alone."""
    def encode(card, iso):
        absent = None if card.type in ('image_only', 'control') else '""'
        return _scalar(card.fields.get(name)) or absent
    return encode


def _extras_if(card, iso=False):
    """The extras. A class type outside them replaces an empty one."""
    extras = card.fields.get('extras')
    if card.outside_class_type is None:
        return extras.compact() if extras else None
    pairs = ['%s:%s' % (key.compact(), value.compact())
             for key, value in (extras.members if extras else []) if key.text != card.type_key]
    pairs.append('%s:%s' % (quoted(card.type_key), card.outside_class_type.compact()))
    return '{' + ','.join(pairs) + '}'


def _extras(card, iso):
    return _extras_if(card) or '{}'


def _control(card, iso):
    return text_of(card.is_control)


def _table(text, **special):
    """Pairs of key and encoder from `key=field` words, in order."""
    pairs = []
    for word in text.split():
        key, _, field = word.partition('=')
        pairs.append((key, special.get(key.replace('-', '_')) or _optional(field or key)))
    return pairs


_WIRE_HEAD = 'id tp v=viewed cl=clicked p=pinned db=dismissible d=dismissed r=removed '
_WIRE_TAIL = (' tt ds i=image ar=image_aspect_ratio u '
              'uw=open_url_in_webview dm=link_text e ')
_CAMEL_HEAD = ('id created expiresAt viewed clicked pinned dismissed dismissible url '
               'openURLInWebView=open_url_in_webview isControl ')
_CAMEL_TAIL = (' extras type image imageAspectRatio=image_aspect_ratio title '
               'cardDescription=description domain=link_text')

SHAPES = {
    'card': _table(' '.join(model.FIELDS)),
    'wire': _table(_WIRE_HEAD + 't=test ca=created ea' + _WIRE_TAIL + 'language image_alt',
                   tp=_typed(_WIRE_TYPES), ea=_seconds_or_never, e=_extras,
                   tt=_or('title', '""'), ds=_or('description', '""'), u=_or('url', '""')),
    'web-storage': _table(_WIRE_HEAD + 's=test cr ca ea' + _WIRE_TAIL + 'l=language ia=image_alt',
                          tp=_typed(_WIRE_TYPES), ca=_dated('created'),
                          cr=_dated('created'), ea=_dated('expires_at'), e=_extras,
                          tt=_or('title', '""'), ds=_or('description', '""'),
                          u=_or('url', 'null')),
    'react-native': _table(_CAMEL_HEAD + _CAMEL_TAIL, expiresAt=_seconds_or_never,
                           url=_or('url', 'null'),
                           isControl=_control, extras=_extras, type=_typed(_CAMEL_TYPES)),
    'cordova': _table(
        _CAMEL_HEAD + 'isTest=test' + _CAMEL_TAIL, expiresAt=_seconds_or_never,
        url=_or('url', 'null'), isControl=_control, extras=_extras,
        type=_typed({name: own for name, own in _CAMEL_TYPES.items() if name != 'control'})),
    'abk': _table(
        'idString=id viewed clicked dismissed dismissible pinned created expiresAt extras '
        'isTest=test isControlCard urlString=url openUrlInWebView=open_url_in_webview image '
        'imageAspectRatio=image_aspect_ratio title cardDescription=description '
        'domain=link_text', expiresAt=_seconds_or_never, isControlCard=_control,
        extras=_extras_if),
    'metadata': _table(
        'idString=id created expiresAt=expires_at dismissible pinned viewed clicked '
        'isTest=test isControl extras image title cardDescription=description urlString=url',
        isControl=_control, extras=_extras_if),
    'web': _table(
        'id viewed clicked dismissed dismissible pinned isControl test title description '
        'imageUrl=image url linkText=link_text aspectRatio=image_aspect_ratio updated '
        'expiresAt extras language altImageText=image_alt', isControl=_control,
        url=_or('url', 'null'),
        updated=_dated('created'), expiresAt=_dated('expires_at'), extras=_extras),
    'capacitor': _table(
        'id viewed pinned extras type updated expiresAt clicked dismissed dismissible '
        'imageUrl=image url aspectRatio=image_aspect_ratio title description '
        'linkText=link_text language altImageText=image_alt useWebView=open_url_in_webview',
        extras=_extras, type=_typed(_CAPACITOR_TYPES), url=_or('url', 'null'), updated=_millis('created'),
        expiresAt=_millis('expires_at')),
    'rest': _table(
        'type title description pinned image_url=image expire_at ios_uri=url android_uri=url '
        'web_uri=url ios_use_webview=open_url_in_webview '
        'android_use_webview=open_url_in_webview uri_text=link_text extra',
        type=_typed(_REST_TYPES), expire_at=_expire_at, extra=_extras_if,
        title=_needed('title'), description=_needed('description')),
}
EXTRAS_KEYS = {'wire': 'e', 'web-storage': 'e', 'rest': 'extra'}


def shape_columns(shape, extras_keys):
    """The default columns of a shape: its keys, then the registry's extras."""
    own = EXTRAS_KEYS.get(shape, 'extras')
    return ([key for key, _ in SHAPES[shape] if key != own]
            + ['extras.' + key for key in extras_keys]
            + (['extras'] if shape == 'card' else []))


_CAN_SAY_REMOVED = ('card', 'wire', 'web-storage')


def can_say(card, shape):
    """Whether a reader of the shape would read the same card."""
    if card.is_removed and shape not in _CAN_SAY_REMOVED:
        return False
    if card.unknown_type:
        return (shape in _CAN_SAY_REMOVED
                and shapes.type_named(shape, card.fields['type'].text, False) is None)
    # These have a type always, and none for a control card in the case of REST.
    if shape in ('rest', 'capacitor') and card.type is None:
        return False
    return not (shape == 'rest' and card.is_control)


def is_kept(card, shape):
    """Whether a card stays unchanged: a REST card has more than the fields."""
    return shape == 'rest' and card.shape == 'rest'


def shape_json(card, shape, iso=False):
    if is_kept(card, shape):
        return compact(card.raw)
    members = []
    for key, encode in SHAPES[shape]:
        text = encode(card, iso)
        if text is not None:
            members.append('"%s":%s' % (key, text))
    return '{' + ','.join(members) + '}'


CONTENT_CARD_DATA = [
    ('contentCardId', 'id'), ('contentCardClassType', 'class_type'), ('createdAt', 'created'),
    ('expiresAt', 'expires_at'), ('isDismissible', 'dismissible'), ('isPinned', 'pinned'),
    ('isControl', None), ('isViewed', 'viewed'), ('isClicked', 'clicked'), ('isTest', 'test')]


def content_card_data(card, class_name, iso):
    """The object's first member: (name, JSON text) pairs of present values."""
    pairs = []
    for name, field in CONTENT_CARD_DATA:
        if name == 'contentCardClassType':
            text = quoted(class_name)
        elif name == 'isControl':
            text = text_of(card.is_control)
        else:
            text = _scalar(card.fields.get(field), iso)
        if text is not None:
            pairs.append((name, text))
    return pairs


def other_extras(card, columns):
    """The extras that have no column, as one object; empty if there are none."""
    extras = card.fields.get('extras')
    pairs = ['%s:%s' % (name.raw, value.compact()) for name, value in
             (extras.members if extras else []) if 'extras.' + name.text not in columns]
    return '{' + ','.join(pairs) + '}' if pairs else ''


def card_cell(card, column, now, iso):
    """The cell of a canonical, derived or extras column; absent is empty."""
    value = card.field(column, now)
    if iso and isinstance(value, Time):
        return value.iso(zone=iso) if value.is_printable else ''
    return text_of(value) if value is not None else ''
