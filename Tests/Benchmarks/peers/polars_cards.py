"""The timed CSV in polars, on two threads: `polars_cards.py csv FILE`.

There is no filter: polars does not keep the bytes of a JSON line.
"""

import os
import sys

os.environ['POLARS_MAX_THREADS'] = '2'
import polars as pl  # noqa: E402  (reads the variable when imported)

TEXT, WHOLE, TRUTH = pl.String, pl.Int64, pl.Boolean
SCHEMA = {'id': TEXT, 'tp': TEXT, 'tt': TEXT, 'ds': TEXT, 'i': TEXT, 'u': TEXT, 'ca': WHOLE,
          'ea': WHOLE, 'db': TRUTH, 'p': TRUTH,
          'e': pl.Struct({'class_type': TEXT, 'discount_percentage': TEXT})}


def main():
    column = pl.col
    kind, image, extras = column('tp'), column('i'), column('e').struct
    has_image = image.is_not_null() & (image != '')
    cards = pl.scan_ndjson(sys.argv[2], schema=SCHEMA).select(
        'id',
        pl.when(kind == 'text_announcement').then(pl.lit('classic'))
        .when((kind == 'short_news') & has_image).then(pl.lit('classic_image'))
        .when(kind == 'short_news').then(pl.lit('classic'))
        .when(kind == 'banner_image').then(pl.lit('image_only'))
        .otherwise(kind).alias('type'),
        extras.field('class_type'), column('tt').alias('title'), column('ds').alias('description'),
        column('i').alias('image'), column('u').alias('url'), column('ca').alias('created'),
        pl.when(column('ea') >= 0).then(column('ea')).alias('expires_at'),
        column('db').alias('dismissible'), column('p').alias('pinned'),
        extras.field('discount_percentage').alias('extras.discount_percentage'))
    cards.sink_csv(sys.stdout.buffer)


main()
