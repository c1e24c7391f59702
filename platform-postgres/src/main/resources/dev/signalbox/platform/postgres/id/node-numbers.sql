-- name: renew
UPDATE signalbox_platform.node_numbers
   SET expires_at = clock_timestamp() + :valid * interval '1 millisecond'
 WHERE number = :number AND holder = :holder
RETURNING number, holder, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now

-- name: take
-- The lowest number that is free. If another node takes it at the same moment, no row is returned.
INSERT INTO signalbox_platform.node_numbers AS h (number, holder, expires_at)
SELECT n.number, CAST(gen_random_uuid() AS text), clock_timestamp() + :valid * interval '1 millisecond'
  FROM generate_series(0, :numbers - 1) AS n (number)
 WHERE NOT EXISTS (SELECT 1 FROM signalbox_platform.node_numbers AS t
                    WHERE t.number = n.number AND t.expires_at > clock_timestamp())
 ORDER BY n.number
 LIMIT 1
ON CONFLICT (number) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
 WHERE h.expires_at <= clock_timestamp()
RETURNING h.number, h.holder, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now
