-- Some of the rows in the last pages of the table, where most new rows are, spread evenly over their times. Reads these pages
-- only, by the places that rows can have in them. A partitioned table has no pages of its own, and gives no rows.
SELECT left(CAST(n.id AS text), 64) AS id,
       dense_rank() OVER (ORDER BY n.created) AS by_time,
       row_number() OVER (ORDER BY n.id) AS by_id
FROM (SELECT m.id, m.created
      FROM (SELECT t.{id} AS id, t.{created_at} AS created,
                   row_number() OVER (ORDER BY t.{created_at} DESC) AS age,
                   count(*) OVER () AS total
            FROM {table} t
            WHERE t.ctid = ANY (ARRAY(
                      SELECT CAST(format('(%s,%s)', p.page, i.item) AS tid)
                      FROM (SELECT pg_relation_size(to_regclass(:table))
                                   / CAST(current_setting('block_size') AS bigint) AS pages) s
                      CROSS JOIN generate_series(greatest(s.pages - 16, 0), s.pages - 1) AS p (page)
                      CROSS JOIN generate_series(1, 128) AS i (item)))
              AND t.{created_at} IS NOT NULL) m
      WHERE (m.age - 1) % greatest(m.total / {most}, 1) = 0
      ORDER BY m.age
      LIMIT {most}) n
ORDER BY by_time DESC, by_id DESC
