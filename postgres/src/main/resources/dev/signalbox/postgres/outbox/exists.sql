SELECT to_regclass(:quoted) IS NOT NULL AS there
