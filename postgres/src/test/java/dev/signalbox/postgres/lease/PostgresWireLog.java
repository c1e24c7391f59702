package dev.signalbox.postgres.lease;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures the PostgreSQL driver's log of the protocol messages that this thread sends. */
final class PostgresWireLog extends Handler implements AutoCloseable {
    private static final Logger DRIVER = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");

    private final Thread thread = Thread.currentThread();
    private final List<String> messages = new CopyOnWriteArrayList<>();

    PostgresWireLog() {
        DRIVER.setLevel(Level.FINEST);
        DRIVER.setUseParentHandlers(false);
        DRIVER.addHandler(this);
    }

    /** The number of sent messages of this type. */
    long sent(String type) {
        return messages.stream()
                .filter(message -> message.strip().startsWith("FE=> " + type))
                .count();
    }

    void forget() {
        messages.clear();
    }

    @Override
    public void publish(LogRecord message) {
        if (Thread.currentThread().equals(thread)) {
            messages.add(message.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        DRIVER.removeHandler(this);
        DRIVER.setUseParentHandlers(true);
        DRIVER.setLevel(null);
    }
}
