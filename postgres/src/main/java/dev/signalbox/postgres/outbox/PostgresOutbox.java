package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.OutboxLayout;
import java.util.ArrayList;
import java.util.List;

/** An outbox table on PostgreSQL whose rows carry their state. */
public final class PostgresOutbox implements ClaimSource {
    private static final System.Logger LOG = System.getLogger(PostgresOutbox.class.getName());

    private final OutboxLayout layout;
    private final OutboxSettings settings;
    private final OutboxAccess access;
    private final HoldingsByOwner holdings;
    private final LookAhead lookAhead = new LookAhead();
    private final ClaimRows claims;
    private final SettleRows settlements;
    private final RecoverRows recovery;
    private final MarkSuspects marks;
    private final SweepRows sweep;

    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads for reading what needs no fence
     */
    public PostgresOutbox(
            OutboxLayout layout, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        this.layout = layout;
        this.settings = settings;
        this.access = new OutboxAccess(layout, fence, reads, settings);
        this.holdings = new HoldingsByOwner(access.holding());
        this.claims = new ClaimRows(access, settings, relay, lookAhead);
        this.settlements = new SettleRows(access, settings, relay, lookAhead);
        this.recovery = new RecoverRows(access, settings, relay);
        this.marks = new MarkSuspects(access.statements(), relay);
        this.sweep = new SweepRows(access);
    }

    /**
     * Looks whether the table is there and may be used.
     *
     * @return what works, but slower than it should; also logged
     * @throws SourceException naming all that is missing
     */
    public List<String> check() throws SourceException {
        List<String> warnings = new ArrayList<>(access.learn().table().warnings());
        if (access.holding() != settings.holding()) {
            warnings.add("holding: 'own' needs the schema signalbox, which is not there: rows are marked instead");
        }
        for (String warning : warnings) {
            LOG.log(System.Logger.Level.WARNING, "outbox table {0}: {1}", layout.table(), warning);
        }
        return warnings;
    }

    @Override
    public Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        Holdings held = holdings.of(owner);
        recovery.giveBackDoubtful(owner, held);
        return claims.claim(owner, held, request);
    }

    @Override
    public Settled settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, holdings.of(owner), verdicts);
    }

    @Override
    public Recovered recover(Incarnation owner) throws SourceException {
        Recovered recovered = recovery.recover(owner, holdings.of(owner));
        if (recovered.total() > 0) {
            lookAhead.forgetAll();
        }
        return recovered;
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return marks.mark(owner, ids);
    }

    @Override
    public Swept sweep(Incarnation owner) throws SourceException {
        return settings.retention() instanceof Retention.DeleteAfter(var keep)
                ? sweep.sweep(owner, keep)
                : Swept.NOTHING;
    }

    /** Nothing to give up: connections belong to the fence and to the data source. */
    @Override
    public void close() {}
}
