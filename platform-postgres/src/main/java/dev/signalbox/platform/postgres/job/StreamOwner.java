package dev.signalbox.platform.postgres.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.JobPlacement;
import dev.signalbox.platform.delivery.JobPlacements;
import dev.signalbox.platform.job.JobChange;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.StreamShards;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The node that owns a job's stream, and may have the job in memory, seen from any node. */
public final class StreamOwner implements JobPlacements {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final int LOOKS = 100;
    private static final int MOST_EXAMINED = 20_000;

    private enum Statement {
        HAS_LEASES,
        ADD_RELAY,
        LOCK_RELAY,
        FENCE_EXPIRED,
        OWNED,
        OWNER,
        ASK_OWNER,
        REMOVE_WAITING,
        STATUS,
        STREAM,
        CLAIMED,
        PLACEMENT
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(StreamOwner.class).statements("ownership.sql", Statement.class);

    private final PlatformDatabase database;
    private volatile boolean leases;

    public StreamOwner(PlatformDatabase database) {
        this.database = database;
    }

    /** A database in which no relay has run yet has no leases. */
    boolean hasLeases(Connection connection) throws SQLException {
        if (!leases) {
            leases = SQL.sql(Statement.HAS_LEASES).one(connection, Map.of(), row -> row.getBoolean("found"));
        }
        return leases;
    }

    /**
     * Asks the owner of a stream to end a job, or takes the job out of the queue if the stream has none. No node becomes the
     * owner before the transaction ends.
     *
     * @return whether the owner was asked
     */
    boolean ask(Connection connection, long job, long stream, long position, String reason) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("relay", StreamShards.RELAY);
        values.put("shard", StreamShards.shardOf(stream));
        values.put("id", job);
        values.put("stream", stream);
        values.put("position", position);
        values.put("reason", StorableText.of(reason));
        if (isOwned(connection, values)) {
            SQL.sql(Statement.ASK_OWNER).update(connection, values);
            return true;
        }
        SQL.sql(Statement.REMOVE_WAITING).update(connection, values);
        return false;
    }

    private boolean isOwned(Connection connection, Map<String, @Nullable Object> values) throws SQLException {
        if (!hasLeases(connection)) {
            return false;
        }
        if (hasLiveOwner(connection, values)) {
            return true;
        }
        SQL.sql(Statement.ADD_RELAY).update(connection, values);
        SQL.sql(Statement.LOCK_RELAY).execute(connection, values);
        SQL.sql(Statement.FENCE_EXPIRED).update(connection, values);
        return hasLiveOwner(connection, values);
    }

    private static boolean hasLiveOwner(Connection connection, Map<String, @Nullable Object> values)
            throws SQLException {
        return SQL.sql(Statement.OWNED).one(connection, values, row -> row.getBoolean("found"));
    }

    /** Where a job is after its owner was asked to end it. */
    private record AskedJob(JobStatus status, boolean givenUp, boolean requested) {}

    /**
     * Waits until the owner has ended the job, for {@link #LOOKS} looks.
     *
     * @return empty if it was given up before the owner saw the request, and is not cancelled
     */
    Optional<JobChange> awaitEnd(Tsid job) throws StoreException {
        for (int look = 0; look < LOOKS && pause(); look++) {
            Optional<AskedJob> asked = database.run(
                    "see whether a job has ended",
                    connection -> SQL.sql(Statement.STATUS)
                            .first(
                                    connection,
                                    Map.of("id", job.toLong()),
                                    row -> new AskedJob(
                                            JobRow.status(row.getInt("status")),
                                            row.getBoolean("given_up"),
                                            row.getBoolean("requested"))));
            if (asked.isEmpty()) {
                return Optional.of(JobChange.NOT_FOUND);
            }
            AskedJob found = asked.get();
            if (found.status() == JobStatus.COMPLETED) {
                return Optional.of(JobChange.NOT_POSSIBLE);
            }
            // What waits again without a request had ended, and was retried since.
            if (found.status() == JobStatus.CANCELLED || (!found.requested() && !found.givenUp())) {
                return Optional.of(JobChange.DONE);
            }
            if (!found.requested()) {
                return Optional.empty();
            }
        }
        return Optional.of(JobChange.NEEDS_OWNER);
    }

    /** @return false if the thread is to end */
    private static boolean pause() {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        try {
            long left = LOOK_EVERY.toNanos();
            while (left > 0) {
                left = never.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a node has claimed this job. */
    boolean isClaimed(Connection connection, Tsid job) throws SQLException {
        Map<String, Object> values = Map.of("relay", StreamShards.RELAY, "id", job.toLong());
        return hasLeases(connection)
                && SQL.sql(Statement.CLAIMED).one(connection, values, row -> row.getBoolean("found"));
    }

    @Override
    public Optional<JobPlacement> of(Tsid job) throws StoreException {
        Map<String, Object> values = Map.of("id", job.toLong(), "most", MOST_EXAMINED);
        return database.run("explain where a job waits", connection -> {
            boolean claimed = isClaimed(connection, job);
            Optional<Long> stream = SQL.sql(Statement.STREAM).first(connection, values, row -> row.getLong("stream"));
            int shard = StreamShards.shardOf(stream.orElse(0L));
            String owner = owner(connection, shard).orElse(null);
            return SQL.sql(Statement.PLACEMENT).first(connection, values, row -> placement(row, shard, owner, claimed));
        });
    }

    private Optional<String> owner(Connection connection, int shard) throws SQLException {
        Map<String, Object> values = Map.of("relay", StreamShards.RELAY, "shard", shard);
        return hasLeases(connection)
                ? SQL.sql(Statement.OWNER).first(connection, values, row -> row.getString("node"))
                : Optional.empty();
    }

    private static JobPlacement placement(ResultSet row, int shard, @Nullable String owner, boolean claimed)
            throws SQLException {
        return new JobPlacement(
                row.getLong("stream"),
                shard,
                owner,
                row.getString("message_group"),
                row.getBoolean("waits"),
                claimed,
                row.getBoolean("deferred"),
                RowValues.optionalTime(row, "not_before"),
                RowValues.optionalId(row, "behind"),
                RowValues.optionalId(row, "held_by"),
                RowValues.optionalTime(row, "expires_at"));
    }
}
