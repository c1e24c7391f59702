package dev.signalbox.e2e;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Sessions that append orders concurrently. Some transactions stay open for a while, some roll back, and some take their
 * positions or their transaction id long before they write.
 */
final class LogWriters implements AutoCloseable {
    private static final String INSERT = """
            INSERT INTO events (type, tags, data, position)
            SELECT 'OrderPlaced', '{%s=1}',
                   CAST(format('{"id":"E%%s","n":%%s}', lpad(CAST(p AS text), 12, '0'), p) AS json), p
            FROM unnest(?) AS p
            """.formatted(CrabletTables.TAG);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Queue<CommittedTransaction> committed = new ConcurrentLinkedQueue<>();
    private final List<Future<?>> sessions = new ArrayList<>();

    /**
     * A committed transaction, with times on this JVM's clock.
     *
     * @param begun before its first position was taken
     * @param ended when its commit was known
     */
    record CommittedTransaction(long begun, long ended, List<Long> positions) {}

    LogWriters(PostgresTestDatabase postgresTestDatabase, int count) {
        for (int i = 0; i < count; i++) {
            Random random = new Random(i);
            sessions.add(threads.submit(() -> {
                try (Connection connection = postgresTestDatabase.connect()) {
                    while (!isEndingWithin(random.nextInt(20))) {
                        write(connection, random);
                    }
                    return null;
                }
            }));
        }
    }

    private boolean isEndingWithin(int millis) throws InterruptedException {
        return ending.await(millis, TimeUnit.MILLISECONDS);
    }

    private void write(Connection connection, Random random) throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        connection.setAutoCommit(random.nextBoolean());
        List<Long> positions = take(connection, 1 + random.nextInt(5));
        connection.setAutoCommit(false);
        if (random.nextInt(4) == 0) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_current_xact_id()");
            }
        }
        stayOpen(random);
        Array array = connection.createArrayOf("bigint", positions.toArray());
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setArray(1, array);
            insert.execute();
        }
        stayOpen(random);
        if (random.nextInt(10) == 0) {
            connection.rollback();
        } else {
            connection.commit();
            committed.add(new CommittedTransaction(begun, System.nanoTime(), positions));
        }
    }

    /** Sometimes waits for a long time. */
    private void stayOpen(Random random) throws InterruptedException {
        boolean _ = isEndingWithin(random.nextInt(20) == 0 ? 200 + random.nextInt(400) : random.nextInt(5));
    }

    private static List<Long> take(Connection connection, int count) throws SQLException {
        List<Long> positions = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT nextval('events_position_seq') FROM generate_series(1, " + count + ")")) {
            while (rows.next()) {
                positions.add(rows.getLong(1));
            }
        }
        return positions;
    }

    /** Ends all sessions after their current transaction and returns all committed ones. */
    List<CommittedTransaction> end() throws Exception {
        ending.countDown();
        for (Future<?> session : sessions) {
            session.get(10, TimeUnit.SECONDS);
        }
        return List.copyOf(committed);
    }

    @Override
    public void close() {
        ending.countDown();
        threads.close();
    }
}
