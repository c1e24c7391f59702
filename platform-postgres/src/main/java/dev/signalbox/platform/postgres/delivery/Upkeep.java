package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.JobExpiry;
import dev.signalbox.platform.delivery.OutletSettings;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.UpkeepSql.UpkeepStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of streams does besides delivering: jobs that are due get their place, jobs that expired or are not wanted any
 * more end, groups are released, and changed settings are noticed. Each task does a bounded piece, so that none holds back the others,
 * and what is left is done in the next round.
 */
final class Upkeep {
    private static final int MOST_ENDED = 500;
    private static final int MOST_STREAMS = 500;
    private static final int MOST_LOOKS = 20;
    private static final int LOOKED_AT = 10;
    private static final int MOST_ENDING = 10;
    private static final int MOST_OF_STREAM = 500;
    private static final int MOST_QUEUED = 1_000;

    /** A stream whose old rows are in flight, or too many for one step, is looked at again after this time. */
    private static final long LEAST_PAUSE = 500;

    private final FencedStatements statements;
    private final ReadStreams reads;
    private final DeferredRows deferred;
    private final JobEndings endings;
    private final EndJobs ends;
    private final HandleOwnerRequests requests;
    private final EndDeletedJobs deleted;
    private final CheckDeferredGroups deferredGroups;
    private final JobStore jobs;
    private final OutletSettings outlets;

    Upkeep(
            FencedStatements statements,
            ReadStreams reads,
            DeferredRows deferred,
            JobEndings endings,
            JobStore jobs,
            OutletSettings outlets) {
        this.statements = statements;
        this.reads = reads;
        this.deferred = deferred;
        this.endings = endings;
        this.ends = new EndJobs(statements, endings);
        StreamModes modes = new StreamModes(reads);
        this.requests = new HandleOwnerRequests(statements, deferred, ends, endings, modes);
        this.deleted = new EndDeletedJobs(statements, ends);
        this.deferredGroups = new CheckDeferredGroups(statements, reads, deferred, deleted, modes);
        this.jobs = jobs;
        this.outlets = outlets;
    }

    private record Work(
            long settingsVersion,
            Shards shards,
            boolean scheduled,
            boolean due,
            boolean scheduledExpired,
            boolean expired,
            boolean requested,
            String server) {
        static Work read(ResultSet row) throws SQLException {
            return new Work(
                    row.getLong("settings_version"),
                    new Shards(row.getLong("shards")),
                    row.getBoolean("scheduled"),
                    row.getBoolean("due"),
                    row.getBoolean("scheduled_expired"),
                    row.getBoolean("expired"),
                    row.getBoolean("requested"),
                    row.getString("server"));
        }
    }

    private record OldRow(QueueKey key, boolean held, boolean over, long acceptedAt) {
        static OldRow read(ResultSet row) throws SQLException {
            QueueKey key = new QueueKey(row.getLong("stream"), row.getLong("position"), row.getLong("job"));
            return new OldRow(key, row.getBoolean("held"), row.getBoolean("over"), row.getLong("accepted_at"));
        }
    }

    UpkeepResult run(Incarnation owner, JobSourceState state) throws SourceException {
        Map<String, Object> values = Map.of("owner", owner.value(), "relay", StreamShards.RELAY);
        Work work = statements.read(
                "look for work",
                connection -> UpkeepSql.sql(UpkeepStatement.LOOK).one(connection, values, row -> {
                    ReadStreams.checkServer(owner, row.getString("server"));
                    checkWritable(row);
                    return Work.read(row);
                }));
        state.retain(work.shards());
        outlets.reach(work.settingsVersion());
        UpkeepRound round = new UpkeepRound();
        round.run(() -> round.foundJobs(settings(state, work.settingsVersion())));
        if (work.due()) {
            round.run(() -> queueDue(round));
        }
        if (work.requested()) {
            round.run(() -> requests.cancel(owner, state, round));
            round.run(() -> requests.release(owner, state, round));
        }
        if (work.expired()) {
            round.run(() -> expired(owner, state, round));
        }
        if (work.scheduledExpired()) {
            round.run(() -> endScheduled(owner, state, round));
        }
        round.run(() -> old(owner, state, round));
        round.run(() -> deferredGroups.run(owner, state, round));
        round.run(() -> deleted.end(owner, state, round));
        return round.result(!work.scheduled() && state.isIdle());
    }

    /** After a failover, reads may still be answered where nothing can be recorded. */
    private static void checkWritable(ResultSet row) throws SQLException {
        if (row.getBoolean("read_only")) {
            throw new SQLException("the database is read-only, so that no delivery can be recorded");
        }
    }

    private boolean settings(JobSourceState state, long version) throws SourceException {
        if (!state.knowsSettingsVersion() || state.settingsVersion() == version) {
            return false;
        }
        state.changed(reads.settingsAfter(state.settingsVersion()), version);
        return true;
    }

    private void queueDue(UpkeepRound round) throws SourceException {
        try {
            int queued = jobs.queueDue(MOST_QUEUED);
            round.foundJobs(queued > 0);
            round.hasMore(queued == MOST_QUEUED);
        } catch (StoreException e) {
            throw new SourceException("could not queue scheduled jobs: " + e.getMessage(), e);
        }
    }

    private List<OldRow> find(UpkeepStatement statement, Map<String, Object> values) throws SourceException {
        return statements.read(
                "look for jobs that expired",
                connection -> UpkeepSql.sql(statement).list(connection, values, OldRow::read));
    }

    private void expired(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        Map<String, Object> values =
                Map.of("shards", state.shards().bits(), "undecided", endings.undecided(), "most", MOST_ENDED);
        List<OldRow> rows = find(UpkeepStatement.EXPIRED, values);
        int ended = end(owner, state, rows, JobExpiry.REASON);
        round.hasMore(rows.size() == MOST_ENDED && ended > 0);
    }

    /** @return how many have left the queue */
    private int end(Incarnation owner, JobSourceState state, List<OldRow> rows, String reason) throws SourceException {
        List<QueueKey> held =
                rows.stream().filter(OldRow::held).map(OldRow::key).toList();
        if (!held.isEmpty()) {
            deferred.deferUnread(owner, state, held);
        }
        Map<QueueKey, String> ending = new HashMap<>();
        rows.stream().filter(row -> row.over() && !row.held()).forEach(row -> ending.put(row.key(), reason));
        return held.size() + ends.end(owner, state, ending);
    }

    private void endScheduled(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        Map<String, Object> values = Map.of(
                "owner",
                owner.value(),
                "shards",
                state.shards().bits(),
                "most",
                MOST_ENDED,
                "reason",
                JobExpiry.REASON);
        int ended = statements.writeOnce(
                "end scheduled jobs",
                owner,
                connection -> UpkeepSql.sql(UpkeepStatement.END_SCHEDULED)
                        .one(connection, values, row -> row.getInt("ended")));
        round.hasMore(ended == MOST_ENDED);
    }

    /** Ends what is older than its subscription allows now. After a takeover, all streams are looked at. */
    private void old(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        for (int look = 0; look < MOST_LOOKS; look++) {
            Map<Long, Integer> ages = state.toLookForOld(MOST_STREAMS);
            int found = ages.size();
            learn(state, ages);
            boolean more = !ages.isEmpty() && old(owner, state, ages);
            if (more) {
                round.hasMore(true);
                return;
            }
            if (found < MOST_STREAMS) {
                return;
            }
        }
        round.hasMore(true);
    }

    /** Leaves those streams whose settings are known, or were found. */
    private void learn(JobSourceState state, Map<Long, Integer> ages) throws SourceException {
        List<Long> unknown = new ArrayList<>();
        ages.forEach((stream, age) -> {
            if (age == 0) {
                unknown.add(stream);
            }
        });
        if (!unknown.isEmpty()) {
            if (!state.knowsSettingsVersion()) {
                state.firstSettingsVersion(reads.settingsVersion());
            }
            long version = state.settingsVersion();
            state.learned(unknown, reads.settings(unknown), version);
            ages.putAll(state.toLookForOld(MOST_STREAMS));
            ages.values().removeIf(age -> age == 0);
        }
    }

    /**
     * Looks at the first rows of streams, and at more of those that have old ones.
     *
     * @return whether there may be more to end
     */
    private boolean old(Incarnation owner, JobSourceState state, Map<Long, Integer> ages) throws SourceException {
        List<OldRow> first = find(UpkeepStatement.AGED, agedValues(ages, LOOKED_AT));
        Map<Long, Integer> over = new HashMap<>();
        first.stream()
                .filter(OldRow::over)
                .forEach(row -> over.put(row.key().stream(), ages.getOrDefault(row.key().stream(), 0)));
        Set<Long> piece = over.keySet().stream().limit(MOST_ENDING).collect(Collectors.toSet());
        Set<Long> full = new HashSet<>(over.keySet());
        full.removeAll(piece);
        over.keySet().retainAll(piece);
        List<OldRow> rows = over.isEmpty() ? List.of() : find(UpkeepStatement.AGED, agedValues(over, MOST_OF_STREAM));
        end(owner, state, rows, JobExpiry.REASON);
        Map<Long, Integer> counts = new HashMap<>();
        rows.forEach(row -> counts.merge(row.key().stream(), row.over() ? 1 : 0, Integer::sum));
        counts.forEach((stream, count) -> {
            if (count == MOST_OF_STREAM) {
                full.add(stream);
            }
        });
        Map<Long, Long> oldest = new HashMap<>();
        Stream.concat(first.stream(), rows.stream())
                .filter(row -> !row.over())
                .forEach(row -> oldest.merge(row.key().stream(), row.acceptedAt(), Math::min));
        ages.forEach((stream, age) -> state.lookForOldAt(
                stream, nextLook(state, full.contains(stream), over.containsKey(stream), oldest.get(stream), age)));
        return !full.isEmpty();
    }

    /** @param oldest when the oldest row was accepted that may stay; null if there is none */
    private static long nextLook(JobSourceState state, boolean full, boolean over, @Nullable Long oldest, int age) {
        if (full) {
            return state.now();
        }
        long next = oldest == null
                ? Long.MAX_VALUE
                : oldest + Duration.ofSeconds(age).toMillis();
        long again = state.now() + LEAST_PAUSE;
        return over ? Math.min(again, next) : Math.max(again, next);
    }

    private static Map<String, Object> agedValues(Map<Long, Integer> ages, int most) {
        List<Long> streams = List.copyOf(ages.keySet());
        return Map.of(
                "streams", streams.toArray(Long[]::new),
                "ages", streams.stream().map(it -> ages.getOrDefault(it, 0)).toArray(Integer[]::new),
                "most", most);
    }
}
