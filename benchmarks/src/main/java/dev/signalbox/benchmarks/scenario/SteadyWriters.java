package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Four sessions that commit one message per transaction, at a constant rate in total. */
final class SteadyWriters {
    private static final int SESSIONS = 4;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final BenchServer server;
    private final Sql insert;
    private final Clock clock;

    SteadyWriters(BenchServer server, BenchTable table, Clock clock) {
        this.server = server;
        this.insert = table.insert();
        this.clock = clock;
    }

    /** Writes messages; returns when the commit of each was confirmed. */
    long[] write(int messages, int perSecond) throws SQLException, InterruptedException {
        long[] committedAt = new long[messages];
        long interval = NANOS_PER_SECOND / perSecond;
        try (ExecutorService threads = Executors.newFixedThreadPool(SESSIONS)) {
            long started = clock.nanos();
            List<Future<?>> sessions = new ArrayList<>();
            for (int session = 0; session < SESSIONS; session++) {
                int mine = session;
                Callable<Boolean> work = () -> write(mine, committedAt, started, interval);
                sessions.add(threads.submit(work));
            }
            for (Future<?> session : sessions) {
                session.get();
            }
        } catch (ExecutionException e) {
            throw new SQLException("a writer failed: " + e.getCause(), e.getCause());
        }
        return committedAt;
    }

    /** One session writes all messages of a group, which commits them in the order of their numbers. */
    private boolean write(int session, long[] committedAt, long started, long interval) throws SQLException {
        try (Connection connection = server.connectUncounted("writer");
                PreparedStatement statement = connection.prepareStatement(insert.text())) {
            for (int number = 0; number < committedAt.length; number++) {
                if (Workload.groupOf(number) % SESSIONS == session) {
                    awaitTurn(started + number * interval);
                    bind(statement, number);
                    statement.executeUpdate();
                    committedAt[number] = clock.nanos();
                }
            }
        }
        return true;
    }

    private void awaitTurn(long due) {
        for (long wait = due - clock.nanos(); wait > 0; wait = due - clock.nanos()) {
            LockSupport.parkNanos(wait);
        }
    }

    private void bind(PreparedStatement statement, int number) throws SQLException {
        Map<String, String> values = Map.of(
                "id", Workload.id(number),
                "group", Workload.groupName(number),
                "type", Workload.TYPE,
                "payload", Workload.payload(number));
        for (int i = 0; i < insert.parameters().size(); i++) {
            statement.setString(i + 1, values.get(insert.parameters().get(i)));
        }
    }
}
