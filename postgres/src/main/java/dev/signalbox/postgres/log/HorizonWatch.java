package dev.signalbox.postgres.log;

import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Watches the horizon. When it stands still for a while, the watch asks for the transactions that hold it back, and from then
 * on ignores those of other databases, which cannot write to this one.
 */
final class HorizonWatch {
    private static final Sql HOLDERS = SqlFolder.sql(HorizonWatch.class, "holders.sql");
    private static final long PATIENCE = Duration.ofMillis(200).toNanos();
    private static final long ASK_EVERY = Duration.ofSeconds(1).toNanos();

    private final HorizonDelayLog news;
    private final Clock clock;
    private volatile Long[] foreign = {};
    private volatile List<HorizonHolder> holders = List.of();
    private long safe = -1;
    private long since;
    private long askAt;

    /** @param log the name of the log for operators */
    HorizonWatch(String log, Clock clock) {
        this.news = new HorizonDelayLog(log);
        this.clock = clock;
        this.since = clock.nanos();
        this.askAt = since;
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
                news.heldBy(holders.getFirst(), clock.nanos());
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
            news.free();
            return false;
        }
        boolean due = now - since >= PATIENCE && now - askAt >= 0;
        if (due) {
            askAt = now + ASK_EVERY;
        }
        return due;
    }

    static List<HorizonHolder> ask(Connection connection) throws SQLException {
        List<HorizonHolder> found = new ArrayList<>();
        try (PreparedStatement statement = HOLDERS.prepare(connection, Map.of());
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.add(new HorizonHolder(
                        rows.getLong("xid"),
                        rows.getObject("pid", Integer.class),
                        rows.getString("gid"),
                        rows.getString("database"),
                        rows.getString("username"),
                        rows.getString("application"),
                        Objects.requireNonNullElse(rows.getString("state"), HorizonHolder.HIDDEN),
                        Duration.ofMillis(rows.getLong("millis")),
                        rows.getBoolean("elsewhere")));
            }
        }
        return found;
    }
}
