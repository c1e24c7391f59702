-- One that was sent long ago and arrives only now must not give back what was acquired again since.
DELETE FROM signalbox_shards
 WHERE relay = :relay AND incarnation = :incarnation AND shard IN (:wanted)
   AND acquired_at <= :seen
