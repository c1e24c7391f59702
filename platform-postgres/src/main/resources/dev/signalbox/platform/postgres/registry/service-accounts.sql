-- name: insert
INSERT INTO signalbox_platform.service_accounts (id, client, name, bearer_token, signing_secret, changed_in)
VALUES (:id, :client, :name, :bearer_token, :signing_secret, :version)

-- name: update
UPDATE signalbox_platform.service_accounts
   SET name = coalesce(:name, name),
       bearer_token = CASE WHEN :token_given THEN :bearer_token ELSE bearer_token END,
       signing_secret = CASE WHEN :secret_given THEN :signing_secret ELSE signing_secret END,
       changed_in = :version, updated_at = now()
 WHERE id = :id

-- name: lock
SELECT x.* FROM signalbox_platform.service_accounts AS x WHERE x.id = :id FOR UPDATE

-- name: usage
-- Only what waits is looked at, however many jobs there were. The streams of direct jobs are below zero.
SELECT (SELECT count(*) FROM signalbox_platform.subscriptions AS s WHERE s.service_account = :id AND s.deleted_at IS NULL) AS subscriptions,
       (SELECT count(*)
          FROM (SELECT 1
                  FROM (SELECT q.job FROM signalbox_platform.queue AS q WHERE q.stream < 0
                         UNION ALL
                        SELECT d.job FROM signalbox_platform.deferred AS d WHERE d.stream < 0
                         UNION ALL
                        SELECT w.job FROM signalbox_platform.scheduled AS w) AS waiting
                  JOIN signalbox_platform.tasks AS t ON t.id = waiting.job
                 WHERE t.service_account = :id
                 LIMIT :most) AS found) AS jobs

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
