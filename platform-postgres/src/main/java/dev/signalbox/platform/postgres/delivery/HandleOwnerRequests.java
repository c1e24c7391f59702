package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.UpkeepSql.UpkeepStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Handles what operators have asked of the owner of a stream: ends jobs, and releases groups. A request that is made again while it is
 * worked on stays.
 */
final class HandleOwnerRequests {
    private static final int MOST_CANCELLED = 500;
    private static final int MOST_RELEASED = 200;
    private static final int MOST_ROWS = 5_000;
    private static final int CANCELLATION = 1;
    private static final int RELEASE = 2;

    private final FencedStatements statements;
    private final DeferredRows deferred;
    private final EndJobs ends;
    private final JobEndings endings;
    private final StreamModes modes;

    /** The request at which the next round begins, so that a large group does not hold back the others. */
    private AskedRequest last = new AskedRequest(0, "-infinity");

    HandleOwnerRequests(
            FencedStatements statements, DeferredRows deferred, EndJobs ends, JobEndings endings, StreamModes modes) {
        this.statements = statements;
        this.deferred = deferred;
        this.ends = ends;
        this.endings = endings;
        this.modes = modes;
    }

    /** A request as it was read. */
    private record AskedRequest(long job, String time) {
        static AskedRequest read(ResultSet row) throws SQLException {
            return new AskedRequest(row.getLong("job"), row.getString("requested_at"));
        }
    }

    private record Cancellation(AskedRequest request, QueueKey key, String reason, boolean ended) {
        static Cancellation read(ResultSet row) throws SQLException {
            String reason = row.getString("reason");
            return new Cancellation(
                    AskedRequest.read(row),
                    new QueueKey(row.getLong("stream"), row.getLong("position"), row.getLong("job")),
                    reason == null ? "cancelled" : reason,
                    row.getBoolean("ended"));
        }
    }

    private record Release(AskedRequest request, long stream, String group) {
        static Release read(ResultSet row) throws SQLException {
            return new Release(AskedRequest.read(row), row.getLong("stream"), row.getString("message_group"));
        }
    }

    /** Ends jobs that nothing is under way of. An attempt that is under way decides. */
    void cancel(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        Map<String, Object> values =
                Map.of("shards", state.shards().bits(), "undecided", endings.undecided(), "most", MOST_CANCELLED);
        List<Cancellation> page = statements.read(
                "read requests to end jobs",
                connection ->
                        UpkeepSql.sql(UpkeepStatement.CANCELLATIONS).list(connection, values, Cancellation::read));
        Map<QueueKey, String> ending = new HashMap<>();
        List<AskedRequest> answered = new ArrayList<>();
        for (Cancellation each : page) {
            if (each.ended()) {
                answered.add(each.request());
            } else {
                ending.put(each.key(), each.reason());
            }
        }
        int ended = ends.end(owner, state, ending);
        answered(owner, CANCELLATION, answered);
        round.foundJobs(ended > 0);
        round.hasMore(page.size() == MOST_CANCELLED && ended + answered.size() > 0);
    }

    /** Puts rows of each group back, one piece of each in a round. */
    void release(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        Map<String, Object> values = Map.of(
                "shards", state.shards().bits(), "after", last.time(), "after_job", last.job(), "most", MOST_RELEASED);
        List<Release> page = statements.read(
                "read requests to release groups",
                connection -> UpkeepSql.sql(UpkeepStatement.RELEASES).list(connection, values, Release::read));
        List<AskedRequest> answered = new ArrayList<>();
        int rows = 0;
        int seen = 0;
        for (Release each : page) {
            int released = deferred.release(owner, each.stream(), each.group(), modes.holds(state, each.stream()));
            rows += released;
            seen++;
            last = each.request();
            if (released < DeferredRows.PIECE) {
                answered.add(each.request());
            }
            if (rows >= MOST_ROWS) {
                break;
            }
        }
        answered(owner, RELEASE, answered);
        round.foundJobs(seen > 0);
        round.hasMore(seen == MOST_RELEASED || answered.size() < page.size());
    }

    private void answered(Incarnation owner, int kind, List<AskedRequest> requests) throws SourceException {
        if (requests.isEmpty()) {
            return;
        }
        Map<String, Object> values = Map.of(
                "owner", owner.value(),
                "relay", StreamShards.RELAY,
                "kind", kind,
                "jobs", requests.stream().map(AskedRequest::job).toArray(Long[]::new),
                "times", requests.stream().map(AskedRequest::time).toArray(String[]::new));
        statements.writeOnce(
                "confirm requests",
                owner,
                connection -> UpkeepSql.sql(UpkeepStatement.ANSWERED).update(connection, values));
    }
}
