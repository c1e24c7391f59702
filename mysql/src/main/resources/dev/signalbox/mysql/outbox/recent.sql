-- Some of the rows at the end of an index, which is read backwards, spread evenly over their times.
SELECT left(CAST(r.id AS char), 64) AS id, r.by_time, r.by_id
FROM (SELECT n.id,
             DENSE_RANK() OVER (ORDER BY n.created) AS by_time,
             ROW_NUMBER() OVER (ORDER BY n.id) AS by_id
      FROM (SELECT m.id, m.created
            FROM (SELECT s.id, s.created,
                         ROW_NUMBER() OVER (ORDER BY s.created DESC) AS age,
                         COUNT(*) OVER () AS total
                  FROM (SELECT t.{id} AS id, t.{created_at} AS created
                        FROM {table} t FORCE INDEX ({index})
                        ORDER BY {backwards}
                        LIMIT 2000) s) m
            WHERE (m.age - 1) % greatest(m.total DIV {most}, 1) = 0
            ORDER BY m.age
            LIMIT {most}) n) r
ORDER BY r.by_time DESC, r.by_id DESC
