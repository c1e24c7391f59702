package dev.signalbox.e2e;

import java.util.List;
import java.util.stream.LongStream;

/** The tables of an application with Crablet, in the database of an outbox; the program's role has the rights it needs. */
final class CrabletTables {
    /** The tag of every order, with one of a few values. */
    static final String TAG = "order_id";

    private static final int ORDERS = 5;

    private final PostgresTestDatabase postgresTestDatabase;

    CrabletTables(PostgresTestDatabase postgresTestDatabase) {
        this.postgresTestDatabase = postgresTestDatabase;
        postgresTestDatabase.execute("""
                CREATE TABLE events (
                    type VARCHAR(64) NOT NULL,
                    tags TEXT[] NOT NULL,
                    data JSON NOT NULL,
                    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
                    position BIGSERIAL NOT NULL PRIMARY KEY,
                    occurred_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT CURRENT_TIMESTAMP
                );
                CREATE INDEX ON events (transaction_id, position);
                CREATE TABLE outbox_topic_progress (
                    topic VARCHAR(100) NOT NULL,
                    publisher VARCHAR(100) NOT NULL,
                    last_position BIGINT NOT NULL DEFAULT 0,
                    last_published_at TIMESTAMP WITH TIME ZONE,
                    status VARCHAR(20) NOT NULL DEFAULT 'ACTIVE',
                    error_count INT NOT NULL DEFAULT 0,
                    last_error TEXT,
                    leader_instance VARCHAR(255),
                    leader_since TIMESTAMP WITH TIME ZONE,
                    leader_heartbeat TIMESTAMP WITH TIME ZONE,
                    PRIMARY KEY (topic, publisher)
                );
                """);
        postgresTestDatabase.execute("GRANT SELECT ON events TO " + postgresTestDatabase.role());
        postgresTestDatabase.execute(
                "GRANT SELECT, INSERT, UPDATE ON outbox_topic_progress TO " + postgresTestDatabase.role());
    }

    /** Commits this many events in one transaction and returns their positions. Each event's number is its position. */
    List<Long> append(int count) {
        return append(count, TAG);
    }

    /** The same with another tag. */
    List<Long> append(int count, String tag) {
        return postgresTestDatabase.rows("""
                        INSERT INTO events (type, tags, data, position)
                        SELECT 'OrderPlaced', ARRAY['%1$s=' || p %% %2$d], %3$s, p
                        FROM (SELECT nextval('events_position_seq') AS p FROM generate_series(1, %4$d)) AS taken
                        RETURNING position
                        """.formatted(tag, ORDERS, data("p"), count)).stream()
                .map(Long::valueOf)
                .toList();
    }

    /** An SQL expression for the data of an event at a position, which is also an SQL expression. */
    static String data(String position) {
        return "CAST(format('{\"id\":\"E%%s\",\"group\":\"%%s\",\"n\":%%s}', lpad(CAST(%1$s AS text), 12, '0'), %1$s %% %2$d, %1$s) AS json)"
                .formatted(position, ORDERS);
    }

    /** Sets columns in the row of a publisher by SQL, as Crablet's documentation describes. */
    void set(String publisher, String assignments) {
        postgresTestDatabase.execute(
                "UPDATE outbox_topic_progress SET " + assignments + " WHERE publisher = '" + publisher + "'");
    }

    /** The value of a column in a publisher's only row. */
    String get(String publisher, String column) {
        return postgresTestDatabase.value(
                "SELECT " + column + " FROM outbox_topic_progress WHERE publisher = '" + publisher + "'");
    }

    static List<Long> positions(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
