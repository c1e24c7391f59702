package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.DeferredRows.DeferredGroup;
import dev.signalbox.platform.postgres.delivery.UpkeepSql.UpkeepStatement;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks through the groups that were held, after a takeover and after changes of subscriptions: what need not wait any more goes
 * on. A round does a piece. What fails is done again in the next one, because a step counts only when it has succeeded.
 */
final class CheckDeferredGroups {
    private static final int MOST_ROWS = 5_000;
    private static final int MOST_STATEMENTS = 100;
    private static final int MOST_RELEASING = 1_000;
    private static final int MOST_FORGOTTEN = 1_000;
    private static final DeferredGroup START = new DeferredGroup(StreamState.BOTTOM, "", false);

    /** What a pass does, in this order. */
    private enum Phase {
        NOTHING,
        FORGET_GIVEN_UP,
        LOOK_THROUGH
    }

    private final FencedStatements statements;
    private final ReadStreams reads;
    private final DeferredRows deferred;
    private final EndDeletedJobs deleted;
    private final StreamModes modes;

    private Phase phase = Phase.NOTHING;
    private boolean wantedAgain;
    private DeferredGroup last = START;
    /** Groups that go on and may have more rows, in turn. */
    private final Set<DeferredGroup> releasing = new LinkedHashSet<>();

    CheckDeferredGroups(
            FencedStatements statements,
            ReadStreams reads,
            DeferredRows deferred,
            EndDeletedJobs deleted,
            StreamModes modes) {
        this.statements = statements;
        this.reads = reads;
        this.deferred = deferred;
        this.deleted = deleted;
        this.modes = modes;
    }

    void run(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        wantedAgain |= state.takeDeferredCheck();
        if (phase == Phase.NOTHING && wantedAgain) {
            wantedAgain = false;
            phase = Phase.FORGET_GIVEN_UP;
            last = START;
        }
        if (phase == Phase.FORGET_GIVEN_UP && forgetGivenUp(owner, state) < MOST_FORGOTTEN) {
            phase = Phase.LOOK_THROUGH;
        }
        if (phase == Phase.LOOK_THROUGH && releasing.size() < MOST_RELEASING) {
            lookThrough(state);
        }
        release(owner, state, round);
        round.hasMore(phase != Phase.NOTHING || wantedAgain || !releasing.isEmpty());
    }

    /** Jobs that were given up hold no group of a subscription that is deleted, or does not block any more. */
    private int forgetGivenUp(Incarnation owner, JobSourceState state) throws SourceException {
        Map<String, Object> values = Map.of(
                "owner",
                owner.value(),
                "relay",
                StreamShards.RELAY,
                "shards",
                state.shards().bits(),
                "most",
                MOST_FORGOTTEN);
        return statements.writeOnce(
                "forget jobs that hold no group",
                owner,
                connection -> UpkeepSql.sql(UpkeepStatement.FORGET_GIVEN_UP)
                        .one(connection, values, row -> row.getInt("forgotten")));
    }

    /** Finds the groups of the next page that go on, and the streams whose subscription is gone. */
    private void lookThrough(JobSourceState state) throws SourceException {
        List<DeferredGroup> page = deferred.groupsAfter(last.stream(), last.group());
        Set<Long> streams = new HashSet<>();
        page.forEach(group -> streams.add(group.stream()));
        Map<Long, StreamSettings> settings = streams.isEmpty() ? Map.of() : reads.settings(streams);
        for (DeferredGroup group : page) {
            StreamSettings known = settings.get(group.stream());
            if (state.owns(group.stream())) {
                if (group.stream() > 0 && (known == null || known.deleted())) {
                    deleted.found(List.of(group.stream()));
                } else if (!group.held() || (known != null && !known.holds())) {
                    releasing.add(group);
                }
            }
        }
        if (deferred.isLastPage(page)) {
            phase = Phase.NOTHING;
        } else {
            last = page.getLast();
        }
    }

    private void release(Incarnation owner, JobSourceState state, UpkeepRound round) throws SourceException {
        // Those of other shards are found again when their shard is gained.
        releasing.removeIf(group -> !state.owns(group.stream()));
        int rows = 0;
        for (DeferredGroup group : releasing.stream().limit(MOST_STATEMENTS).toList()) {
            int released = deferred.release(owner, group.stream(), group.group(), modes.holds(state, group.stream()));
            round.foundJobs(released > 0);
            releasing.remove(group);
            if (released == DeferredRows.PIECE) {
                releasing.add(group);
            }
            rows += released;
            if (rows >= MOST_ROWS) {
                return;
            }
        }
    }
}
