package dev.signalbox.postgres.notify;

import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.connection.TimeLimits;
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
 * Listens on a dedicated connection for new rows in the tables of one database, and wakes the relays that wait for them.
 *
 * <p>A notification names one table. One without a name wakes all relays; one with an unknown name wakes none. Tables
 * without the trigger are polled, and checked for the trigger from time to time.
 */
public final class PostgresWakeUpListener implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PostgresWakeUpListener.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOOK_FOR_TRIGGERS = Duration.ofSeconds(30);
    /** The length of one part of a wait, after which the thread checks for idle relays without a call to the server. */
    private static final Duration PART_OF_WAIT = Duration.ofMillis(50);
    /** How often it queries the server, because a silent connection may be dead. */
    private static final Duration CHECK = Duration.ofSeconds(15);

    private static final Duration CLOSE_IN_PEACE = Duration.ofMillis(250);

    private final String source;
    private final PostgresConnections connections;
    private final Map<String, WakeUpTarget> targets;
    private final Clock clock;
    private final Duration check;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    /** The tables with the trigger; only the listener thread uses this map. */
    private final Map<String, TableWakeUp> wakeUps = new HashMap<>();

    private volatile @Nullable ListeningSession current;
    private boolean saidPolling;
    /** Whether the last log line reported a listener. */
    private boolean reported;

    private boolean lost;

    PostgresWakeUpListener(
            String source,
            PostgresConnections connections,
            Map<String, WakeUpTarget> targets,
            Clock clock,
            Duration check) {
        this.source = source;
        this.connections = connections;
        this.targets = Map.copyOf(targets);
        this.clock = clock;
        this.check = check;
        this.thread = Thread.ofVirtual().name("wake-ups-" + source).unstarted(this::run);
    }

    /**
     * Starts to listen.
     *
     * @param source the name of the source in logs
     * @param targets the relays that wait, by the identity of their table
     */
    public static PostgresWakeUpListener start(
            String source, PostgresConnections connections, Map<String, WakeUpTarget> targets, Clock clock) {
        var listener = new PostgresWakeUpListener(source, connections, targets, clock, CHECK);
        listener.start();
        return listener;
    }

    void start() {
        thread.start();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** How a listening session ended. */
    private enum ListeningEnd {
        CLOSED,
        NO_TRIGGER,
        LOST,
        NOT_REACHED
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        try {
            do {
                ListeningEnd listeningEnd = listen();
                endAll();
                pause = switch (listeningEnd) {
                    case CLOSED, LOST -> FIRST_PAUSE;
                    case NO_TRIGGER -> LOOK_FOR_TRIGGERS;
                    case NOT_REACHED -> TimeLimits.shorter(pause.multipliedBy(2), LONGEST_PAUSE);
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

    private ListeningEnd listen() {
        ListeningEnd listeningEnd = ListeningEnd.NOT_REACHED;
        try {
            if (!hasTriggers()) {
                return ListeningEnd.NO_TRIGGER;
            }
            try (ListeningSession session = ListeningSession.open(connections)) {
                current = session;
                refresh(session);
                listeningEnd = ListeningEnd.LOST;
                found();
                serve(session);
                listeningEnd = closed.getCount() == 0 ? ListeningEnd.CLOSED : ListeningEnd.NO_TRIGGER;
            } finally {
                current = null;
            }
        } catch (SQLException e) {
            lose(e);
        }
        return listeningEnd;
    }

    private boolean hasTriggers() throws SQLException {
        try (Connection connection = connections.borrow()) {
            boolean some =
                    !WakeUpTrigger.installed(connection, targets.keySet()).isEmpty();
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
        while (closed.getCount() > 0 && !wakeUps.isEmpty()) {
            for (String table : session.await(PART_OF_WAIT)) {
                wake(session, table);
            }
            long now = clock.nanos();
            if (now - checkedAt >= check.toNanos()) {
                refresh(session);
                checkedAt = now;
            }
            for (TableWakeUp wakeUp : wakeUps.values()) {
                wakeUp.tend(session, now);
            }
        }
        for (TableWakeUp wakeUp : wakeUps.values()) {
            wakeUp.leave(session);
        }
    }

    private void wake(ListeningSession session, String table) throws SQLException {
        for (Map.Entry<String, TableWakeUp> wakeUp : wakeUps.entrySet()) {
            if (table.isEmpty() || table.equals(wakeUp.getKey())) {
                wakeUp.getValue().wake(session, clock.nanos());
            }
        }
    }

    /** Checks again, because triggers may be created or dropped at any time. */
    private void refresh(ListeningSession session) throws SQLException {
        Map<String, Integer> triggers = session.triggers(targets.keySet());
        for (String table : List.copyOf(wakeUps.keySet())) {
            TableWakeUp wakeUp = wakeUps.get(table);
            if (wakeUp != null && !Integer.valueOf(wakeUp.number()).equals(triggers.get(table))) {
                wakeUps.remove(table);
                wakeUp.leave(session);
            }
        }
        triggers.forEach((table, number) -> {
            WakeUpTarget target = targets.get(table);
            if (target != null && !wakeUps.containsKey(table)) {
                TableWakeUp wakeUp = new TableWakeUp(table, number, target);
                wakeUps.put(table, wakeUp);
                wakeUp.begin();
            }
        });
    }

    private void endAll() {
        wakeUps.values().forEach(TableWakeUp::end);
        wakeUps.clear();
    }

    private void lose(SQLException reason) {
        if (reported && closed.getCount() > 0) {
            reported = false;
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
                wakeUps.keySet());
        reported = true;
        lost = false;
        saidPolling = false;
    }

    /** Ends at once, even during a call to the server. */
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
