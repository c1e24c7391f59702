-- The state of the relays that a node wants, one row each. One row without a relay if it wants none, no row if it is
-- fenced.
SELECT CONNECTION_ID() AS served_by,
       CAST(UTC_TIMESTAMP(6) AS char(26)) AS seen,
       CAST(wanted.relay AS char CHARACTER SET utf8mb4) AS relay,
       coalesce(CAST(owned.mine AS signed), 0) AS mine,
       coalesce(CAST(owned.taken AS signed), 0) AS taken,
       coalesce(owned.whole_mine, 0) AS whole_mine,
       coalesce(owned.whole_taken, 0) AS whole_taken,
       coalesce(ranked.total, 0) AS total,
       coalesce(ranked.before_me, 0) AS before_me,
       TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6),
           least(coalesce(owned.next_end, ranked.next_end), coalesce(ranked.next_end, owned.next_end))) DIV 1000
           AS millis_to_next_end,
       operated.paused_at IS NOT NULL AS paused
  FROM signalbox_nodes AS me
  LEFT JOIN signalbox_candidates AS wanted ON wanted.incarnation = me.incarnation
  LEFT JOIN (
      SELECT s.relay,
             bit_or((s.shard >= 0 AND s.incarnation = :incarnation) << greatest(s.shard, 0)) AS mine,
             bit_or((s.shard >= 0 AND o.incarnation IS NOT NULL) << greatest(s.shard, 0)) AS taken,
             max(s.shard = -1 AND s.incarnation = :incarnation) AS whole_mine,
             max(s.shard = -1 AND o.incarnation IS NOT NULL) AS whole_taken,
             min(o.expires_at) AS next_end
        FROM signalbox_shards AS s
        LEFT JOIN (
            SELECT n.incarnation, l.expires_at
              FROM signalbox_nodes AS n
              JOIN signalbox_leases AS l ON l.incarnation = n.incarnation
             WHERE n.incarnation <> :incarnation AND l.expires_at > UTC_TIMESTAMP(6)
        ) AS o ON o.incarnation = s.incarnation
       GROUP BY s.relay
  ) AS owned ON owned.relay = wanted.relay
  LEFT JOIN (
      -- Ordered by age, so that a node that joins or leaves changes as few places of the others as possible.
      SELECT c.relay,
             count(*) AS total,
             sum(n.joined_at < mine.joined_at
                 OR (n.joined_at = mine.joined_at AND n.incarnation < mine.incarnation)) AS before_me,
             min(l.expires_at) AS next_end
        FROM signalbox_candidates AS c
        JOIN signalbox_nodes AS n ON n.incarnation = c.incarnation
        JOIN signalbox_leases AS l ON l.incarnation = c.incarnation
        JOIN signalbox_nodes AS mine ON mine.incarnation = :incarnation AND mine.coordination = n.coordination
       WHERE c.incarnation <> :incarnation AND l.expires_at > UTC_TIMESTAMP(6)
       GROUP BY c.relay
  ) AS ranked ON ranked.relay = wanted.relay
  LEFT JOIN signalbox_relays AS operated ON operated.relay = wanted.relay
 WHERE me.incarnation = :incarnation
