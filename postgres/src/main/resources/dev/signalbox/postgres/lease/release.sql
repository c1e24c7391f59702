DELETE FROM signalbox.shards WHERE relay = :relay AND incarnation = :incarnation AND shard = ANY (:wanted)
