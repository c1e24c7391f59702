-- Tried, not waited for: a session that waits holds up the building of an index, which would hold up that session.
SELECT pg_try_advisory_lock(hashtextextended('signalbox schema install', 0)) AS locked
