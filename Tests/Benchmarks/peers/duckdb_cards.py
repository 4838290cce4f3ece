"""The timed tasks in DuckDB, on two threads: `duckdb_cards.py filter|csv FILE`.

DuckDB reads, computes and prints by itself; Python only hands it the query.
"""

import sys

import duckdb

FILTER = r"""
COPY (
  SELECT json FROM read_ndjson_objects('{file}')
  WHERE lower(json ->> '$.e.class_type') = 'coupon_code'
) TO '/dev/stdout' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER e'\x01')
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

query = {'filter': FILTER, 'csv': CSV}[sys.argv[1]]
database = duckdb.connect(config={'threads': 2})
database.execute(query.format(file=sys.argv[2].replace("'", "''")))
