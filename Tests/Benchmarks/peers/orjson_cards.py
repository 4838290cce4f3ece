"""The timed tasks in Python with orjson: `orjson_cards.py filter|csv|objects|parse FILE`.

The code of a careful script author. `objects` builds the same objects as `cardctl convert`
for the six built-in class types: same properties, same checks, same rules for control cards.
"""

import csv
import io
import re
import sys

from orjson import dumps, loads

COLUMNS = ('id,type,class_type,title,description,image,url,created,expires_at,dismissible,'
           'pinned,extras.discount_percentage').split(',')
TYPES = {'text_announcement': 'classic', 'banner_image': 'image_only'}
STYLES = {'primary', 'secondary', 'largerow', 'headline'}
NUMBER = re.compile(r'-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z').match
URL = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20\x7f]+\Z').match


def filtered(cards, write):
    for line in cards:
        if loads(line)['e'].get('class_type', '').lower() == 'coupon_code':
            write(line)


def parsed(cards, write):
    count = 0
    for line in cards:
        loads(line)
        count += 1
    write(b'%d\n' % count)


def type_of(card):
    kind = card['tp']
    if kind == 'short_news':
        return 'classic_image' if card.get('i') else 'classic'
    return TYPES.get(kind, kind)


def table(cards, write):
    text = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, 'w', closefd=False), 1 << 18),
                            encoding='utf-8', newline='')
    rows = csv.writer(text, lineterminator='\n')
    rows.writerow(COLUMNS)
    for line in cards:
        card = loads(line)
        get, extras, expires = card.get, card['e'], card['ea']
        rows.writerow((
            card['id'], type_of(card), extras.get('class_type'), get('tt'), get('ds'), get('i'),
            get('u'), card['ca'], expires if expires >= 0 else None,
            'true' if card['db'] else 'false', 'true' if card['p'] else 'false',
            extras.get('discount_percentage')))
    text.flush()


def url(text):
    return text if text and URL(text) else None


def number(text):
    if not text or not NUMBER(text.strip()):
        return None
    value = float(text)
    return int(value) if value.is_integer() else value


def coupon(card, extras):
    discount = number(extras.get('discount_percentage'))
    if discount is None or not 0 <= discount <= 100:
        raise ValueError('discount_percentage')
    return 'Coupon', {'discountPercentage': discount, 'imageUrl': url(card.get('i'))}


def tile(card, extras):
    title, image = extras.get('tile_title'), url(extras.get('tile_image'))
    if not title or not image:
        raise ValueError('tile_title, tile_image')
    tags = [tag.strip() for tag in extras.get('tile_tags', '').split(',')]
    return 'Tile', {
        'title': title, 'imageUrl': image, 'tileId': extras.get('tile_id'),
        'deeplink': extras.get('tile_deeplink'), 'price': number(extras.get('tile_price')),
        'detail': extras.get('tile_detail'), 'tags': [tag for tag in tags if tag]}


def group(card, extras):
    title, text, style = card.get('tt'), card.get('ds'), extras.get('group_style')
    if not text and card['tp'] != 'control':
        raise ValueError('description')
    return 'Group', {
        'title': '%s %s' % (title, text) if title and text else text,
        'imageUrl': url(card.get('i')), 'clickUrl': url(card.get('u')),
        'style': style if style in STYLES else None}


def full_page(card, extras):
    title = card.get('tt')
    return 'FullPageMessage', {
        'messageHeader': extras.get('message_header'),
        'messageTitle': extras.get('message_title') or title, 'imageUrl': url(card.get('i')),
        'cardTitle': title, 'cardDescription': card.get('ds'), 'destination': 'fullPage'}


def web_view(card, extras):
    content = None
    for kind, value in (('url', card.get('u') or extras.get('url')),
                        ('html', extras.get('html')),
                        ('contentBlock', extras.get('content_block_id'))):
        if value:
            content = {'kind': kind, 'value': value}
            break
    if content is None and card['tp'] != 'control':
        raise ValueError('content')
    return 'WebViewMessage', {
        'content': content, 'messageHeader': extras.get('message_header'),
        'messageTitle': extras.get('message_title') or card.get('tt'),
        'imageUrl': url(card.get('i')), 'cardDescription': card.get('ds'),
        'destination': 'webView'}


def banner(card, extras):
    return 'Ad', {'imageUrl': url(card.get('i'))}


MAKERS = {'coupon_code': coupon, 'home_tile': tile, 'group': group, 'ad_banner': banner,
          'message_full_page': full_page, 'message_webview': web_view}


def objects(cards, write):
    for line in cards:
        card = loads(line)
        extras = card['e']
        name = extras.get('class_type', '').lower()
        maker = MAKERS.get(name)
        if maker is None or card['r']:
            continue
        is_control = card['tp'] == 'control'
        kind, properties = maker({'tp': 'control'} if is_control else card, extras)
        data = {'contentCardId': card['id'], 'contentCardClassType': name,
                'createdAt': card['ca'], 'expiresAt': card['ea'], 'isDismissible': card['db'],
                'isPinned': card['p'], 'isControl': is_control, 'isViewed': card['v'],
                'isClicked': card['cl'], 'isTest': card['t']}
        if data['expiresAt'] < 0:
            del data['expiresAt']
        made = {'contentCardData': data, 'object': kind}
        for key, value in properties.items():
            if value is not None and value != '' and value != []:
                made[key] = value
        write(dumps(made) + b'\n')


def main():
    task = {'filter': filtered, 'csv': table, 'objects': objects, 'parse': parsed}[sys.argv[1]]
    with open(sys.argv[2], 'rb', buffering=1 << 18) as cards:
        task(cards, sys.stdout.buffer.write)


main()
