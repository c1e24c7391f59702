package dev.signalbox.e2e;

import dev.signalbox.postgres.owntable.PostgresOwnTable;

/** What a failover test writes to, and how the program delivers it. */
enum FailoverTable {
    LOG(
            "shop/orders/api",
            """
            CREATE TABLE events (
                type VARCHAR(64) NOT NULL, tags TEXT[] NOT NULL, data JSON NOT NULL,
                transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), position BIGSERIAL PRIMARY KEY,
                occurred_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP);
            CREATE INDEX ON events (transaction_id, position)""",
            """
              logs:
                shop:
                  source: shop
                  poll: { interval: 100ms }
                  topics:
                    orders: { required-tags: g, publishers: api }
            """,
            "INSERT INTO events (type, tags, data) VALUES ('OrderPlaced', ARRAY['g=%1$s'], '%2$s')",
            """
            SELECT count(*) FROM events WHERE position > (SELECT position FROM signalbox.pairs)"""),
    OWN_TABLE(
            "orders",
            PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME),
            relay("{ layout: signalbox, table: signalbox_outbox }"),
            "INSERT INTO signalbox_outbox (message_group, type, payload) VALUES ('%1$s', 'OrderPlaced', '%2$s')",
            "SELECT count(*) FROM signalbox_outbox"),
    STATUS_OWN(
            "orders",
            FailoverTable.STATUS_DDL,
            relay("{ layout: flowcatalyst, table: orders, holding: own }"),
            FailoverTable.STATUS_INSERT,
            FailoverTable.STATUS_UNFINISHED),
    STATUS_MARK(
            "orders",
            FailoverTable.STATUS_DDL,
            relay("{ layout: flowcatalyst, table: orders, holding: mark }"),
            FailoverTable.STATUS_INSERT,
            FailoverTable.STATUS_UNFINISHED);

    /** Ids come from a sequence, so that a new primary assigns some of them again. */
    private static final String STATUS_DDL = """
            CREATE SEQUENCE order_ids;
            CREATE TABLE orders (
                id VARCHAR(13) PRIMARY KEY DEFAULT lpad(CAST(nextval('order_ids') AS text), 13, '0'),
                type VARCHAR(20) NOT NULL, message_group VARCHAR(255), payload TEXT NOT NULL,
                status VARCHAR(20) NOT NULL DEFAULT 'PENDING', retry_count INT NOT NULL DEFAULT 0,
                created_at TIMESTAMP NOT NULL DEFAULT (clock_timestamp() AT TIME ZONE 'UTC'),
                processed_at TIMESTAMP, error_message TEXT);
            CREATE INDEX ON orders (status, message_group, created_at)""";

    private static final String STATUS_INSERT =
            "INSERT INTO orders (type, message_group, payload) VALUES ('EVENT', '%1$s', '%2$s')";
    private static final String STATUS_UNFINISHED = "SELECT count(*) FROM orders WHERE status <> 'COMPLETED'";

    /** A relay's name, as its metrics have it. */
    final String relay;

    final String ddl;
    final String yaml;
    /** Inserts a message of the group %1$s with the payload %2$s. */
    final String insert;
    /** How many messages are not done. */
    final String unfinished;

    FailoverTable(String relay, String ddl, String yaml, String insert, String unfinished) {
        this.relay = relay;
        this.ddl = ddl;
        this.yaml = yaml;
        this.insert = insert;
        this.unfinished = unfinished;
    }

    /** So many are held while nothing is answered: a table gives out no more of a group that has messages in flight. */
    int heldAtOnce() {
        return this == LOG ? 60 : FailoverLoad.GROUPS;
    }

    private static String relay(String outbox) {
        return """
                  relays:
                    orders:
                      source: shop
                      sink: api
                      outbox: %s
                      poll: { interval: 100ms }
                """.formatted(outbox);
    }
}
