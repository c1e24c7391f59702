package dev.signalbox.postgres.notify;

import dev.signalbox.core.relay.Sleeper;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.PoolingProxyException;
import dev.signalbox.postgres.connection.PostgresConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Listens on a connection of its own for new rows in the tables of one database, and wakes those who wait for them.
 *
 * <p>A notification names one table; one that names none wakes everybody, and one that names an unknown table nobody.
 * Tables without the trigger are left to polling, and looked at again now and then.
 */
public final class WakeUpListener implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WakeUpListener.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOOK_FOR_TRIGGERS = Duration.ofSeconds(30);
    /** A wait is cut into such parts without asking the server anything, to see who has become idle meanwhile. */
    private static final Duration PART_OF_WAIT = Duration.ofMillis(50);
    /** Only asking shows that a silent connection still leads to a server. */
    private static final Duration CHECK = Duration.ofSeconds(15);

    private static final Duration CLOSE_IN_PEACE = Duration.ofMillis(250);

    private final String source;
    private final PostgresConnections connections;
    private final Map<String, Sleeper> sleepers;
    private final Clock clock;
    private final Duration check;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    /** Those whose tables have the trigger; only the thread uses it. */
    private final Map<String, Alarm> alarms = new HashMap<>();

    private volatile @Nullable ListeningSession current;
    private boolean saidPolling;
    /** Whether there was a listener when anything was last said about it. */
    private boolean told;

    private boolean lost;

    WakeUpListener(
            String source,
            PostgresConnections connections,
            Map<String, Sleeper> sleepers,
            Clock clock,
            Duration check) {
        this.source = source;
        this.connections = connections;
        this.sleepers = Map.copyOf(sleepers);
        this.clock = clock;
        this.check = check;
        this.thread = Thread.ofVirtual().name("wake-ups-" + source).unstarted(this::run);
    }

    /**
     * Begins to listen.
     *
     * @param source its name in logs
     * @param sleepers who waits for which table, by the table's identity
     */
    public static WakeUpListener start(
            String source, PostgresConnections connections, Map<String, Sleeper> sleepers, Clock clock) {
        var listener = new WakeUpListener(source, connections, sleepers, clock, CHECK);
        listener.start();
        return listener;
    }

    void start() {
        thread.start();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** How a period of listening ended. */
    private enum End {
        CLOSED,
        NO_TRIGGER,
        LOST,
        NOT_REACHED
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        try {
            do {
                End end = listen();
                endAll();
                pause = switch (end) {
                    case CLOSED, LOST -> FIRST_PAUSE;
                    case NO_TRIGGER -> LOOK_FOR_TRIGGERS;
                    case NOT_REACHED -> shorter(pause.multipliedBy(2), LONGEST_PAUSE);
                };
            } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (PoolingProxyException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "source {0}: new messages are found by polling, for notifications do not pass a proxy that pools"
                            + " transactions. {1}",
                    source,
                    e.getMessage());
        } finally {
            endAll();
        }
    }

    private End listen() {
        End end = End.NOT_REACHED;
        try {
            if (!hasTriggers()) {
                return End.NO_TRIGGER;
            }
            try (ListeningSession session = ListeningSession.open(connections)) {
                current = session;
                refresh(session);
                end = End.LOST;
                found();
                serve(session);
                end = closed.getCount() == 0 ? End.CLOSED : End.NO_TRIGGER;
            } finally {
                current = null;
            }
        } catch (SQLException e) {
            lose(e);
        }
        return end;
    }

    private boolean hasTriggers() throws SQLException {
        try (Connection connection = connections.borrow()) {
            boolean some =
                    !WakeUpTrigger.installed(connection, sleepers.keySet()).isEmpty();
            if (!some && !saidPolling) {
                saidPolling = true;
                LOG.log(
                        System.Logger.Level.INFO,
                        "source {0}: new messages are found by polling; ''signalbox schema install'' adds the trigger"
                                + " that tells of them at once",
                        source);
            }
            return some;
        }
    }

    private void serve(ListeningSession session) throws SQLException {
        long checkedAt = clock.nanos();
        while (closed.getCount() > 0 && !alarms.isEmpty()) {
            for (String table : session.await(PART_OF_WAIT)) {
                ring(session, table);
            }
            long now = clock.nanos();
            if (now - checkedAt >= check.toNanos()) {
                refresh(session);
                checkedAt = now;
            }
            for (Alarm alarm : alarms.values()) {
                alarm.tend(session, now);
            }
        }
        for (Alarm alarm : alarms.values()) {
            alarm.leave(session);
        }
    }

    private void ring(ListeningSession session, String table) throws SQLException {
        for (Map.Entry<String, Alarm> alarm : alarms.entrySet()) {
            if (table.isEmpty() || table.equals(alarm.getKey())) {
                alarm.getValue().ring(session, clock.nanos());
            }
        }
    }

    /** Triggers come and go while we run. */
    private void refresh(ListeningSession session) throws SQLException {
        Map<String, Integer> triggers = session.triggers(sleepers.keySet());
        for (String table : List.copyOf(alarms.keySet())) {
            Alarm alarm = alarms.get(table);
            if (alarm != null && !Integer.valueOf(alarm.number()).equals(triggers.get(table))) {
                alarms.remove(table);
                alarm.leave(session);
            }
        }
        triggers.forEach((table, number) -> {
            Sleeper sleeper = sleepers.get(table);
            if (sleeper != null && !alarms.containsKey(table)) {
                Alarm alarm = new Alarm(table, number, sleeper);
                alarms.put(table, alarm);
                alarm.begin();
            }
        });
    }

    private void endAll() {
        alarms.values().forEach(Alarm::end);
        alarms.clear();
    }

    private void lose(SQLException reason) {
        if (told && closed.getCount() > 0) {
            told = false;
            lost = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "source {0}: not told of new messages any more, polling until that works again: {1}",
                    source,
                    reason.getMessage());
        }
    }

    private void found() {
        LOG.log(
                System.Logger.Level.INFO,
                "source {0}: told of new messages{1}, in {2}",
                source,
                lost ? " again" : "",
                alarms.keySet());
        told = true;
        lost = false;
        saidPolling = false;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Ends at once, whatever the connection is doing. */
    @Override
    public void close() {
        closed.countDown();
        try {
            ListeningSession session = current;
            if (!thread.join(CLOSE_IN_PEACE) && session != null) {
                session.abort();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
