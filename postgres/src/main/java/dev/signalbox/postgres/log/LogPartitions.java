package dev.signalbox.postgres.log;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.postgres.log.PartitionStatements.CompletedUpTo;
import dev.signalbox.postgres.log.PartitionStatements.LogTableStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the partitions of Signalbox's own log before they are needed, and drops those that are old and done. Each step is a
 * transaction, so a crash leaves nothing half done. A lock that is not to be had soon is tried again in the next round, so
 * that no writer waits for long.
 */
public final class LogPartitions {
    /** What is done behind a lock is short, so that whoever waits for it meanwhile does not wait for long. */
    private static final String PATIENCE = "SET LOCAL lock_timeout = '100ms'; SET LOCAL statement_timeout = '5s'";

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String ROWS_IN_THE_WAY = "23514";
    private static final String TIMED_OUT = "57014";
    private static final int ROWS_AT_ONCE = 5_000;

    private final LogContext access;
    private final LogTable log;
    private final String identity;
    private final PartitionSettings settings;
    private final List<FeedKey> feeds;

    /**
     * What a round has done.
     *
     * @param cleared how many old rows were deleted that had no partition of their own
     * @param postponed why something that is due was not done, each a sentence
     */
    public record MaintenanceResult(List<String> made, List<String> dropped, int cleared, List<String> postponed) {
        public MaintenanceResult {
            made = List.copyOf(made);
            dropped = List.copyOf(dropped);
            postponed = List.copyOf(postponed);
        }
    }

    LogPartitions(LogContext access, LogTable log, String identity, PartitionSettings settings, List<FeedKey> pairs) {
        this.access = access;
        this.log = log;
        this.identity = identity;
        this.settings = settings;
        this.feeds = List.copyOf(pairs);
    }

    /** Does what is due; nothing if the log does not exist yet. */
    public MaintenanceResult maintain() throws SourceException {
        access.shape();
        return access.statements()
                .read("look after the partitions", connection -> new MaintenanceRound(connection).run());
    }

    /** One round, on one connection. */
    private final class MaintenanceRound {
        private final Connection connection;
        private final PartitionStatements statements;
        private final List<String> made = new ArrayList<>();
        private final List<String> dropped = new ArrayList<>();
        private final List<String> held = new ArrayList<>();
        private int cleared;

        MaintenanceRound(Connection connection) {
            this.connection = connection;
            this.statements = new PartitionStatements(connection, log, access.name(), identity, feeds);
        }

        MaintenanceResult run() throws SQLException {
            Optional<LogTableStatus> logTableStatus = statements.look();
            if (logTableStatus.isPresent() && mayMaintain(logTableStatus.get())) {
                List<Partition> partitions = statements.partitions();
                makeAhead(logTableStatus.get(), partitions);
                Duration retention = settings.retention();
                if (retention != null) {
                    dropOld(logTableStatus.get().now() - retention.toSeconds(), partitions);
                }
            }
            return new MaintenanceResult(made, dropped, cleared, held);
        }

        private boolean mayMaintain(LogTableStatus logTableStatus) {
            if (!logTableStatus.partitioned()) {
                held.add("it is not partitioned, so nothing old is dropped");
            } else if (!logTableStatus.owned() || !logTableStatus.mayCreate()) {
                held.add(
                        ("the role %s may not make or drop partitions: it must own the table %s and have CREATE on schema"
                                        + " %s")
                                .formatted(logTableStatus.role(), identity, logTableStatus.schema()));
            }
            return held.isEmpty();
        }

        /** Partitions of another length, from other settings, stay as they are. */
        private void makeAhead(LogTableStatus logTableStatus, List<Partition> partitions) throws SQLException {
            long length = settings.length().toSeconds();
            long end = Math.floorDiv(logTableStatus.now(), length) * length + (settings.ahead() + 1) * length;
            long lower = Math.floorDiv(logTableStatus.now(), length) * length;
            while (lower < end) {
                long upper = Math.floorDiv(lower, length) * length + length;
                long from = lower;
                Optional<Partition> other = partitions.stream()
                        .filter(each -> each.overlaps(from, upper))
                        .findFirst();
                if (other.isEmpty()) {
                    make(Partition.planned(logTableStatus.schema(), log.table(), lower, upper), partitions);
                    lower = upper;
                } else if (other.get().lower() > lower) {
                    make(
                            Partition.planned(
                                    logTableStatus.schema(),
                                    log.table(),
                                    lower,
                                    other.get().lower()),
                            partitions);
                    lower = other.get().upper();
                } else {
                    lower = other.get().upper();
                }
            }
        }

        /** Rows that are in the rest already stay there: moving them would make their writers wait. */
        private void make(Partition partition, List<Partition> partitions) throws SQLException {
            String what = "make partition " + partition.name();
            boolean done = step(what, _ -> {
                for (Partition rest : partitions) {
                    if (rest.rest() && statements.restHas(rest, partition.lower(), partition.upper())) {
                        return false;
                    }
                }
                statements.make(partition);
                return true;
            });
            if (done) {
                made.add(partition.name().toString());
            }
        }

        private void dropOld(long before, List<Partition> partitions) throws SQLException {
            for (Partition partition : partitions) {
                boolean kept =
                        partition.rest() ? !clear(partition, before) : partition.upper() <= before && !drop(partition);
                if (kept) {
                    return;
                }
            }
        }

        private boolean clear(Partition rest, long before) throws SQLException {
            int known;
            do {
                known = cleared;
                boolean done = step("delete old rows of " + rest.name(), _ -> {
                    cleared += statements.clear(rest, before, statements.completedUpTo(), ROWS_AT_ONCE);
                    return true;
                });
                if (!done) {
                    return false;
                }
            } while (cleared - known == ROWS_AT_ONCE);
            return true;
        }

        /** Looks once without a lock, and once with it: a transaction that was open for long may have written to it meanwhile. */
        private boolean drop(Partition partition) throws SQLException {
            CompletedUpTo now = statements.completedUpTo();
            if (!statements.isDone(partition, now)) {
                held.add("partition %s is old, but not done: %s".formatted(partition.name(), now.why()));
                return false;
            }
            boolean done = step("drop partition " + partition.name(), _ -> {
                statements.lockWhole(partition);
                if (!statements.isDone(partition, statements.completedUpTo())) {
                    return false;
                }
                statements.drop(partition);
                return true;
            });
            if (done) {
                dropped.add(partition.name().toString());
            }
            return done;
        }

        /** @return whether it was done; if it could not be now, that is held against it */
        private boolean step(String what, SqlWork<Boolean> work) throws SQLException {
            try {
                return Transactions.run(connection, it -> {
                    try (Statement patience = it.createStatement()) {
                        patience.execute(PATIENCE);
                    }
                    return statements.takeTurn() && work.run(it);
                });
            } catch (SQLException e) {
                String reason = switch (String.valueOf(e.getSQLState())) {
                    case LOCK_NOT_AVAILABLE -> "the table is in use";
                    case TIMED_OUT -> "it would take too long while others wait";
                    case ROWS_IN_THE_WAY -> "there are rows of that time already";
                    default -> throw e;
                };
                held.add("could not %s: %s".formatted(what, reason));
                return false;
            }
        }
    }
}
