"""The command lines that crosscheck.py compares."""

import os
import random

from generate import FRAMINGS
from shapes import NAMES

AT = ['--at', '2025-11-24T16:00:00Z']
BENCHMARK_COLUMNS = ('id,type,class_type,title,description,image,url,created,expires_at,'
                     'dismissible,pinned,extras.discount_percentage')
DERIVED_COLUMNS = ('id,campaign_id,message_variation_id,expired,shape,payload_size,path,line,'
                   'extras.slot.name,language,image_alt,image_aspect_ratio')

SELECTORS = [
    '--class-type coupon_code', '--class-type HOME_TILE --class-type Group', '--class-type none',
    '--class-type unknown_class', '--class-type none --class-type ad_banner',
    '--type classic', '--type image_only --type control', '--type captioned_image --pinned',
    '--type classic_image', '--type Banner', '--type CLASSIC', '--type short_news --type control',
    '--type captionedImage', '--type unknown', '--type ABKClassicContentCard', '--type video',
    '--id @ids.txt', '--id @empty.ndjson', '--id 12345 --id @ids.txt --ids', '--id plain-id', '--id 12345 --id idA', '--id nothing-has-this',
    '--extra order', '--extra feed_type=home', '--extra feed_type=home --extra feed_type=Offers',
    '--extra order=2 --extra feed_type', '--extra slot.name', '--extra order=-3.5',
    '--pinned', '--no-pinned', '--dismissible', '--no-dismissible --viewed', '--viewed',
    '--no-viewed', '--clicked', '--no-clicked', '--dismissed', '--no-dismissed', '--control',
    '--no-control', '--test', '--no-test', '--active', '--shown', '--shown --control', '--expired', '--active --class-type group',
    '--created-after 2025-11-20', '--created-after 7d', '--created-before 1w',
    '--created-before 2025-11-20T10:00:00+02:00', '--created-after=-36h',
    '--created-after 1763500000 --created-before 1764000000', '--created-after 1763500000000',
    '--created-after yesterday', '--created-before today', '--created-before=+1d12h',
    '--created-after 2d6h30m', '--created-after 2026', '--created-after 20251120',
    '--created-before never', '--expires-before never', '--expires-after never',
    '--expires-after tomorrow', '--expires-before=-1', '--expires-after 0', '--expires-before now', '--expires-after 2025-12-01',
    '--expires-after 10d', '--expires-before 10d', '--expires-before 2025-11-24T16:00Z',
    '--expires-after=-7d --expires-before=+7d', '-v --class-type coupon_code',
    '--invert-match --active', '-v', '--count', '-c --class-type group', '-c -v --expired',
    '-e --id nothing-has-this', '-e --class-type group -c', '--unique', '--unique --ids',
    '--unique --class-type group', '--ids', '--ids --class-type coupon_code', '--to json',
    '--to json --id nothing-has-this', '--to json --class-type none', '--limit 17',
    '--limit 5 --class-type group', '--limit 3 --to json', '--limit 9 -c',
    '--sort created', '--sort created:desc', '--sort title', '--sort title:desc --sort id',
    '--sort extras.order', '--sort extras.order:desc', '--sort feed', '--sort expires_at:desc',
    '--sort type --sort pinned:desc --sort created', '--sort image_aspect_ratio',
    '--sort payload_size:desc --limit 20', '--sort line:desc --limit 9', '--sort path --sort id', '--sort feed --limit 10 --ids',
    '--tz +05:45 --created-after 2025-11-20', '--tz America/New_York --created-before today',
    '--tz Europe/Berlin --expires-after tomorrow', '--tz Asia/Kathmandu --expires-before 2025-12-01T10:00',
    '--type-key feed_type --class-type home', '--type-key feed_type --class-type none -c',
]

WHERES = [
    'title', 'extras.order', 'pinned', 'expired', 'expires_at', 'created', 'class_type', 'campaign_id',
    'title = Two flat whites', 'title="Café crème"', "title != 'Two flat whites'", 'title ^= A',
    'title $= here', 'title *= é', 'title ~= CAFÉ', 'title ~= two FLAT', 'extras.tile_title ~= TRUE',
    'class_type ~= _Code', 'id ~= CMP', 'pinned ~= true', 'title*=😀', 'title *= "�"', 'title < M', 'title >= a', 'title = 10.0',
    'description = 1e2', 'description *= ,', 'class_type = coupon_code', 'class_type != coupon_code',
    'type = classic_image', 'type != control', 'type ^= class', 'image $= .png', 'url = ""',
    'url ^= https:', 'link_text = "=SUM(A1)"', 'language = en', 'image_alt != x',
    'image_aspect_ratio = 1', 'image_aspect_ratio > 1.3', 'image_aspect_ratio <= 0',
    'image_aspect_ratio >= 123456789012345678901234567890', 'image_aspect_ratio ^= 1',
    'image_aspect_ratio = 1.5x', 'class_type = COUPON_code', 'class_type ^= HOME', 'class_type *= E_',
    'class_type > Home_tile', 'class_type <= 5', 'type = Banner', 'type != Classic', 'type = CLASSIC',
    'type = short_news', 'type = captionedimage', 'type = unknown', 'type = video', 'type < image_only',
    'type = control or type = classic', 'pinned = true and viewed = false', 'pinned = TRUE',
    'pinned = 1', 'viewed > false', 'shape = Wire', 'shape = wires', 'shape < web', 'title > 5',
    'title <= 10', 'title != 5', 'description >= 0', 'extras.discount_percentage >= 20%',
    'payload_size > 2KB', 'payload_size *= 2', 'path = some.ndjson', 'path $= .json', 'line > 100',
    'line <= 3', 'line = x', 'line',
    'extras.order < 2', 'extras.order = 2.0', 'extras.order != 1', 'extras.order > x',
    'extras.discount_percentage >= 12.5', 'extras.discount_percentage = 10',
    'extras.discount_percentage < 20', 'extras.discount_percentage *= %',
    'extras.discount_percentage > 100', 'extras.discount_percentage = 0',
    'extras.discount_percentage <= -1', 'extras.slot.name = "a=b"', 'extras.slot.name *= a, b',
    'extras.tile_tags = ["a"," b ",""]', 'extras.tile_tags ^= [', 'extras.tile_title = true',
    'extras.absent != x', 'extras.absent = x', 'pinned = true', 'pinned != true', 'viewed = false',
    'removed', 'dismissed = true', 'test != false', 'open_url_in_webview', 'expired = true',
    'title = A "quoted" word|Two flat whites', 'title != A|Two flat whites|"a|b"', 'title == "a|b"',
    'type = classic|control', 'type != Banner | captioned_image', 'shape = web|wire', '!title', '! expired',
    '!pinned', '!expires_at', '!extras.order', 'pinned = true|false', 'title = a|', 'title != |a',
    'extras.order = 1|"2"', 'extras.order != 2 | 1', 'extras.discount_percentage = 10.0|"12.5"|x',
    'class_type = COUPON_CODE|home_tile|', 'class_type = COUPON_CODE|home_tile', 'title ^= A|T', '!titel',
    'expires_at = never', 'expires_at != never', 'created = 0|1763900000', 'image_aspect_ratio = 1|1.0|2',
    'shape = web', 'shape ^= w', 'payload_size > 400', 'payload_size <= 120',
    'created > 2025-11-20', 'created >= 7d', 'created < 1763900000', 'created != 0', 'created = 0',
    'created <= 2025-11-01T00:00:00Z', 'created ^= 176', 'created = abc', 'created *= .25',
    'created > yesterday', 'created < today', 'created > tomorrow', 'created < now', 'created >= 1d12h',
    'created < 1763900000000', 'created = never', 'created > 11/20/2025', 'created > 2026',
    'created >= 1763900000.5', 'expires_at = never', 'expires_at != never', 'expires_at < never',
    'expires_at >= -1', 'expires_at <= Never', 'expires_at > never', 'expires_at < tomorrow',
    'expires_at > 1w2d',
    'expires_at > 5d', 'expires_at >= 2025-12-24', 'expires_at < 2025-11-24', 'expires_at <= -3d',
    'expires_at = 0', 'expires_at != 2025-12-01', 'expires_at $= 7', 'expires_at > zebra',
    'message_variation_id ^= a', 'campaign_id < 8', 'campaign_id = 65705a3e420133004b30fc7c',
    'id *= cmp', 'id = 12345', 'id = 12345.0',
]

CONVERTS = [
    '', '--class-type coupon_code', '--class-type GROUP --class-type message_webview',
    '--time iso', '--to json', '--to csv', '--to tsv', '--to csv --no-header',
    '--to csv --csv-safe', '--to tsv --csv-safe', '--to csv --class-type home_tile',
    '--to csv --class-type message_webview --class-type coupon_code', '--to csv --time iso',
    '--to csv --columns contentCardData.contentCardId,object,tags,content.kind,card.title,card.type',
    '--to tsv --columns object,card.payload_size,card.extras.order --class-type group',
    '--limit 11', '--limit 4 --to json', '--sort created:desc --limit 30', '--sort feed',
    '--sort extras.discount_percentage --class-type coupon_code', '--type-key feed_type',
    '--as card --to csv', '--as card --to csv --delimiter ;', '--as card --to csv --delimiter tab',
    '--to csv --delimiter |', '--as wire --to csv --delimiter \\t --csv-safe',
    '--to csv --delimiter ;;', '--to csv --delimiter x', '--to tsv --delimiter ;', '--delimiter ;',
    '--as card --to tsv', '--as card --to csv --csv-safe --time iso',
    '--as card --to csv --columns ' + BENCHMARK_COLUMNS, '--as card --time iso',
    '--as card --to tsv --columns ' + DERIVED_COLUMNS, '--as card --to json --limit 7',
    '--as card --class-type ad_banner', '--as card --sort id', '--as card --sort title:desc --limit 40',
    '--as wire --to csv', '--as rest --to tsv', '--as web --to csv --no-header',
    '--as metadata --class-type message_full_page', '--as card --type-key feed_type --to csv',
    '--time iso --tz Europe/Berlin', '--as card --to csv --time iso --tz=-03:30', '--as rest --tz +02:00',
    '--active --extra order', '--as card --where pinned --created-after 2025-11-20 --tz +09:00',
    '-v --shown --sort feed', '--class-type group --type classic --no-viewed --limit 3',
    '--to csv --sort title --no-header', '--class-type nonsense', '--as card --to csv --columns nonsense',
]


def command_lines(fixtures):
    """(arguments, name of the standard input or None) of every comparison."""
    yield from _filters()
    yield from _converts(os.path.join(fixtures, 'registry.json'))
    yield from _inputs()
    yield from _fixtures(fixtures)


def _random_selections(count, seed=19):
    """Several selectors and conditions at once, which must all match."""
    numbers = random.Random(seed)
    other = ('--ids', '--to', '--limit', '--sort', '--unique', '--count', '--type-key', '@', '-c ', '-e ')
    selectors = [text for text in SELECTORS if not any(word in text for word in other)]
    for _ in range(count):
        arguments = []
        for text in numbers.sample(selectors, numbers.randrange(0, 4)):
            arguments += text.split()
        for text in numbers.sample(WHERES, numbers.randrange(0, 3)):
            arguments += ['--where', text]
        if numbers.random() < 0.3:
            arguments.append('--invert-match')
        yield ['filter'] + AT + arguments + ['some.ndjson'], None


def _filters():
    yield from _random_selections(80)
    for text in SELECTORS:
        yield ['filter'] + AT + text.split() + ['some.ndjson'], None
    for text in WHERES:
        yield ['filter'] + AT + ['--where', text, '--ids', 'some.ndjson'], None
    for pair in (('title ^= A', 'pinned'), ('extras.order > 1', 'created > 7d'),
                 ('type = control', 'extras.class_type *= tile')):
        yield ['filter'] + AT + ['--where', pair[0], '--where', pair[1], 'clean.ndjson'], None
    for text in ('--class-type coupon_code', '--active --unique --no-control', '-v --pinned'):
        yield ['filter'] + AT + text.split() + ['all.ndjson'], None
    yield ['filter', '-e', '--id', 'nothing-has-this', 'clean.ndjson'], None
    yield ['filter', '-e', '-c', 'clean.ndjson'], None
    yield ['filter', '--where', 'titel = x', 'clean.ndjson'], None
    yield ['filter', '--sort', 'titel', 'clean.ndjson'], None
    yield ['filter', '--created-after', 'soon', 'clean.ndjson'], None


def _converts(registry):
    for text in CONVERTS:
        yield ['convert'] + AT + text.split() + ['some.ndjson'], None
    for shape in NAMES:
        yield ['convert'] + AT + ['--as', shape, 'all.ndjson'], None
        yield ['convert'] + AT + ['--shape', shape, '--as', 'card', 'clean.ndjson'], None
    own = ['--classes', registry]
    for text in ('', '--class-type loyalty_card', '--to csv', '--as card --to csv',
                 '--class-type Store_Event --to csv', '--time iso --to json'):
        yield ['convert'] + AT + own + text.split() + ['some.ndjson'], None
    yield ['filter'] + own + ['--class-type', 'none', '--ids', 'some.ndjson'], None
    yield ['convert'] + AT + ['all.ndjson'], None
    yield ['convert'] + AT + ['--to', 'csv', 'all.ndjson'], None


def _inputs():
    for framing in FRAMINGS:
        yield ['convert'] + AT + ['framed.' + framing], None
        yield ['convert'] + AT + ['--as', 'card', 'framed.' + framing], None
        yield ['convert'] + AT + ['--as', 'card', '--to', 'csv', '--columns', 'line,path,id',
               'framed.' + framing], None
        yield ['filter', '--no-pinned', 'framed.' + framing], None
    yield ['convert'] + AT, 'some.ndjson'
    yield ['filter', '--class-type', 'group', '-'], 'framed.envelope'
    yield ['filter', '--unique', '--ids', 'some.ndjson', '-', 'framed.array'], 'clean.ndjson'
    yield ['convert'] + AT + ['--as', 'card', '--to', 'csv', '--columns', 'id,path,line', 'some.ndjson', '-',
           'bom.ndjson'], 'framed.pretty'
    yield ['filter', '--where', 'line > 20', '--ids', 'framed.pretty'], None
    yield ['convert'] + AT + ['--as', 'card', '--to', 'csv', '--columns', 'line', 'all.ndjson'], None
    yield ['convert'] + AT + ['--limit', '30', 'bom.ndjson', 'framed.pretty'], None
    for name in ('bom.ndjson', 'empty.ndjson', 'failed-first.json', 'failed-last.json'):
        yield ['convert'] + AT + ['--as', 'card', name], None
        yield ['filter', '--to', 'json', name], None


def _fixtures(folder):
    paths = ['feed.json', 'feed-with-mistakes.json']
    for inner in ('shapes', 'envelopes'):
        paths += sorted(os.path.join(inner, name) for name in os.listdir(
            os.path.join(folder, inner)))
    for path in (os.path.join(folder, path) for path in paths):
        yield ['convert'] + AT + [path], None
        yield ['convert'] + AT + ['--as', 'card', '--to', 'json', path], None
        yield ['filter', '--no-viewed', path], None
