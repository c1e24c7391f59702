package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.StateByOwner;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** An outbox table whose rows carry their state, on a database that speaks SQL. */
public abstract class JdbcOutbox implements ClaimSource {
    private static final System.Logger LOG = System.getLogger(JdbcOutbox.class.getName());

    private final OutboxLayout layout;
    private final OutboxSettings settings;
    private final OutboxTableAccess access;
    private final StateByOwner<InFlightRows> inFlight;
    private final ReadAheadCache cache = new ReadAheadCache();
    private final ClaimRows claims;
    private final SettleRows settlements;
    private final RecoverRows recovery;
    private final MarkSuspectsInFlight marks;
    private final SweepRows sweep;

    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param fenced for unfenced reads, and for all writes
     */
    protected JdbcOutbox(
            OutboxLayout configured,
            String relay,
            FencedStatements fenced,
            OutboxSettings settings,
            OutboxInspector inspector) {
        this.layout = configured.recordedAs(relay);
        this.settings = settings;
        this.access = new OutboxTableAccess(
                layout, fenced, new OutboxContext(settings, relay, fenced.byLeaseRow()), inspector);
        // The sign of a claim's number tells a recovering node whether the rows were marked
        AtomicLong numbers = new AtomicLong();
        int step = access.context().owns() ? -1 : 1;
        this.inFlight = new StateByOwner<>(_ -> new InFlightRows(() -> numbers.addAndGet(step)));
        this.claims = new ClaimRows(access, cache, Clock.SYSTEM);
        this.settlements = new SettleRows(access, cache);
        this.recovery = new RecoverRows(access);
        this.marks = new MarkSuspectsInFlight(fenced, () -> access.statements()::markInFlight);
        this.sweep = new SweepRows(access);
    }

    /**
     * Checks whether the table exists and is usable.
     *
     * @return warnings about what works but is slow, or has no order; also logged
     * @throws SourceException with everything that is missing
     */
    public final List<String> check() throws SourceException {
        OutboxInspector.InspectedOutbox inspected = access.learn();
        List<String> warnings = new ArrayList<>(inspected.warnings().get());
        if (access.context().inOrder()) {
            IdOrder.warning(layout, access.recentRows(inspected)).ifPresent(warnings::add);
        }
        if (access.context().claimMode() != settings.claimMode()) {
            warnings.add("holding: 'own' needs Signalbox's own tables, which are not there: rows are marked instead");
        }
        for (String warning : warnings) {
            LOG.log(System.Logger.Level.WARNING, "outbox table {0}: {1}", layout.table(), warning);
        }
        return warnings;
    }

    @Override
    public final ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        InFlightRows held = inFlight.of(owner);
        recovery.releaseUnanswered(owner, held);
        return claims.claim(owner, held, request);
    }

    @Override
    public final SettleResult settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, inFlight.of(owner), verdicts);
    }

    @Override
    public final RecoveryResult recover(Incarnation owner) throws SourceException {
        RecoveryResult result = recovery.recover(owner, inFlight.of(owner));
        if (result.total() > 0) {
            cache.forgetAll();
        }
        return result;
    }

    @Override
    public final boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        InFlightRows held = inFlight.of(owner);
        return marks.mark(owner, ids.stream().filter(held::isInFlight).toList(), alone);
    }

    @Override
    public final void endAlone(Incarnation owner, String id) throws SourceException {
        if (access.context().byLeaseRow()) {
            access.write("end being alone in flight", owner, (statements, connection) -> {
                statements.endAlone(connection, owner, id);
                return true;
            });
        }
    }

    @Override
    public final SweepResult sweep(Incarnation owner) throws SourceException {
        Optional<Duration> stay = settings.retention().stay();
        return stay.isEmpty() ? SweepResult.NOTHING : sweep.sweep(owner, stay.get());
    }

    /** Nothing to release: connections belong to the fence and to the data source. */
    @Override
    public final void close() {}
}
