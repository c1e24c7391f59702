TRUNCATE TABLE {table}, {processed_events}
