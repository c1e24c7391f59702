-- What others have of a relay. One without a row in signalbox_nodes is fenced and owns nothing.
SELECT s.shard
  FROM signalbox_shards AS s
  JOIN signalbox_nodes AS n ON n.incarnation = s.incarnation
 WHERE s.relay = :relay AND s.incarnation <> :incarnation
