package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OpenClaims;
import dev.signalbox.platform.delivery.AttemptReport;
import dev.signalbox.platform.delivery.DeletedSubscription;
import dev.signalbox.platform.delivery.JobExpiry;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.JobVerdict.JobOutcome;
import dev.signalbox.platform.postgres.delivery.VerdictStatement.Recorded;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Records verdicts of all kinds in one statement, with the attempts that led to them. */
record SettleJobs(FencedStatements statements, JobEndings endings, Clock clock) {
    /** A job that ends its process does so soon: one whose attempt took longer is no suspect any more, whatever came of it. */
    private static final long LONGEST_KILL = Duration.ofSeconds(1).toMillis();

    private record RowSettlement(QueueRow row, Message message, JobVerdict verdict) {
        QueueKey key() {
            return row.key();
        }

        /** Whether the job has shown that it does not end its process. */
        boolean isHarmless() {
            return verdict.outcome() != JobOutcome.RELEASED
                    || verdict.reports().stream().anyMatch(it -> it.durationMillis() > LONGEST_KILL);
        }
    }

    SettleResult settle(Incarnation owner, JobSourceState state, List<Settlement> settlements) throws SourceException {
        List<RowSettlement> ours = ours(state, settlements);
        if (ours.isEmpty()) {
            return SettleResult.NOTHING;
        }
        OpenClaims claims = state.inFlight().claims();
        List<Long> empty = claims.begin();
        Recorded recorded;
        try {
            VerdictStatement statement = statement(owner, state, ours, empty);
            recorded = statement.write(statements, "settle jobs", owner);
        } catch (SourceException | RuntimeException | Error e) {
            claims.failed(empty);
            throw e;
        }
        Set<String> done = new HashSet<>();
        ours.forEach(it -> {
            if (remember(state, it, recorded)) {
                done.add(it.message().id());
            }
        });
        claims.settled(ours.stream().map(RowSettlement::message).toList());
        endClaims(owner, state, claims.done());
        return SettleResult.all(done);
    }

    private VerdictStatement statement(
            Incarnation owner, JobSourceState state, List<RowSettlement> ours, List<Long> empty) {
        List<Long> ended = new ArrayList<>(empty);
        ended.addAll(state.inFlight()
                .claims()
                .endedBy(ours.stream().map(RowSettlement::message).toList()));
        List<String> landed = suspects(state, ours, false);
        List<String> cleared = suspects(state, ours, true);
        Set<Long> ending = ours.stream()
                .filter(it -> endings.reason(it.key()) != null)
                .map(it -> it.key().job())
                .collect(Collectors.toSet());
        return new VerdictStatement(
                        owner, ours.stream().map(RowSettlement::verdict).toList())
                .endsClaims(ended)
                .suspects(landed, cleared)
                .ending(ending);
    }

    private static List<String> suspects(JobSourceState state, List<RowSettlement> ours, boolean harmless) {
        return ours.stream()
                .filter(it -> it.isHarmless() == harmless)
                .filter(it -> state.inFlight().isSuspect(it.key()))
                .map(it -> it.key().toString())
                .toList();
    }

    /** Sorted by place, so that two statements never wait for each other. */
    private List<RowSettlement> ours(JobSourceState state, List<Settlement> settlements) {
        List<RowSettlement> ours = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) {
            QueueRow row = state.inFlight().rowOf(settlement.message());
            if (row != null) {
                JobVerdict verdict = verdict(state, row, settlement);
                ours.add(new RowSettlement(row, settlement.message(), verdict));
            }
        }
        ours.sort(Comparator.comparing(RowSettlement::key));
        return ours;
    }

    private JobVerdict verdict(JobSourceState state, QueueRow row, Settlement settlement) {
        List<AttemptReport> reports = endings.reports(row.key());
        boolean attempted = !reports.isEmpty();
        int attempts = settlement.message().attempts();
        String ending = endings.reason(row.key());
        if (ending != null && !(settlement.verdict() instanceof Verdict.Complete)) {
            boolean counts = attempted && !(settlement.verdict() instanceof Verdict.Release);
            return new JobVerdict(row.key(), JobOutcome.CANCELLED, attempts, counts, 0, ending, reports);
        }
        return switch (settlement.verdict()) {
            case Verdict.Complete() ->
                new JobVerdict(row.key(), JobOutcome.COMPLETED, attempts, true, 0, null, reports);
            case Verdict.Release() -> new JobVerdict(row.key(), JobOutcome.RELEASED, attempts, false, 0, null, reports);
            case Verdict.RetryAt(long at, String reason) ->
                new JobVerdict(row.key(), JobOutcome.RETRIED, attempts, true, delayUntil(at), reason, reports);
            case Verdict.Park(String reason)
            when JobExpiry.isExpiry(reason) || DeletedSubscription.is(reason) ->
                JobVerdict.cancelled(row.key(), attempts, reason, reports);
            case Verdict.Park(String reason) -> {
                boolean holds = row.group() != null && state.holds(row.key().stream());
                JobOutcome outcome = holds ? JobOutcome.GIVEN_UP_AND_HELD : JobOutcome.GIVEN_UP;
                yield new JobVerdict(row.key(), outcome, attempts, attempted, 0, reason, reports);
            }
        };
    }

    /** The relay's clock decides how long; the database's, when that is. */
    private long delayUntil(long at) {
        return Duration.ofNanos(Clock.between(clock.nanos(), at)).toMillis();
    }

    /** @return whether the verdict is recorded */
    private boolean remember(JobSourceState state, RowSettlement settlement, Recorded recorded) {
        JobVerdict verdict = settlement.verdict();
        boolean changed = recorded.changed().contains(settlement.key().job());
        boolean endedBefore = endings.letGo(settlement.key());
        QueueRow row = settlement.row();
        if (settlement.isHarmless()) {
            state.inFlight().cleared(row.key());
        }
        if (!recorded.owned() || endedBefore || verdict.outcome().leavesQueue()) {
            if (recorded.owned() && verdict.outcome() == JobOutcome.GIVEN_UP_AND_HELD) {
                state.stands(row);
            }
            state.finish(row, verdict.outcome() != JobOutcome.COMPLETED);
        } else if (verdict.outcome() == JobOutcome.RETRIED) {
            state.comeBack(row.failed(state.now() + verdict.delayMillis()));
        } else {
            state.comeBack(row);
        }
        // A completed row that is missing was deleted by an earlier attempt whose answer was lost
        boolean known =
                endedBefore || verdict.outcome() == JobOutcome.RELEASED || verdict.outcome() == JobOutcome.COMPLETED;
        return recorded.owned() && (changed || known);
    }

    private void endClaims(Incarnation owner, JobSourceState state, List<Long> claims) {
        if (claims.isEmpty()) {
            return;
        }
        try {
            statements.writeOnce("end claims", owner, connection -> {
                PostgresSideRecords.endClaims(connection, owner, StreamShards.RELAY, claims);
                return true;
            });
        } catch (SourceException e) {
            // All jobs of these claims are settled, so their records can wait for the next recovery
            claims.forEach(state.inFlight()::addUnanswered);
        }
    }
}
