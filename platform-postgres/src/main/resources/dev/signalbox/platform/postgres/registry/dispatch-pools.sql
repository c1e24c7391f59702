-- name: insert
INSERT INTO signalbox_platform.dispatch_pools (id, client, code, name, description, rate_limit, concurrency, status, changed_in)
VALUES (:id, :client, :code, :name, :description, :rate_limit, :concurrency, :status, :version)

-- name: update
UPDATE signalbox_platform.dispatch_pools
   SET name = :name, description = :description, rate_limit = :rate_limit, concurrency = :concurrency, status = :status,
       changed_in = :version, updated_at = now()
 WHERE id = :id

-- name: update-status
UPDATE signalbox_platform.dispatch_pools SET status = :status, changed_in = :version, updated_at = now() WHERE id = :id

-- name: lock
SELECT x.* FROM signalbox_platform.dispatch_pools AS x WHERE x.id = :id FOR UPDATE

-- name: usage
-- Only what waits is looked at, however many jobs there were. The streams of direct jobs are below zero.
SELECT (SELECT count(*) FROM signalbox_platform.subscriptions AS s WHERE s.dispatch_pool = :id AND s.deleted_at IS NULL) AS subscriptions,
       (SELECT count(*)
          FROM (SELECT 1
                  FROM (SELECT q.job FROM signalbox_platform.queue AS q WHERE q.stream < 0
                         UNION ALL
                        SELECT d.job FROM signalbox_platform.deferred AS d WHERE d.stream < 0
                         UNION ALL
                        SELECT w.job FROM signalbox_platform.scheduled AS w) AS waiting
                  JOIN signalbox_platform.tasks AS t ON t.id = waiting.job
                 WHERE t.dispatch_pool = :id
                 LIMIT :most) AS found) AS jobs

-- name: leave
-- Deleted subscriptions don't count.
UPDATE signalbox_platform.subscriptions SET dispatch_pool = NULL WHERE dispatch_pool = :id AND deleted_at IS NOT NULL

-- name: delete
DELETE FROM signalbox_platform.dispatch_pools WHERE id = :id

-- name: find
SELECT p.* FROM signalbox_platform.dispatch_pools AS p WHERE p.id = :id

-- name: list
SELECT p.* FROM signalbox_platform.dispatch_pools AS p
 WHERE p.id < :below AND (:all OR p.client = :client)
 ORDER BY p.id DESC LIMIT :size OFFSET :offset

-- name: count
SELECT count(*) AS total
  FROM (SELECT 1 FROM signalbox_platform.dispatch_pools AS p
         WHERE p.id < :below AND (:all OR p.client = :client) LIMIT :most) AS found
