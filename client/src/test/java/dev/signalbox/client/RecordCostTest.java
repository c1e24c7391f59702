package dev.signalbox.client;

import dev.signalbox.postgres.owntable.PostgresOwnTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Prints the cost of recording compared with a plain insert of the same row; rounds alternate, the median counts. */
@Tag("slow")
class RecordCostTest {
    private static final int ROUNDS = 15;
    private static final int MESSAGES = 2_000;
    private static final String PAYLOAD = "{\"text\": \"" + "x".repeat(500) + "\"}";

    /** A way to write this many rows. */
    private interface Way {
        void write(Connection connection, int rows) throws SQLException;
    }

    private static Message message() {
        return Message.builder("EVENT").group("order-1").payload(PAYLOAD).build();
    }

    private static Way recording(Layout layout) {
        Outbox outbox = Outbox.of(layout);
        return (connection, rows) -> {
            for (int i = 0; i < rows; i++) {
                outbox.record(connection, message());
            }
        };
    }

    private static Way batches(Layout layout) {
        Outbox outbox = Outbox.of(layout);
        return (connection, rows) -> {
            for (int i = 0; i < rows; i += 100) {
                outbox.record(
                        connection,
                        IntStream.range(0, 100).mapToObj(n -> message()).toList());
            }
        };
    }

    /** The statement that an application would write by hand, prepared each time; pools and drivers cache it. */
    private static Way plain(String sql) {
        return (connection, rows) -> {
            for (int i = 0; i < rows; i++) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setString(1, Ids.tsid().next());
                    statement.setString(2, "order-1");
                    statement.setString(3, "EVENT");
                    statement.setString(4, PAYLOAD);
                    statement.executeUpdate();
                }
            }
        };
    }

    @Test
    void recordBesideAPlainInsert() throws Exception {
        try (TestDatabase database = TestDatabase.postgres()) {
            database.run(PostgresOwnTable.ddl(PostgresOwnTable.DEFAULT_NAME));
            database.run("CREATE TABLE outbox_events (id varchar(13) PRIMARY KEY, type varchar(20) NOT NULL,"
                    + " message_group varchar(255), payload text NOT NULL, status varchar(20) NOT NULL,"
                    + " retry_count int NOT NULL DEFAULT 0, created_at timestamp NOT NULL, processed_at timestamp,"
                    + " error_message text)");
            database.run("CREATE INDEX ON outbox_events (status, message_group, created_at)");
            compare(
                    database,
                    "signalbox_outbox",
                    plain("INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES (?, ?, ?, ?)"),
                    Layout.signalbox());
            compare(
                    database,
                    "outbox_events",
                    plain("INSERT INTO outbox_events (id, message_group, type, payload, status, created_at)"
                            + " VALUES (?, ?, ?, ?, 'PENDING', now() AT TIME ZONE 'UTC')"),
                    Layout.flowcatalyst());
        }
    }

    private static void compare(TestDatabase database, String table, Way plain, Layout layout) throws SQLException {
        List<Way> ways = List.of(plain, recording(layout), batches(layout));
        List<List<Double>> micros = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (Connection connection = database.begin()) {
            for (int round = -5; round < ROUNDS; round++) {
                for (int way = 0; way < ways.size(); way++) {
                    long start = System.nanoTime();
                    ways.get(way).write(connection, MESSAGES);
                    double each = (System.nanoTime() - start) / 1_000.0 / MESSAGES;
                    connection.commit();
                    TestDatabase.run(connection, "TRUNCATE " + table);
                    connection.commit();
                    if (round >= 0) {
                        micros.get(way).add(each);
                    }
                }
            }
        }
        System.out.printf(
                "%s: plain insert %.1f µs, record %.1f µs (%.2f times), batches of 100 %.1f µs a message%n",
                table,
                median(micros.get(0)),
                median(micros.get(1)),
                median(micros.get(1)) / median(micros.get(0)),
                median(micros.get(2)));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
