package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.outbox.ByOwner;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An outbox table whose rows carry their state, on a database that speaks SQL. */
public abstract class JdbcOutbox implements ClaimSource {
    private static final System.Logger LOG = System.getLogger(JdbcOutbox.class.getName());

    private final OutboxLayout layout;
    private final OutboxSettings settings;
    private final OutboxAccess access;
    private final ByOwner<Holdings> holdings;
    private final LookAhead lookAhead = new LookAhead();
    private final ClaimRows claims;
    private final SettleRows settlements;
    private final RecoverRows recovery;
    private final MarkSuspects marks;
    private final SweepRows sweep;

    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param fenced for reading what needs no fence, and for all that is written
     */
    protected JdbcOutbox(
            OutboxLayout layout,
            String relay,
            FencedStatements fenced,
            OutboxSettings settings,
            OutboxInspector inspector) {
        this.layout = layout;
        this.settings = settings;
        this.access = new OutboxAccess(layout, fenced, new Terms(settings, relay, fenced.byLeaseRow()), inspector);
        ClaimNumbers numbers = new ClaimNumbers(access.holding());
        this.holdings = new ByOwner<>(_ -> new Holdings(numbers));
        this.claims = new ClaimRows(access, lookAhead);
        this.settlements = new SettleRows(access, lookAhead);
        this.recovery = new RecoverRows(access);
        this.marks = new MarkSuspects(fenced, () -> access.statements()::markInFlight);
        this.sweep = new SweepRows(access);
    }

    /**
     * Looks whether the table is there and may be used.
     *
     * @return what works, but slower than it should; also logged
     * @throws SourceException naming all that is missing
     */
    public final List<String> check() throws SourceException {
        List<String> warnings = new ArrayList<>(access.learn().warnings());
        if (access.holding() != settings.holding()) {
            warnings.add("holding: 'own' needs Signalbox's own tables, which are not there: rows are marked instead");
        }
        for (String warning : warnings) {
            LOG.log(System.Logger.Level.WARNING, "outbox table {0}: {1}", layout.table(), warning);
        }
        return warnings;
    }

    @Override
    public final Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        Holdings held = holdings.of(owner);
        recovery.giveBackDoubtful(owner, held);
        return claims.claim(owner, held, request);
    }

    @Override
    public final Settled settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, holdings.of(owner), verdicts);
    }

    @Override
    public final Recovered recover(Incarnation owner) throws SourceException {
        Recovered recovered = recovery.recover(owner, holdings.of(owner));
        if (recovered.total() > 0) {
            lookAhead.forgetAll();
        }
        return recovered;
    }

    @Override
    public final boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return marks.mark(owner, ids);
    }

    @Override
    public final Swept sweep(Incarnation owner) throws SourceException {
        Optional<Duration> stay = settings.retention().stay();
        return stay.isEmpty() ? Swept.NOTHING : sweep.sweep(owner, stay.get());
    }

    /** Nothing to give up: connections belong to the fence and to the data source. */
    @Override
    public final void close() {}
}
