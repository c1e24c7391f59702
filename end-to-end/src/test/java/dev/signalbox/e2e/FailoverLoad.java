package dev.signalbox.e2e;

import dev.signalbox.embedded.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An application that writes messages one after the other, and goes on with another server when one fails. In the same
 * transaction it writes to the table {@code written}, so each server knows what is committed on it.
 */
final class FailoverLoad implements AutoCloseable {
    static final String DDL = "CREATE TABLE written (number BIGSERIAL PRIMARY KEY, body TEXT NOT NULL)";
    static final int GROUPS = 5;
    private static final int PERIOD_MILLIS = 5;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Supplier<LocalPostgres> server;
    private final String insert;
    private final ScheduledFuture<?> writing;
    private String phase;
    private boolean paused;
    private @Nullable LocalPostgres connected;
    private @Nullable Connection connection;
    private int number;

    /** @param phase how the ids of its messages begin */
    FailoverLoad(Supplier<LocalPostgres> server, FailoverTable table, String phase) {
        this.server = server;
        this.insert = "WITH body AS (INSERT INTO written (body) VALUES ('%2$s')) " + table.insert;
        this.phase = phase;
        this.writing = timer.scheduleWithFixedDelay(this::write, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Writes on, and from now on the ids of messages begin with this. */
    synchronized void enter(String nextPhase) {
        phase = nextPhase;
        paused = false;
    }

    /** Writes nothing until the next phase. */
    synchronized void pause() {
        paused = true;
    }

    private synchronized void write() {
        if (paused) {
            return;
        }
        String group = "g" + number % GROUPS;
        String body = "{\"id\":\"%s-%d\",\"group\":\"%s\"}".formatted(phase, number++, group);
        try (Statement statement = connection().createStatement()) {
            statement.execute(insert.formatted(group, body));
        } catch (SQLException e) {
            // The server has been killed. Messages with this phase do not arrive if that does not end.
            connected = null;
        }
    }

    private Connection connection() throws SQLException {
        LocalPostgres now = server.get();
        if (connection == null || connected != now) {
            disconnect();
            connection = now.connect(ReplicatedPostgres.DATABASE);
            connected = now;
        }
        return connection;
    }

    private void disconnect() throws SQLException {
        if (connection != null) {
            Connection old = connection;
            connection = null;
            old.close();
        }
    }

    /** Ends after the message that is being written. */
    @Override
    public void close() throws SQLException {
        if (!timer.isShutdown() && writing.isDone()) {
            throw new IllegalStateException("an error has ended it: " + writing);
        }
        timer.close();
        disconnect();
    }
}
