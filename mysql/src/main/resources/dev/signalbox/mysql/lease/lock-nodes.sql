-- An owner that is writing holds its row. It is passed over rather than waited for, so that no two takeovers ever
-- wait for each other.
SELECT incarnation
  FROM signalbox_nodes
 WHERE incarnation IN (:over)
   FOR UPDATE SKIP LOCKED
