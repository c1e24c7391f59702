SELECT e.{position} AS position, {data} AS data
FROM {table} e
WHERE e.{position} = ANY (CAST(:positions AS bigint[]))
