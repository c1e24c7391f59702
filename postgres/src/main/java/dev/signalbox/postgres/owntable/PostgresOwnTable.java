package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.StateByOwner;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.MarkSuspectsInFlight;
import dev.signalbox.postgres.outbox.PostgresSideRecords;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Signalbox's own outbox table: the owner of a shard reads its rows in order, and deletes them once delivered. */
public final class PostgresOwnTable implements ClaimSource {
    public static final TableName DEFAULT_NAME = new TableName(null, "signalbox_outbox");

    private static final System.Logger LOG = System.getLogger(PostgresOwnTable.class.getName());

    private final TableName table;
    private final String relay;
    private final FencedStatements statements;
    private final StateByOwner<OwnTableState> states;
    private final ClaimOwnedRows claims;
    private final SettleOwnedRows settlements;
    private final RecoverClaims recovery;
    private final MarkSuspectsInFlight marks;
    private final ColumnLimits columnLimits;
    private volatile @Nullable OwnTableSql sql;

    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads connections for reads that need no fence
     */
    public PostgresOwnTable(
            TableName table, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        this(table, relay, fence, reads, settings, ReadAheadBuffer.BufferLimits.DEFAULTS);
    }

    PostgresOwnTable(
            TableName table,
            String relay,
            Fence fence,
            ConnectionLender reads,
            OutboxSettings settings,
            ReadAheadBuffer.BufferLimits limits) {
        this.table = table;
        this.relay = relay;
        this.columnLimits = settings.limits();
        this.statements = new FencedStatements(table.toString(), fence, reads);
        this.states = new StateByOwner<>(_ -> new OwnTableState(settings.ordering(), limits));
        this.claims = new ClaimOwnedRows(statements, new ReadRows(statements, settings), relay);
        this.settlements = new SettleOwnedRows(statements, settings, relay);
        this.recovery = new RecoverClaims(statements, relay);
        this.marks = new MarkSuspectsInFlight(statements, () -> PostgresSideRecords.marking(relay));
    }

    /** The statements that create the table and its companion for failed messages, if they do not exist. */
    public static String ddl(TableName table) {
        PostgresOwnTableDdl ddl = new PostgresOwnTableDdl(table);
        return Stream.concat(ddl.table().stream(), ddl.failed().stream())
                .collect(Collectors.joining(";\n\n", "", ";\n"));
    }

    /** The companion table for failed messages. */
    public static TableName failed(TableName table) {
        return new TableName(table.schema(), table.table() + "_failed");
    }

    /**
     * Checks that the table exists and is usable.
     *
     * @return what works, but slowly; also logged
     * @throws SourceException that names everything that is missing
     */
    public List<String> check() throws SourceException {
        refuse(OwnTableInspection.problemsOf(table));
        OwnTableInspection shape =
                statements.read("look at the columns", connection -> OwnTableInspection.inspect(connection, table));
        refuse(shape.problems(table));
        sql = new OwnTableSql(table, shape.asciiDatabase(), columnLimits);
        for (String warning : shape.warnings()) {
            LOG.log(System.Logger.Level.WARNING, "outbox table {0}: {1}", table, warning);
        }
        return shape.warnings();
    }

    private void refuse(List<String> problems) throws SourceException {
        if (!problems.isEmpty()) {
            throw new SourceException("outbox table %s cannot be used: %s".formatted(table, String.join("; ", problems))
                    + "; 'signalbox schema sql' says how to make it");
        }
    }

    private OwnTableSql sql() throws SourceException {
        if (sql == null) {
            check();
        }
        return Objects.requireNonNull(sql);
    }

    @Override
    public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        return claims.claim(owner, sql(), states.of(owner), request);
    }

    /** Drops the state of shards that this owner did not own until now, so that they are read from the beginning. */
    @Override
    public void gained(Incarnation owner, Shards shards) {
        states.of(owner).gained(shards);
    }

    @Override
    public SettleResult settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, sql(), states.of(owner), verdicts);
    }

    @Override
    public RecoveryResult recover(Incarnation owner) throws SourceException {
        return recovery.recover(owner, sql(), states.of(owner));
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        OwnTableState owned = states.of(owner);
        List<RowKey> keys =
                ids.stream().map(owned::keyOf).filter(Objects::nonNull).toList();
        return marks.mark(owner, keys.stream().map(RowKey::toString).toList(), alone);
    }

    @Override
    public void endAlone(Incarnation owner, String id) throws SourceException {
        RowKey key = states.of(owner).keyOf(id);
        if (key != null && statements.byLeaseRow()) {
            statements.write("end being alone in flight", owner, connection -> {
                PostgresSideRecords.endAlone(connection, owner, relay, key.toString());
                return true;
            });
        }
    }

    /** Does nothing: delivered rows are deleted at once, and failed ones stay until an operator retries or discards them. */
    @Override
    public SweepResult sweep(Incarnation owner) {
        return SweepResult.NOTHING;
    }

    /** Does nothing: connections belong to the fence and to the data source. */
    @Override
    public void close() {}
}
