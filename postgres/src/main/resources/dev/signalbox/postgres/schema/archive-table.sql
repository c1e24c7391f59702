CREATE TABLE {archive} (LIKE {table}, PRIMARY KEY ({id}))
