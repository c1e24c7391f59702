package dev.signalbox.postgres.schema;

import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.postgresql.PGConnection;

/** Reports the progress of an index build from time to time. */
final class IndexBuildProgress implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final PostgresConnections connections;
    private final int pid;
    private final Consumer<String> progress;
    private final CountDownLatch ended = new CountDownLatch(1);

    private IndexBuildProgress(PostgresConnections connections, int pid, Consumer<String> progress) {
        this.connections = connections;
        this.pid = pid;
        this.progress = progress;
    }

    static IndexBuildProgress watch(PostgresConnections connections, Connection builder, Consumer<String> progress)
            throws SQLException {
        int pid = builder.unwrap(PGConnection.class).getBackendPID();
        IndexBuildProgress watch = new IndexBuildProgress(connections, pid, progress);
        Thread.ofVirtual().name("index-progress").start(watch::run);
        return watch;
    }

    private void run() {
        try {
            while (!ended.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                tell();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            progress.accept("how far it is cannot be seen: " + e.getMessage());
        }
    }

    private void tell() throws SQLException {
        try (Connection connection = connections.borrow()) {
            SchemaSql.STATEMENTS.sql(SchemaSql.Statement.PROGRESS).each(connection, Map.of("pid", pid), row -> {
                String percent = row.getString("percent");
                String waitsFor = row.getString("waits_for");
                progress.accept(row.getString("phase")
                        + (percent == null ? "" : ", " + percent + " %")
                        + (waitsFor == null ? "" : ", waits for process " + waitsFor));
            });
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
