TRUNCATE TABLE {table}, {failed}
