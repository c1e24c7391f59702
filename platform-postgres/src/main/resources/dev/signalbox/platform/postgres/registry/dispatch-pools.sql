-- name: insert
INSERT INTO signalbox_platform.dispatch_pools (id, client, code, name, description, rate_limit, concurrency, changed_in)
VALUES (:id, :client, :code, :name, :description, :rate_limit, :concurrency, :version)

-- name: update
UPDATE signalbox_platform.dispatch_pools
   SET name = :name, description = :description, rate_limit = :rate_limit, concurrency = :concurrency, changed_in = :version,
       updated_at = now()
 WHERE id = :id

-- name: update-status
UPDATE signalbox_platform.dispatch_pools SET status = :status, changed_in = :version, updated_at = now() WHERE id = :id

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
