"""The timed tasks in ClickHouse as a Python module: `chdb_cards.py TASK FILE`.

ClickHouse reads and computes on two threads; Python prints the result. Extracting values from lines
of text was its fastest way to read one or two fields of a card, and columns that of twelve.
"""

import sys

import chdb

SOURCE = "file('{file}', 'LineAsString', 'json String')"
FILTER = ('SELECT json FROM ' + SOURCE
          + " WHERE lower(JSONExtractString(json, 'e', 'class_type')) = 'coupon_code'")
CSV = """
SELECT
  id,
  multiIf(tp = 'text_announcement', 'classic', tp = 'short_news', if(i = '', 'classic',
    'classic_image'), tp = 'banner_image', 'image_only', tp) AS type,
  tupleElement(e, 'class_type') AS class_type, tt AS title, ds AS description, i AS image,
  u AS url, ca AS created, if(ea < 0, NULL, ea) AS expires_at, db AS dismissible, p AS pinned,
  tupleElement(e, 'discount_percentage') AS `extras.discount_percentage`
FROM file('{file}', 'JSONEachRow', 'id String, tp String, tt String, ds String, i String,
  u String, ca Int64, ea Nullable(Int64), db Bool, p Bool,
  e Tuple(class_type String, discount_percentage String)')
SETTINGS max_threads = 2, input_format_skip_unknown_fields = 1,
  input_format_null_as_default = 1, format_csv_null_representation = ''
"""
NEWEST = 'SELECT json FROM ' + SOURCE + " ORDER BY JSONExtractInt(json, 'ca') DESC"
THEN_ID = ", JSONExtractString(json, 'id')"
DISTINCT = "SELECT uniqExact(JSONExtractString(json, 'id')) FROM " + SOURCE
BY = """
SELECT concat('class_type ', if(class = '', '(none)', class), ' ', toString(count()))
FROM (SELECT lower(JSONExtractString(json, 'e', 'class_type')) AS class FROM """ + SOURCE + """)
GROUP BY class
"""
QUERIES = {
    'filter': FILTER, 'top': NEWEST + ' LIMIT 100', 'top-then-id': NEWEST + THEN_ID + ' LIMIT 100',
    'sort': NEWEST, 'sort-then-id': NEWEST + THEN_ID,
    'distinct': DISTINCT, 'by': BY,
}

file = sys.argv[2].replace("'", "\\'")
if sys.argv[1] == 'csv':
    answer = chdb.query(CSV.format(file=file), 'CSVWithNames')
else:
    query = QUERIES[sys.argv[1]].format(file=file)
    answer = chdb.query(query + ' SETTINGS max_threads = 2', 'TSVRaw')
sys.stdout.buffer.write(answer.bytes())
