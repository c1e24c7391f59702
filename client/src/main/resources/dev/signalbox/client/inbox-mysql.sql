-- Ids are compared byte by byte: case and trailing blanks matter.
CREATE TABLE {table} (
    message_id varchar(255) CHARACTER SET utf8mb4 COLLATE {exact} NOT NULL,
    consumer_group varchar(255) CHARACTER SET utf8mb4 COLLATE {exact} NOT NULL,
    processed_at timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    PRIMARY KEY (consumer_group, message_id),
    KEY processed_at (processed_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC
