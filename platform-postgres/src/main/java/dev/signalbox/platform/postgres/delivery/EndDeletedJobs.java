package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.delivery.DeletedSubscription;
import dev.signalbox.platform.postgres.delivery.UpkeepSql.UpkeepStatement;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ends the jobs of deleted subscriptions, of a few streams at a time and in turns. */
final class EndDeletedJobs {
    private static final int MOST_STREAMS = 10;
    private static final int MOST_ENDED = 1_000;

    private final FencedStatements statements;
    private final EndJobs ends;

    /** The streams that may have rows, in turn. */
    private final Set<Long> waiting = new LinkedHashSet<>();

    EndDeletedJobs(FencedStatements statements, EndJobs ends) {
        this.statements = statements;
        this.ends = ends;
    }

    /** Deferred rows of these streams were found. */
    void found(Collection<Long> streams) {
        waiting.addAll(streams);
    }

    void end(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        waiting.addAll(state.deleted());
        // Those of other shards are found again when their shard is gained.
        waiting.removeIf(stream -> !state.owns(stream));
        if (waiting.isEmpty()) {
            return;
        }
        List<Long> piece = waiting.stream().limit(MOST_STREAMS).toList();
        List<QueueKey> rows = rows(piece);
        Map<QueueKey, String> ending = new HashMap<>();
        Set<Long> empty = new HashSet<>(piece);
        rows.forEach(row -> {
            ending.put(row, DeletedSubscription.REASON);
            empty.remove(row.stream());
        });
        int ended = ends.end(owner, state, ending);
        state.emptied(empty);
        piece.forEach(waiting::remove);
        piece.stream().filter(stream -> !empty.contains(stream)).forEach(waiting::add);
        round.hasMore(ended > 0 || (!empty.isEmpty() && !waiting.isEmpty()));
    }

    private List<QueueKey> rows(List<Long> streams) throws SourceException {
        Map<String, Object> values =
                Map.of("streams", streams.toArray(Long[]::new), "most", MOST_ENDED / streams.size());
        return statements.read(
                "look for jobs of deleted subscriptions",
                connection -> UpkeepSql.sql(UpkeepStatement.LEFT_OF)
                        .list(
                                connection,
                                values,
                                row -> new QueueKey(
                                        row.getLong("stream"), row.getLong("position"), row.getLong("job"))));
    }
}
