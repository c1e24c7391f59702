WITH me AS (
    UPDATE signalbox.nodes SET expires_at = now() + :ttl * interval '1 millisecond'
     WHERE incarnation = :incarnation AND split_part(:incarnation, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    RETURNING incarnation, joined_at, relays, coordination
),
-- This snapshot does not include the update above, so our own row is excluded here and counts as live.
others AS MATERIALIZED (
    SELECT incarnation, joined_at, relays, coordination, expires_at
      FROM signalbox.nodes
     WHERE incarnation <> :incarnation AND expires_at > now()
)
SELECT pg_backend_pid() AS served_by,
       now()::text AS seen,
       wanted.relay,
       coalesce(owned.mine, 0) AS mine,
       coalesce(owned.taken, 0) AS taken,
       coalesce(owned.whole_mine, false) AS whole_mine,
       coalesce(owned.whole_taken, false) AS whole_taken,
       ranked.total,
       ranked.before_me,
       (extract(epoch FROM least(owned.next_end, ranked.next_end) - now()) * 1000)::bigint AS millis_to_next_end,
       coalesce(operated.paused_at IS NOT NULL, false) AS paused
  FROM me
  LEFT JOIN LATERAL unnest(me.relays) AS wanted (relay) ON true
  CROSS JOIN LATERAL (
      SELECT bit_or(1::bigint << s.shard) FILTER (WHERE s.shard >= 0 AND s.incarnation = me.incarnation) AS mine,
             bit_or(1::bigint << s.shard) FILTER (WHERE s.shard >= 0 AND o.incarnation IS NOT NULL) AS taken,
             bool_or(s.shard = -1 AND s.incarnation = me.incarnation) AS whole_mine,
             bool_or(s.shard = -1 AND o.incarnation IS NOT NULL) AS whole_taken,
             min(o.expires_at) AS next_end
        FROM signalbox.shards AS s
        LEFT JOIN others AS o ON o.incarnation = s.incarnation
       WHERE s.relay = wanted.relay
  ) AS owned
  CROSS JOIN LATERAL (
      -- Ranks nodes by age, so that a node that joins or leaves changes the rank of as few others as possible.
      SELECT count(*) AS total,
             count(*) FILTER (WHERE (o.joined_at, o.incarnation) < (me.joined_at, me.incarnation)) AS before_me,
             min(o.expires_at) AS next_end
        FROM others AS o
       WHERE wanted.relay = ANY (o.relays) AND o.coordination = me.coordination
  ) AS ranked
  LEFT JOIN signalbox.relays AS operated ON operated.relay = wanted.relay
