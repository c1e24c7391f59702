package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.DeletedSubscription;
import dev.signalbox.platform.delivery.JobExpiry;
import dev.signalbox.platform.delivery.OutletSettings;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.postgres.delivery.DeferredRows.DeferredGroup;
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
 * more end, groups go on, and changed settings are noticed. Each step is bounded, and what is left is done in the next.
 */
final class Upkeep {
    private static final int MOST_ENDED = 500;
    private static final int MOST_STREAMS = 500;
    private static final int ROUNDS = 20;
    private static final int LOOKED_AT = 10;
    private static final int MOST_ENDING = 10;
    private static final int MOST_OF_STREAM = 500;
    private static final int MOST_QUEUED = 1_000;
    private static final int RELEASE = 2;

    /** A stream whose old rows are in flight, or too many for one step, is looked at again after this time. */
    private static final long LEAST_PAUSE = 500;

    private final FencedStatements statements;
    private final ReadStreams reads;
    private final DeferredRows deferred;
    private final EndJobs ends;
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
        this.ends = new EndJobs(statements, endings);
        this.jobs = jobs;
        this.outlets = outlets;
    }

    private record Work(
            long settingsVersion,
            boolean scheduled,
            boolean due,
            boolean scheduledExpired,
            boolean expired,
            boolean requested,
            String server) {
        static Work read(ResultSet row) throws SQLException {
            return new Work(
                    row.getLong("settings_version"),
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

    private record Request(QueueKey key, int kind, String group, String reason, boolean ended) {
        static Request read(ResultSet row) throws SQLException {
            QueueKey key = new QueueKey(row.getLong("stream"), row.getLong("position"), row.getLong("job"));
            String group = row.getString("message_group");
            String reason = row.getString("reason");
            return new Request(
                    key,
                    row.getInt("kind"),
                    group == null ? "" : group,
                    reason == null ? "cancelled" : reason,
                    row.getBoolean("ended"));
        }
    }

    UpkeepResult run(Incarnation owner, JobSourceState state) throws SourceException {
        Work work = statements.read(
                "look for work",
                connection -> UpkeepSql.sql(UpkeepStatement.LOOK).one(connection, Map.of(), row -> {
                    ReadStreams.checkServer(owner, row.getString("server"));
                    return Work.read(row);
                }));
        outlets.reach(work.settingsVersion());
        boolean changed = settings(state, work.settingsVersion());
        if (work.due()) {
            changed |= queueDue();
        }
        if (work.requested()) {
            changed |= requests(owner, state);
        }
        if (work.expired()) {
            end(owner, state, find(UpkeepStatement.EXPIRED, expiredValues(state)), JobExpiry.REASON);
        }
        if (work.scheduledExpired()) {
            endScheduled(owner, state);
        }
        old(owner, state);
        deleted(owner, state, state.deleted());
        if (state.takeDeferredCheck()) {
            changed |= deferredGroups(owner, state);
        }
        return new UpkeepResult(changed, !changed && !work.scheduled() && state.isIdle());
    }

    private boolean settings(JobSourceState state, long version) throws SourceException {
        if (!state.knowsSettingsVersion() || state.settingsVersion() == version) {
            return false;
        }
        state.changed(reads.settingsAfter(state.settingsVersion()));
        state.settingsVersion(version);
        return true;
    }

    private boolean queueDue() throws SourceException {
        try {
            return jobs.queueDue(MOST_QUEUED) > 0;
        } catch (StoreException e) {
            throw new SourceException("could not queue scheduled jobs: " + e.getMessage(), e);
        }
    }

    private boolean requests(Incarnation owner, JobSourceState state) throws SourceException {
        Map<String, Object> values = Map.of("shards", state.shards().bits(), "most", MOST_ENDED);
        List<Request> requests = statements.read(
                "read requests",
                connection -> UpkeepSql.sql(UpkeepStatement.REQUESTS).list(connection, values, Request::read));
        Map<QueueKey, String> ending = new HashMap<>();
        Map<Integer, List<Long>> answered = new HashMap<>();
        for (Request request : requests) {
            boolean done = request.kind() == RELEASE ? release(owner, state, request) : request.ended();
            if (done) {
                answered.computeIfAbsent(request.kind(), _ -> new ArrayList<>())
                        .add(request.key().job());
            } else if (request.kind() != RELEASE) {
                ending.put(request.key(), request.reason());
            }
        }
        ends.end(owner, state, ending);
        for (Map.Entry<Integer, List<Long>> each : answered.entrySet()) {
            answered(owner, each.getKey(), each.getValue());
        }
        return !requests.isEmpty();
    }

    private boolean release(Incarnation owner, JobSourceState state, Request request) throws SourceException {
        long stream = request.key().stream();
        return deferred.release(owner, stream, request.group(), holds(state, stream));
    }

    private boolean holds(JobSourceState state, long stream) throws SourceException {
        StreamSettings settings = state.settingsOf(stream);
        if (settings == null) {
            settings = reads.settings(List.of(stream)).get(stream);
        }
        return settings == null || settings.holds();
    }

    private void answered(Incarnation owner, int kind, List<Long> requests) throws SourceException {
        Map<String, Object> values =
                Map.of("owner", owner.value(), "kind", kind, "jobs", requests.toArray(Long[]::new));
        statements.writeOnce(
                "confirm requests",
                owner,
                connection -> UpkeepSql.sql(UpkeepStatement.ANSWERED).update(connection, values));
    }

    private List<OldRow> find(UpkeepStatement statement, Map<String, Object> values) throws SourceException {
        return statements.read(
                "look for jobs that expired",
                connection -> UpkeepSql.sql(statement).list(connection, values, OldRow::read));
    }

    private static Map<String, Object> expiredValues(JobSourceState state) {
        return Map.of("shards", state.shards().bits(), "most", MOST_ENDED);
    }

    private void end(Incarnation owner, JobSourceState state, List<OldRow> rows, String reason) throws SourceException {
        List<QueueKey> held =
                rows.stream().filter(OldRow::held).map(OldRow::key).toList();
        if (!held.isEmpty()) {
            deferred.deferUnread(owner, state, held);
        }
        Map<QueueKey, String> ending = new HashMap<>();
        rows.stream().filter(row -> row.over() && !row.held()).forEach(row -> ending.put(row.key(), reason));
        ends.end(owner, state, ending);
    }

    private void endScheduled(Incarnation owner, JobSourceState state) throws SourceException {
        Map<String, Object> values = Map.of(
                "owner",
                owner.value(),
                "shards",
                state.shards().bits(),
                "most",
                MOST_ENDED,
                "reason",
                JobExpiry.REASON);
        statements.writeOnce(
                "end scheduled jobs",
                owner,
                connection -> UpkeepSql.sql(UpkeepStatement.END_SCHEDULED)
                        .one(connection, values, row -> row.getInt("ended")));
    }

    /** Ends what is older than its subscription allows now. After a takeover, all streams are looked at. */
    private void old(Incarnation owner, JobSourceState state) throws SourceException {
        for (int round = 0; round < ROUNDS; round++) {
            Map<Long, Integer> ages = state.toLookForOld(MOST_STREAMS);
            int found = ages.size();
            learn(state, ages);
            boolean more = !ages.isEmpty() && old(owner, state, ages);
            if (found < MOST_STREAMS && !more) {
                return;
            }
        }
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
                state.settingsVersion(reads.settingsVersion());
            }
            state.learned(unknown, reads.settings(unknown));
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

    /** Ends the jobs of subscriptions that are gone, in pieces. */
    private void deleted(Incarnation owner, JobSourceState state, List<Long> streams) throws SourceException {
        if (streams.isEmpty()) {
            return;
        }
        List<Long> piece = streams.stream().limit(MOST_ENDING).toList();
        List<OldRow> rows = new ArrayList<>(find(UpkeepStatement.AGED, agedValues(noAge(piece), MOST_OF_STREAM)));
        Set<Long> empty = new HashSet<>(piece);
        rows.forEach(row -> empty.remove(row.key().stream()));
        rows.addAll(
                find(UpkeepStatement.DEFERRED_OF, Map.of("streams", piece.toArray(Long[]::new), "most", MOST_ENDED)));
        Map<QueueKey, String> ending = new HashMap<>();
        rows.forEach(row -> ending.put(row.key(), DeletedSubscription.REASON));
        ends.end(owner, state, ending);
        state.emptied(empty);
    }

    /** So that all rows of these streams are too old. */
    private static Map<Long, Integer> noAge(List<Long> streams) {
        return streams.stream().collect(Collectors.toMap(stream -> stream, _ -> 0));
    }

    /** After a takeover and after changes of subscriptions: groups that need not stand any more go on. */
    private boolean deferredGroups(Incarnation owner, JobSourceState state) throws SourceException {
        boolean any = false;
        List<DeferredGroup> page = deferred.groupsAfter(StreamState.BOTTOM, "");
        while (!page.isEmpty()) {
            Set<Long> streams = new HashSet<>();
            page.forEach(group -> streams.add(group.stream()));
            Map<Long, StreamSettings> settings = reads.settings(streams);
            Set<Long> gone = new HashSet<>();
            for (DeferredGroup group : page) {
                if (state.owns(group.stream())) {
                    StreamSettings known = settings.get(group.stream());
                    boolean deleted = group.stream() > 0 && (known == null || known.deleted());
                    boolean holds = known == null || known.holds();
                    if (deleted) {
                        gone.add(group.stream());
                    } else if (!group.held() || !holds) {
                        deferred.release(owner, group.stream(), group.group(), holds);
                        any = true;
                    }
                }
            }
            deleted(owner, state, List.copyOf(gone));
            DeferredGroup last = page.getLast();
            page = deferred.isLastPage(page) ? List.of() : deferred.groupsAfter(last.stream(), last.group());
        }
        return any;
    }
}
