-- name: one-snapshot
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY

-- name: version
SELECT r.settings_version FROM signalbox_platform.registry AS r

-- name: subscriptions
-- Since the beginning, deleted ones are of no interest.
SELECT s.id, s.client, s.code, s.target, s.mode, s.dispatch_pool, s.service_account, s.timeout_seconds, s.max_retries,
       s.sequence, s.data_only, s.max_age_seconds, s.status, s.custom_config, s.secret, s.previous_secret, s.previous_secret_until,
       s.deleted_at IS NOT NULL AS deleted
  FROM signalbox_platform.subscriptions AS s
 WHERE s.changed_in > :version AND (s.deleted_at IS NULL OR :version > 0)

-- name: pools
SELECT p.id, p.rate_limit, p.concurrency, p.status
  FROM signalbox_platform.dispatch_pools AS p
 WHERE p.changed_in > :version

-- name: accounts
SELECT a.id, a.bearer_token, a.signing_secret
  FROM signalbox_platform.service_accounts AS a
 WHERE a.changed_in > :version

-- name: totals
SELECT (SELECT count(*) FROM signalbox_platform.dispatch_pools) AS pools,
       (SELECT count(*) FROM signalbox_platform.service_accounts) AS accounts
