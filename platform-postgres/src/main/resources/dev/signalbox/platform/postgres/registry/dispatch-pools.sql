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
