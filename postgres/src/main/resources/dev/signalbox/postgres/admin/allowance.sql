-- For the rest of the transaction: the table may be read from end to end, but not for long.
SELECT set_config('enable_seqscan', 'on', true),
       set_config('statement_timeout',
                  CASE WHEN CAST(s.setting AS bigint) BETWEEN 1 AND {limit} THEN s.setting ELSE '{limit}' END, true)
FROM pg_settings s
WHERE s.name = 'statement_timeout'
