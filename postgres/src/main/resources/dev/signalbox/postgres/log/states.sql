-- How the pairs stand, without a look at the log.
SELECT ARRAY(SELECT n.incarnation FROM signalbox.nodes n WHERE n.incarnation = ANY (CAST(:owners AS text[]))) AS live,
       p.topic, p.publisher, p.revision, p.position, d.last_position, CAST(d.status AS text) AS status,
       (p.topic, p.publisher) IN ({replayed}) AS replay
FROM (SELECT 1) AS always
LEFT JOIN signalbox.pairs p ON p.log = :log
LEFT JOIN {progress} d ON d.topic = p.topic AND d.publisher = p.publisher
