"""The ten shapes of a card: how each is recognized and read.

KEYS has, per shape, the key or keys (the first present one wins) of a canonical
field; a field that is not listed is not documented for that shape.
"""

import json_tokens

NAMES = ['card', 'web-storage', 'wire', 'abk', 'metadata', 'cordova',
         'react-native', 'capacitor', 'rest', 'web']

_WIRE = {
    'id': ['id'], 'type': ['tp'], 'title': ['tt'], 'description': ['ds'], 'image': ['i'],
    'image_aspect_ratio': ['ar'], 'image_alt': ['image_alt'], 'url': ['u'],
    'open_url_in_webview': ['uw'], 'link_text': ['dm'], 'language': ['language'],
    'created': ['ca'], 'expires_at': ['ea'], 'viewed': ['v'], 'clicked': ['cl'],
    'pinned': ['p'], 'dismissible': ['db'], 'dismissed': ['d'], 'removed': ['r'],
    'test': ['t'], 'extras': ['e'],
}
_REACT_NATIVE = {
    'id': ['id'], 'type': ['type'], 'title': ['title'], 'description': ['cardDescription'],
    'image': ['image'], 'image_aspect_ratio': ['imageAspectRatio'], 'url': ['url'],
    'open_url_in_webview': ['openURLInWebView'], 'link_text': ['domain'],
    'created': ['created'], 'expires_at': ['expiresAt'], 'viewed': ['viewed'],
    'clicked': ['clicked'], 'pinned': ['pinned'], 'dismissible': ['dismissible', 'dismissable'],
    'dismissed': ['dismissed'], 'control': ['isControl'], 'extras': ['extras'],
}
_WEB = {
    'id': ['id'], 'title': ['title'], 'description': ['description'], 'image': ['imageUrl'],
    'image_aspect_ratio': ['aspectRatio'], 'image_alt': ['altImageText'], 'url': ['url'],
    'link_text': ['linkText'], 'language': ['language'], 'created': ['updated', 'created'],
    'expires_at': ['expiresAt'], 'viewed': ['viewed'], 'clicked': ['clicked'],
    'pinned': ['pinned'], 'dismissible': ['dismissible', 'dismissable'],
    'dismissed': ['dismissed'], 'test': ['test'], 'control': ['isControl'], 'extras': ['extras'],
}
_METADATA = {
    'id': ['idString'], 'created': ['created'], 'dismissible': ['dismissible', 'dismissable'],
    'extras': ['extras'], 'image': ['image'], 'title': ['title'],
    'description': ['cardDescription'], 'url': ['urlString'],
}
_CAPACITOR = {
    field: keys for field, keys in _WEB.items() if field not in ('test', 'control')}
_CAPACITOR.update(type=['type'], created=['updated'], open_url_in_webview=['useWebView'])
CARD_FIELDS = [
    'id', 'type', 'class_type', 'title', 'description', 'image', 'image_aspect_ratio',
    'image_alt', 'url', 'open_url_in_webview', 'link_text', 'language', 'created',
    'expires_at', 'viewed', 'clicked', 'pinned', 'dismissible', 'dismissed', 'removed',
    'test', 'extras']

KEYS = {
    'card': dict({field: [field] for field in CARD_FIELDS},
                 dismissible=['dismissible', 'dismissable']),
    'web-storage': dict(_WIRE, created=['cr', 'ca'], test=['s'], language=['l', 'language'],
                        image_alt=['ia', 'image_alt']),
    'wire': _WIRE,
    'abk': dict(_METADATA, type=['type', 'class'], viewed=['viewed'], clicked=['clicked'],
                dismissed=['dismissed'], pinned=['pinned'], expires_at=['expiresAt'],
                test=['isTest'], open_url_in_webview=['openUrlInWebView'],
                image_aspect_ratio=['imageAspectRatio'], link_text=['domain'],
                control=['isControlCard']),
    'metadata': dict(_METADATA, expires_at=['expiresAt'], pinned=['pinned'], viewed=['viewed'],
                     clicked=['clicked'], test=['isTest'], control=['isControl'],
                     type=['contentCardType'], link_text=['linkText'],
                     open_url_in_webview=['openUrlInWebView'],
                     image_aspect_ratio=['imageAspectRatio'], image_alt=['imageAlt'],
                     language=['language'], dismissed=['dismissed'], removed=['removed']),
    'cordova': dict(_REACT_NATIVE, test=['isTest']),
    'react-native': _REACT_NATIVE,
    'capacitor': _CAPACITOR,
    'rest': {
        'type': ['type'], 'title': ['title'], 'description': ['description'],
        'pinned': ['pinned'], 'image': ['image_url'], 'expires_at': ['expire_at'],
        'url': ['ios_uri', 'android_uri', 'web_uri'], 'link_text': ['uri_text'],
        'open_url_in_webview': ['ios_use_webview', 'android_use_webview'],
        'extras': ['extra']},
    'web': _WEB,
}

_CLASSIC = 'classic by image'  # classic_image when the card has an image, else classic
_WIRE_TYPES = {
    'text_announcement': 'classic', 'short_news': _CLASSIC, 'classic': _CLASSIC,
    'captioned_image': 'captioned_image', 'banner_image': 'image_only', 'control': 'control'}
_REACT_NATIVE_TYPES = {
    'Classic': _CLASSIC, 'ImageOnly': 'image_only', 'Banner': 'image_only',
    'Captioned': 'captioned_image', 'Control': 'control'}
TYPES = {
    'card': {name: name for name in
             ('classic', 'classic_image', 'captioned_image', 'image_only', 'control')},
    'wire': _WIRE_TYPES, 'web-storage': _WIRE_TYPES,
    'react-native': _REACT_NATIVE_TYPES, 'cordova': _REACT_NATIVE_TYPES,
    'abk': {'ABKBannerContentCard': 'image_only', 'ABKClassicContentCard': _CLASSIC,
            'ABKCaptionedImageContentCard': 'captioned_image', 'ABKContentCard': 'control'},
    'capacitor': {'classic': _CLASSIC, 'captionedImage': 'captioned_image',
                  'imageOnly': 'image_only', 'control': 'control'},
    'rest': {'CLASSIC': _CLASSIC, 'CAPTIONED_IMAGE': 'captioned_image', 'BANNER': 'image_only'},
}
TYPES['metadata'] = TYPES['card']
_CAPACITOR_TYPES = set(TYPES['capacitor'])
_REST_TYPES = set(TYPES['rest'])
_CORDOVA_MARKS = ('openURLInWebView', 'cardDescription', 'dismissible', 'expiresAt')
_ABK_MARKS = ('viewed', 'clicked', 'isTest', 'openUrlInWebView')
_WEB_MARKS = ('imageUrl', 'linkText', 'updated', 'description')


def fitting(value, wanted):
    """The requested shape if it has at least half as many keys as the detected one."""
    own = detect(value)
    if wanted in (None, own):
        return own

    def shared(shape):
        return sum(key in value.lookup for field, keys in KEYS[shape].items()
                   for key in keys if field != 'id')
    return wanted if 2 * shared(wanted) >= max(shared(own) if own else 0, 1) else None


def detect(value):
    """The name of the first shape that an object fits, or None."""
    keys = value.lookup
    if 'tp' in keys:
        web = 'cr' in keys or _is_date(keys, 'ca') or _is_date(keys, 'ea')
        return 'web-storage' if web else 'wire'
    if 'id' in keys and not _is_own_form(keys) and (
            'cr' in keys or _is_date(keys, 'ca') or 'ca' not in keys and _is_date(keys, 'ea')):
        return 'web-storage'
    if _is_own_form(keys):
        return 'card'
    if 'id' in keys and ('ca' in keys or 'r' in keys):
        return 'wire'
    if 'idString' in keys:
        abk = ('isControlCard' in keys or 'openUrlInWebView' in keys
               or any(mark in keys for mark in _ABK_MARKS) and 'isControl' not in keys)
        return 'abk' if abk else 'metadata'
    if 'isControlCard' in keys or 'openUrlInWebView' in keys:
        return 'abk'
    if 'urlString' in keys:
        return 'metadata'
    if 'isTest' in keys and (keys['isTest'].kind in ('true', 'false') or any(
            key in keys for key in _CORDOVA_MARKS)):
        return 'cordova'
    if 'openURLInWebView' in keys or _has_value(keys, 'cardDescription'):
        return 'react-native'
    if not _is_news_feed(keys) and _is_bare_react_native(keys):
        return 'react-native'
    return _detect_by_type(keys)


def _has_value(keys, key):
    return key in keys and keys[key].kind in ('string', 'number', 'null')


def _is_bare_react_native(keys):
    """A React Native card without the keys that the SDK always writes."""
    if any(mark in keys for mark in _WEB_MARKS):
        return False
    created = keys.get('created')
    if 'id' in keys and created is not None and created.kind == 'number' and any(
            key in keys for key in ('isControl', 'expiresAt', 'imageAspectRatio', 'extras')):
        return True
    if 'id' not in keys and 'imageAspectRatio' not in keys:
        return False
    return _is_string(keys, 'type') and keys['type'].text in _REACT_NATIVE_TYPES


def _is_news_feed(keys):
    return ('use_webview' in keys
            or 'aspect_ratio' in keys and any(
                key in keys for key in ('domain', 'updated', 'viewed'))
            or 'categories' in keys and ('domain' in keys or 'expires_at' in keys))


def _detect_by_type(keys):
    type_name = keys['type'].text if _is_string(keys, 'type') else None
    updated = keys.get('updated')
    if type_name in _CAPACITOR_TYPES and (
            updated is not None and updated.kind == 'number' or 'useWebView' in keys):
        return 'capacitor'
    if type_name in _REST_TYPES and 'id' not in keys:
        return 'rest'
    if 'id' in keys and not _is_news_feed(keys) and any(
            _has_value(keys, mark) for mark in _WEB_MARKS):
        return 'web'
    if 'updated' in keys and 'isControl' in keys and not _is_news_feed(keys):
        return 'web'
    others = _WEB_MARKS + ('type', 'created', 'expires_at', 'removed')
    if 'id' in keys and 'extras' in keys and keys['extras'].kind == 'object' and not any(
            key in keys for key in others):
        return 'web'
    return None


def _is_own_form(keys):
    if 'idString' in keys:
        return False
    if 'open_url_in_webview' in keys:
        return True
    lifted = ('openURLInWebView', 'cardDescription', 'imageUrl', 'updated', 'linkText',
              'card_id')
    return ('class_type' in keys and any(key in keys for key in ('id', 'type', 'created'))
            and not any(key in keys for key in lifted))


def _is_date(keys, key):
    return _is_string(keys, key) and not json_tokens.is_number(keys[key].raw[1:-1])


def _is_string(keys, key):
    return key in keys and keys[key].kind == 'string'


def types_written(name):
    """The canonical types with this name in some shape, in any case."""
    own = {'classic': ('text_announcement', 'Classic', 'CLASSIC'),
           'classic_image': ('classic_image', 'short_news', 'Classic', 'CLASSIC'),
           'captioned_image': ('captioned_image', 'Captioned', 'captionedImage'),
           'image_only': ('image_only', 'banner_image', 'ImageOnly', 'imageOnly', 'BANNER'),
           'control': ('control',)}
    return {type for type, names in own.items()
            if name.lower() in (written.lower() for written in names)}


def types_read(name):
    """The canonical types for which some shape reads a name."""
    return {type for shape in NAMES for has_image in (False, True)
            for type in (type_named(shape, name, has_image),) if type}


def type_named(shape, name, has_image):
    """The canonical type of a shape's type value, or None."""
    table = TYPES.get(shape, {})
    found = table.get(name)
    if found is None:
        folded = name.lower()
        found = next((type for own, type in table.items() if own.lower() == folded), None)
    if found == _CLASSIC:
        return 'classic_image' if has_image else 'classic'
    return found
