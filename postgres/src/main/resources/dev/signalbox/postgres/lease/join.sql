INSERT INTO signalbox.nodes (incarnation, node, expires_at, relays, coordination)
VALUES (:incarnation, :node, now() + :ttl * interval '1 millisecond', :relays, :coordination)
ON CONFLICT (incarnation) DO UPDATE
   SET expires_at = excluded.expires_at, relays = excluded.relays, coordination = excluded.coordination
