package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.StateByOwner;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.outbox.MarkSuspectsInFlight;
import dev.signalbox.platform.delivery.AttemptJournal;
import dev.signalbox.platform.delivery.OutletSettings;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of the platform as messages: the owner of a stream reads its rows in order, hands them out, and records what became
 * of them. Each stream is an outlet.
 */
public final class PostgresJobSource implements ClaimSource {
    /** The relay under whose name shards, claims and suspects are recorded. */
    public static final String RELAY = StreamShards.RELAY;

    private final FencedStatements statements;
    private final StateByOwner<JobSourceState> states;
    private final ClaimJobs claims;
    private final SettleJobs settlements;
    private final RecoverJobs recovery;
    private final Upkeep upkeep;
    private final MarkSuspectsInFlight marks;
    private volatile @Nullable Incarnation current;

    /**
     * @param reads connections for reads that need no fence
     * @param jobs queues scheduled jobs
     * @param journal what the sink writes about attempts
     * @param outlets is asked to learn the streams of direct jobs
     * @param clock the relay's
     */
    public PostgresJobSource(
            Fence fence,
            ConnectionLender reads,
            JobStore jobs,
            AttemptJournal journal,
            OutletSettings outlets,
            Clock clock) {
        this.statements = new FencedStatements(RELAY, fence, reads);
        JobEndings endings = new JobEndings(journal);
        this.states = new StateByOwner<>(_ -> {
            endings.clear();
            outlets.forgetVersion();
            return new JobSourceState(clock);
        });
        ReadStreams streams = new ReadStreams(statements);
        DeferredRows deferred = new DeferredRows(statements);
        this.claims = new ClaimJobs(statements, streams, deferred, endings, outlets);
        this.settlements = new SettleJobs(statements, endings, clock);
        this.recovery = new RecoverJobs(statements);
        this.upkeep = new Upkeep(statements, streams, deferred, endings, jobs, outlets);
        this.marks = new MarkSuspectsInFlight(statements, () -> PostgresSideRecords.marking(RELAY));
    }

    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        current = owner;
        return claims.claim(owner, states.of(owner), request);
    }

    /** Drops the state of shards that this owner did not own until now, so that their streams are read from the beginning. */
    @Override
    public void gained(Incarnation owner, Shards shards) {
        states.of(owner).gained(shards);
    }

    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, states.of(owner), verdicts);
    }

    @Override
    public RecoveryResult recover(Incarnation owner) throws SourceException {
        return recovery.recover(owner, states.of(owner));
    }

    /**
     * Ends jobs that expired or are not wanted any more, gives scheduled jobs their place, releases groups, and notices changes
     * of subscriptions and pools. Call it every second from one thread while the relay runs.
     *
     * @return empty on a standby, where nothing is done
     */
    public Optional<UpkeepResult> upkeep() throws SourceException {
        Incarnation owner = current;
        if (owner == null || states.of(owner).shards().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(upkeep.run(owner, states.of(owner)));
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        JobsInFlight inFlight = states.of(owner).inFlight();
        List<String> keys = ids.stream()
                .map(inFlight::keyOf)
                .filter(Objects::nonNull)
                .map(QueueKey::toString)
                .toList();
        return marks.mark(owner, keys, alone);
    }

    @Override
    public void endAlone(Incarnation owner, String id) throws SourceException {
        QueueKey key = states.of(owner).inFlight().keyOf(id);
        if (key != null) {
            statements.write("end being alone in flight", owner, connection -> {
                PostgresSideRecords.endAlone(connection, owner, RELAY, key.toString());
                return true;
            });
        }
    }

    /** Does nothing: days are dropped by the platform's retention. */
    @Override
    public SweepResult sweep(Incarnation owner) {
        return SweepResult.NOTHING;
    }

    @Override
    public void left(Incarnation owner) {
        current = null;
    }

    /** Does nothing: connections belong to the fence and to the platform. */
    @Override
    public void close() {}
}
