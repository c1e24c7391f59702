package dev.signalbox.demo.platform;

import dev.signalbox.demo.database.DatabaseLogin;
import dev.signalbox.jdbc.SqlCollection;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/** Writes notices, each in one transaction with its outbox row. Some transactions are rolled back. */
final class NoticeGenerator implements AutoCloseable {
    private static final double NOTICES_PER_ORDER = 0.2;
    private static final double HIGHEST_RATE = 50;
    private static final int CUSTOMERS = 40;
    private static final double ROLLBACK_RATE = 0.03;

    private final Connection connection;
    private final String insertNotice;
    private final String insertOutbox;
    private final LongAdder committed = new LongAdder();
    private long last;

    NoticeGenerator(DatabaseLogin shop, SqlCollection sql) throws SQLException {
        this.connection = shop.connect();
        this.insertNotice = sql.text("insert-notice");
        this.insertOutbox = sql.text("insert-outbox");
        connection.setAutoCommit(false);
    }

    /** The time between two notices, for a number of orders per second. */
    Duration interval(double orderRate) {
        return Duration.ofNanos(
                (long) (Duration.ofSeconds(1).toNanos() / Math.min(HIGHEST_RATE, orderRate * NOTICES_PER_ORDER)));
    }

    long committed() {
        return committed.sum();
    }

    void next() throws SQLException {
        long number = ++last;
        String customer = "customer-" + ThreadLocalRandom.current().nextInt(CUSTOMERS);
        insert(insertNotice, number, customer);
        insert(insertOutbox, Long.toString(number), customer, event(number, customer));
        if (ThreadLocalRandom.current().nextDouble() < ROLLBACK_RATE) {
            connection.rollback();
            return;
        }
        connection.commit();
        committed.increment();
    }

    private static String event(long number, String customer) {
        return """
                {"type":"%s","source":"demo-shop","subject":"notice.%d","deduplicationId":"notice-%d",\
                "messageGroup":"%s","data":{"number":%d,"customer":"%s"}}""".formatted(PlatformWorkload.TYPE, number, number, customer, number, customer);
    }

    private void insert(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("the connection of the notices was not closed", e);
        }
    }
}
