SELECT CAST(UTC_TIMESTAMP(6) AS char) AS moment, 0 AS suspects, 0 AS failures
