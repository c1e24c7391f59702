-- One that was sent long ago and arrives only now must not give back what was acquired again since.
DELETE FROM signalbox.shards
 WHERE relay = :relay AND incarnation = :incarnation AND shard = ANY (:wanted)
   AND acquired_at <= :seen::timestamptz
