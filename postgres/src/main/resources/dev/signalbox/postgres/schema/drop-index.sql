DROP INDEX {concurrently} IF EXISTS {schema}.{index}
