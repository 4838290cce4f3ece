"""The timed tasks in DuckDB, on two threads: `duckdb_cards.py TASK FILE`.

DuckDB reads, computes and prints; Python only passes the query.
"""

import sys

import duckdb

FILTER = r"""
COPY (
  SELECT json FROM read_ndjson_objects('{file}')
  WHERE lower(json ->> '$.e.class_type') = 'coupon_code'
) TO '/dev/stdout' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER e'\x01')
"""

WHERE = """
COPY (
  SELECT count(*) FROM read_ndjson('{file}', columns = {{tt: 'VARCHAR'}}) WHERE contains(tt, 'a')
) TO '/dev/stdout' (FORMAT csv, HEADER false)
"""

CSV = """
COPY (
  SELECT
    id,
    CASE tp
      WHEN 'text_announcement' THEN 'classic'
      WHEN 'short_news' THEN if(coalesce(i, '') = '', 'classic', 'classic_image')
      WHEN 'banner_image' THEN 'image_only'
      ELSE tp
    END AS type,
    e.class_type AS class_type, tt AS title, ds AS description, i AS image, u AS url,
    ca AS created, if(ea < 0, NULL, ea) AS expires_at, db AS dismissible, p AS pinned,
    e.discount_percentage AS "extras.discount_percentage"
  FROM read_json('{file}', format = 'newline_delimited', columns = {{
    id: 'VARCHAR', tp: 'VARCHAR', tt: 'VARCHAR', ds: 'VARCHAR', i: 'VARCHAR', u: 'VARCHAR',
    ca: 'BIGINT', ea: 'BIGINT', db: 'BOOLEAN', p: 'BOOLEAN',
    e: 'STRUCT(class_type VARCHAR, discount_percentage VARCHAR)'}})
) TO '/dev/stdout' (FORMAT csv, HEADER true)
"""

SORT = r"""
COPY (
  SELECT json FROM read_ndjson_objects('{file}')
  ORDER BY (json ->> '$.ca')::BIGINT DESC {rest}
) TO '/dev/stdout' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER e'\x01')
"""

THEN_ID = ", json ->> '$.id' "

DISTINCT = """
COPY (
  SELECT count(DISTINCT id) FROM read_ndjson('{file}', columns = {{id: 'VARCHAR'}})
) TO '/dev/stdout' (FORMAT csv, HEADER false)
"""

BY = """
COPY (
  SELECT 'class_type ' || coalesce(class, '(none)') || ' ' || count(*) FROM (
    SELECT lower(e.class_type) AS class
    FROM read_ndjson('{file}', columns = {{e: 'STRUCT(class_type VARCHAR)'}}))
  GROUP BY class
) TO '/dev/stdout' (FORMAT csv, HEADER false)
"""

SUMMARY = """
COPY (
  SELECT
    card_id, count(*) FILTER (event = 'impression' AND NOT coalesce(control, false)),
    count(DISTINCT coalesce('u' || user_id, 'd' || device_id, 'c' || card_id))
      FILTER (event = 'impression' AND NOT coalesce(control, false)),
    count(*) FILTER (event = 'impression' AND control), count(*) FILTER (event = 'click'),
    count(*) FILTER (event = 'dismissal')
  FROM read_ndjson('{file}', columns = {{
    card_id: 'VARCHAR', event: 'VARCHAR', control: 'BOOLEAN', user_id: 'VARCHAR',
    device_id: 'VARCHAR'}})
  GROUP BY card_id
) TO '/dev/stdout' (FORMAT csv, HEADER false)
"""

query = {
    'filter': FILTER, 'where': WHERE, 'csv': CSV, 'top': SORT.replace('{rest}', 'LIMIT 100'),
    'top-then-id': SORT.replace('{rest}', THEN_ID + 'LIMIT 100'),
    'sort': SORT.replace('{rest}', ''), 'sort-then-id': SORT.replace('{rest}', THEN_ID),
    'distinct': DISTINCT, 'by': BY, 'summary': SUMMARY,
}[sys.argv[1]]
database = duckdb.connect(config={'threads': 2})
database.execute(query.format(file=sys.argv[2].replace("'", "''")))
