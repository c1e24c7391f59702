package dev.signalbox.postgres.log;

import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Watches the horizon. When it stands still for a while, the watch asks for the transactions that hold it back, and from then
 * on ignores those of other databases, which cannot write to this one.
 */
final class HorizonWatch {
    private static final Sql HOLDERS = SqlFolder.sql(HorizonWatch.class, "horizon-holders.sql");
    private static final System.Logger LOG = System.getLogger(HorizonWatch.class.getName());
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long WARN_EVERY = Duration.ofMinutes(5).toNanos();
    private static final long PATIENCE = Duration.ofMillis(200).toNanos();
    private static final long ASK_EVERY = Duration.ofSeconds(1).toNanos();

    private final String log;
    private final Clock clock;
    private volatile Long[] foreign = {};
    private volatile List<HorizonHolder> holders = List.of();
    private long safe = -1;
    private long since;
    private long askAt;
    private boolean warned;
    private long warnAt;

    /** @param log the name of the log for operators */
    HorizonWatch(String log, Clock clock) {
        this.log = log;
        this.clock = clock;
        this.since = clock.nanos();
        this.askAt = since;
        this.warnAt = since;
    }

    /** Transactions that are known to belong to other databases. */
    Long[] foreign() {
        return foreign.clone();
    }

    /** The transactions that held the horizon back when it last stood still, oldest first; empty while it moves. */
    List<HorizonHolder> holders() {
        return holders;
    }

    /** Takes the horizon and the next transaction of a read, and queries the holders if a query is due. */
    void observe(long horizon, long next, Connection connection) throws SQLException {
        if (isWorthAsking(horizon, next)) {
            List<HorizonHolder> found = ask(connection);
            foreign = found.stream()
                    .filter(HorizonHolder::elsewhere)
                    .map(HorizonHolder::xid)
                    .toArray(Long[]::new);
            holders = found.stream()
                    .filter(it -> !it.elsewhere())
                    .map(this::atLeastAsOldAsSeen)
                    .toList();
            if (!holders.isEmpty()) {
                warn(holders.getFirst());
            }
        }
    }

    /** The server may hide the age of other roles' transactions. The time since the horizon stopped is a lower bound. */
    private synchronized HorizonHolder atLeastAsOldAsSeen(HorizonHolder holder) {
        return holder.xid() == safe ? holder.openFor(Duration.ofNanos(clock.nanos() - since)) : holder;
    }

    private synchronized boolean isWorthAsking(long horizon, long next) {
        long now = clock.nanos();
        if (horizon != safe || horizon >= next) {
            safe = horizon;
            since = now;
            holders = List.of();
            if (warned) {
                warned = false;
                LOG.log(System.Logger.Level.INFO, "log {0}: reading goes on, that transaction is over", log);
            }
            return false;
        }
        boolean due = now - since >= PATIENCE && now - askAt >= 0;
        if (due) {
            askAt = now + ASK_EVERY;
        }
        return due;
    }

    /** Logs rarely which transaction holds the horizon back for long. A change of the holder alone is not worth a line. */
    private synchronized void warn(HorizonHolder oldest) {
        long now = clock.nanos();
        if (oldest.age().compareTo(LONG) < 0 || now - warnAt < 0) {
            return;
        }
        warned = true;
        warnAt = now + WARN_EVERY;
        LOG.log(
                System.Logger.Level.WARNING,
                "log {0}: what later transactions have written waits for one that is still open: {1}",
                log,
                oldest);
    }

    static List<HorizonHolder> ask(Connection connection) throws SQLException {
        return HOLDERS.list(
                connection,
                Map.of(),
                row -> new HorizonHolder(
                        row.getLong("xid"),
                        row.getObject("pid", Integer.class),
                        row.getString("gid"),
                        row.getString("database"),
                        row.getString("username"),
                        row.getString("application"),
                        Objects.requireNonNullElse(row.getString("state"), HorizonHolder.HIDDEN),
                        Duration.ofMillis(row.getLong("millis")),
                        row.getBoolean("elsewhere")));
    }
}
