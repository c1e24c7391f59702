-- name: lock
SELECT x.* FROM signalbox_platform.{table} AS x WHERE x.id = :id FOR UPDATE

-- name: usage
-- Only what waits is looked at, however many jobs there were. The streams of direct jobs are below zero.
SELECT (SELECT count(*) FROM signalbox_platform.subscriptions AS s WHERE s.{reference} = :id AND s.deleted_at IS NULL) AS subscriptions,
       (SELECT count(*)
          FROM (SELECT 1
                  FROM (SELECT q.job FROM signalbox_platform.queue AS q WHERE q.stream < 0
                         UNION ALL
                        SELECT d.job FROM signalbox_platform.deferred AS d WHERE d.stream < 0
                         UNION ALL
                        SELECT w.job FROM signalbox_platform.scheduled AS w) AS waiting
                  JOIN signalbox_platform.tasks AS t ON t.id = waiting.job
                 WHERE t.{reference} = :id
                 LIMIT :most) AS found) AS jobs

-- name: leave
-- Deleted subscriptions don't count.
UPDATE signalbox_platform.subscriptions SET {reference} = NULL WHERE {reference} = :id AND deleted_at IS NOT NULL

-- name: delete
DELETE FROM signalbox_platform.{table} WHERE id = :id

-- name: find
SELECT x.* FROM signalbox_platform.{table} AS x WHERE x.id = :id

-- name: list
SELECT x.* FROM signalbox_platform.{table} AS x
 WHERE x.id < :below AND (:all OR x.client = :client)
 ORDER BY x.id DESC LIMIT :size OFFSET :offset

-- name: count
SELECT count(*) AS total
  FROM (SELECT 1 FROM signalbox_platform.{table} AS x
         WHERE x.id < :below AND (:all OR x.client = :client) LIMIT :most) AS found
