package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.ReadStreams.StreamStatement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Moves rows of held groups out of the queue, and back when the group goes on.
 *
 * <p>A row of the queue may go if nothing of its group before it is given up or deferred. Both moves happen under one lock, which
 * is held for one statement: what is deferred while the last rows of its group are released would be forgotten.
 */
final class DeferredRows {
    /** So many rows of a group are put back at once. */
    static final int PIECE = 1_000;

    private static final int PAGE = 1_000;

    /** A group that has deferred rows, and whether a job of it is given up. */
    record DeferredGroup(long stream, String group, boolean held) {}

    private final FencedStatements statements;
    private final ReentrantLock moving = new ReentrantLock();

    DeferredRows(FencedStatements statements) {
        this.statements = statements;
    }

    /** Moves what was read of held groups. */
    void defer(Incarnation owner, JobSourceState state) throws SourceException {
        List<QueueRow> rows = state.standing();
        if (rows.isEmpty()) {
            return;
        }
        moving.lock();
        try {
            state.deferred(rows, defer(owner, rows.stream().map(QueueRow::key).toList()));
        } finally {
            moving.unlock();
        }
    }

    /** @return the rows that were moved */
    private Set<QueueKey> defer(Incarnation owner, List<QueueKey> keys) throws SourceException {
        Map<String, Object> values = Map.of(
                "owner", owner.value(),
                "relay", StreamShards.RELAY,
                "streams", keys.stream().map(QueueKey::stream).toArray(Long[]::new),
                "positions", keys.stream().map(QueueKey::position).toArray(Long[]::new),
                "jobs", keys.stream().map(QueueKey::job).toArray(Long[]::new));
        return new HashSet<>(statements.writeOnce(
                "defer rows of a held group",
                owner,
                connection -> ReadStreams.sql(StreamStatement.DEFER)
                        .list(
                                connection,
                                values,
                                row -> new QueueKey(
                                        row.getLong("stream"), row.getLong("position"), row.getLong("job")))));
    }

    /** Moves rows of held groups that are not in memory. */
    void deferUnread(Incarnation owner, JobSourceState state, List<QueueKey> keys) throws SourceException {
        moving.lock();
        try {
            defer(owner, keys).forEach(key -> state.removed(key, null));
        } finally {
            moving.unlock();
        }
    }

    /**
     * Puts the first rows of a group back to their places, unless it stands again.
     *
     * @return how many; if it is {@link #PIECE}, there may be more
     */
    int release(Incarnation owner, long stream, String group, boolean holds) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", StreamShards.RELAY);
        values.put("stream", stream);
        values.put("message_group", group);
        values.put("holds", holds ? 1 : 0);
        values.put("most", PIECE);
        moving.lock();
        try {
            return statements.writeOnce(
                    "release a group",
                    owner,
                    connection -> ReadStreams.sql(StreamStatement.RELEASE)
                            .one(connection, values, row -> row.getInt("released")));
        } finally {
            moving.unlock();
        }
    }

    /** Groups that have deferred rows, behind this one. */
    List<DeferredGroup> groupsAfter(long stream, String group) throws SourceException {
        Map<String, Object> values = Map.of("stream", stream, "message_group", group, "most", PAGE);
        return statements.read(
                "look for deferred groups",
                connection -> ReadStreams.sql(StreamStatement.DEFERRED_GROUPS)
                        .list(
                                connection,
                                values,
                                row -> new DeferredGroup(
                                        row.getLong("stream"),
                                        row.getString("message_group"),
                                        row.getBoolean("held"))));
    }

    boolean isLastPage(List<DeferredGroup> page) {
        return page.size() < PAGE;
    }
}
