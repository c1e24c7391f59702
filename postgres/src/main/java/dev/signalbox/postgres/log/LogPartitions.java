package dev.signalbox.postgres.log;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.postgres.log.PartitionStatements.CompletedUpTo;
import dev.signalbox.postgres.log.PartitionStatements.LogTableStatus;
import dev.signalbox.postgres.log.PartitionStatements.Partition;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Creates the partitions of Signalbox's own log in advance, and drops old ones whose events are done. Each step is one
 * transaction, so a crash leaves nothing half done. A step that does not get its lock soon is retried in the next round, so
 * that writers never wait for long.
 */
public final class LogPartitions {
    /** The time limits of a step: statements that hold a lock are short, so that other sessions wait only briefly. */
    private static final String PATIENCE = "SET LOCAL lock_timeout = '100ms'; SET LOCAL statement_timeout = '5s'";

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String ROWS_IN_THE_WAY = "23514";
    private static final String TIMED_OUT = "57014";
    private static final int ROWS_AT_ONCE = 5_000;

    private final LogContext log;
    private final String identity;
    private final PartitionSettings settings;
    private final List<FeedKey> feeds;

    /**
     * The result of a round.
     *
     * @param cleared how many old rows were deleted from the default partition
     * @param postponed why a due step was not done, each a sentence
     */
    public record MaintenanceResult(List<String> made, List<String> dropped, int cleared, List<String> postponed) {}

    LogPartitions(LogContext log, String identity, PartitionSettings settings, List<FeedKey> feeds) {
        this.log = log;
        this.identity = identity;
        this.settings = settings;
        this.feeds = List.copyOf(feeds);
    }

    /** Runs all due steps; does nothing if the log does not exist yet. */
    public MaintenanceResult maintain() throws SourceException {
        log.sql();
        return log.statements.read("look after the partitions", connection -> new MaintenanceRound(connection).run());
    }

    private final class MaintenanceRound {
        private final Connection connection;
        private final PartitionStatements statements;
        private final List<String> made = new ArrayList<>();
        private final List<String> dropped = new ArrayList<>();
        private final List<String> postponed = new ArrayList<>();
        private int cleared;

        MaintenanceRound(Connection connection) {
            this.connection = connection;
            this.statements = new PartitionStatements(connection, log, identity, feeds);
        }

        MaintenanceResult run() throws SQLException {
            Optional<LogTableStatus> status = statements.status();
            if (status.isPresent() && mayMaintain(status.get())) {
                List<Partition> partitions = statements.partitions();
                makeAhead(status.get(), partitions);
                Duration retention = settings.retention();
                if (retention != null) {
                    dropOld(status.get().now() - retention.toSeconds(), partitions);
                }
            }
            return new MaintenanceResult(made, dropped, cleared, postponed);
        }

        private boolean mayMaintain(LogTableStatus status) {
            if (!status.partitioned()) {
                postponed.add("it is not partitioned, so nothing old is dropped");
            } else if (!status.owned() || !status.mayCreate()) {
                postponed.add(
                        ("the role %s may not make or drop partitions: it must own the table %s and have CREATE on schema"
                                        + " %s")
                                .formatted(status.role(), identity, status.schema()));
            }
            return postponed.isEmpty();
        }

        /** Keeps partitions of another length, which earlier settings created. */
        private void makeAhead(LogTableStatus status, List<Partition> partitions) throws SQLException {
            long length = settings.length().toSeconds();
            long lower = Math.floorDiv(status.now(), length) * length;
            long end = lower + (settings.ahead() + 1) * length;
            while (lower < end) {
                long from = lower;
                long upper = Math.floorDiv(from, length) * length + length;
                Optional<Partition> other = partitions.stream()
                        .filter(each -> each.overlaps(from, upper))
                        .findFirst();
                long until = other.map(Partition::lower).orElse(upper);
                if (until > from) {
                    make(Partition.planned(status.schema(), log.table.table(), from, until), partitions);
                }
                lower = other.map(Partition::upper).orElse(upper);
            }
        }

        /** Leaves existing rows in the default partition: moving them would block their writers. */
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

        /** Checks once without and once with the lock: a long transaction may have written to the partition in between. */
        private boolean drop(Partition partition) throws SQLException {
            CompletedUpTo now = statements.completedUpTo();
            if (!statements.isDone(partition, now)) {
                postponed.add("partition %s is old, but not done: %s".formatted(partition.name(), now.why()));
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

        /** @return whether the step was done; if not, it is added to the postponed steps */
        private boolean step(String what, SqlWork<Boolean> work) throws SQLException {
            try {
                return Transactions.run(connection, it -> {
                    try (Statement patience = it.createStatement()) {
                        patience.execute(PATIENCE);
                    }
                    statements.lockMaintenance();
                    return work.run(it);
                });
            } catch (SQLException e) {
                String reason = switch (String.valueOf(e.getSQLState())) {
                    case LOCK_NOT_AVAILABLE -> "the table is in use";
                    case TIMED_OUT -> "it would take too long while others wait";
                    case ROWS_IN_THE_WAY -> "there are rows of that time already";
                    default -> throw e;
                };
                postponed.add("could not %s: %s".formatted(what, reason));
                return false;
            }
        }
    }
}
