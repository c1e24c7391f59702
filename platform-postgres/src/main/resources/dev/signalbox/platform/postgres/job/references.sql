-- name: of-job
SELECT t.dispatch_pool, t.service_account FROM signalbox_platform.tasks AS t WHERE t.id = :id

-- name: hold-pools
SELECT p.id FROM signalbox_platform.dispatch_pools AS p WHERE p.id = ANY (:ids) ORDER BY p.id FOR KEY SHARE

-- name: hold-accounts
SELECT a.id FROM signalbox_platform.service_accounts AS a WHERE a.id = ANY (:ids) ORDER BY a.id FOR KEY SHARE
