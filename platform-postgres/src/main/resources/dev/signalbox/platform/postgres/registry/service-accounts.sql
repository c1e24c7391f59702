-- name: insert
INSERT INTO signalbox_platform.service_accounts (id, client, name, bearer_token, signing_secret, changed_in)
VALUES (:id, :client, :name, :bearer_token, :signing_secret, :version)

-- name: update
UPDATE signalbox_platform.service_accounts
   SET name = :name, bearer_token = coalesce(:bearer_token, bearer_token),
       signing_secret = coalesce(:signing_secret, signing_secret), changed_in = :version, updated_at = now()
 WHERE id = :id

-- name: leave
-- Deleted subscriptions don't count.
UPDATE signalbox_platform.subscriptions SET service_account = NULL WHERE service_account = :id AND deleted_at IS NOT NULL

-- name: delete
DELETE FROM signalbox_platform.service_accounts WHERE id = :id

-- name: find
SELECT a.* FROM signalbox_platform.service_accounts AS a WHERE a.id = :id

-- name: list
SELECT a.* FROM signalbox_platform.service_accounts AS a
 WHERE a.id < :below AND (:all OR a.client = :client)
 ORDER BY a.id DESC LIMIT :size OFFSET :offset

-- name: count
SELECT count(*) AS total
  FROM (SELECT 1 FROM signalbox_platform.service_accounts AS a
         WHERE a.id < :below AND (:all OR a.client = :client) LIMIT :most) AS found
