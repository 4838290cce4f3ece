"""The timed tasks in ClickHouse as a Python module: `chdb_cards.py TASK FILE`.

ClickHouse reads and computes on two threads; Python prints the result. Extracting values from lines
of text was its fastest way to read cards.
"""

import sys

import chdb

SOURCE = "file('{file}', 'LineAsString', 'json String')"
NEWEST = 'SELECT json FROM ' + SOURCE + " ORDER BY JSONExtractInt(json, 'ca') DESC"
THEN_ID = ", JSONExtractString(json, 'id')"
DISTINCT = "SELECT uniqExact(JSONExtractString(json, 'id')) FROM " + SOURCE
BY = """
SELECT concat('class_type ', if(class = '', '(none)', class), ' ', toString(count()))
FROM (SELECT lower(JSONExtractString(json, 'e', 'class_type')) AS class FROM """ + SOURCE + """)
GROUP BY class
"""
DUPLICATES = """
SELECT concat(toString(count()), ' campaigns with ', toString(sum(sent)), ' cards, of ',
  toString((SELECT count() FROM """ + SOURCE + """)), ' cards in all')
FROM (
  SELECT uniqExact(id) AS sent FROM (
    SELECT JSONExtractString(json, 'id') AS id FROM """ + SOURCE + """)
  GROUP BY splitByString('_$_', base64Decode(id))[1]
  HAVING sent > 1)
"""

QUERIES = {
    'top': NEWEST + ' LIMIT 100', 'top-then-id': NEWEST + THEN_ID + ' LIMIT 100',
    'sort': NEWEST, 'sort-then-id': NEWEST + THEN_ID,
    'distinct': DISTINCT, 'duplicates': DUPLICATES, 'by': BY,
}

query = QUERIES[sys.argv[1]].format(file=sys.argv[2].replace("'", "\\'"))
answer = chdb.query(query + ' SETTINGS max_threads = 2', 'TSVRaw')
sys.stdout.buffer.write(answer.bytes())
