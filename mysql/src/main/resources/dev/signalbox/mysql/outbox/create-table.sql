-- Signalbox's own table. The application inserts message_group, type and payload, and optionally an id, and leaves the
-- other columns alone. Ids and groups are compared byte by byte.
CREATE TABLE IF NOT EXISTS {table} (
    position bigint NOT NULL AUTO_INCREMENT,
    id varchar(255) CHARACTER SET utf8mb4 COLLATE {exact} NOT NULL DEFAULT (uuid()),
    message_group varchar(255) CHARACTER SET utf8mb4 COLLATE {exact} NULL,
    type varchar(255) CHARACTER SET utf8mb4 COLLATE {exact} NOT NULL,
    payload longtext CHARACTER SET utf8mb4 COLLATE {exact} NOT NULL,
    headers json NULL,
    status enum ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED') CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'PENDING',
    attempts int NOT NULL DEFAULT 0,
    last_error text CHARACTER SET utf8mb4 COLLATE {exact} NULL,
    created_at timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    changed_at timestamp(6) NULL DEFAULT NULL,
    PRIMARY KEY (position),
    UNIQUE KEY {id_index} (id),
    KEY {claim_index} (status, message_group, position),
    CONSTRAINT {limits} CHECK (octet_length(headers) <= {headers_limit})
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC
