package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
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
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.outbox.MarkSuspects;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.postgres.outbox.Suspects;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Signalbox's own outbox table: its rows are read in order by whoever owns their shard, and deleted when delivered. */
public final class SignalboxTable implements ClaimSource {
    /** Where it is unless a configuration says otherwise. */
    public static final TableName DEFAULT_NAME = new TableName(null, "signalbox_outbox");

    private static final System.Logger LOG = System.getLogger(SignalboxTable.class.getName());

    private final TableName table;
    private final FencedStatements statements;
    private final OwnedRowsByOwner knowledge;
    private final HandOut handOut;
    private final SettleVerdicts settlements;
    private final RecoverClaims recovery;
    private final MarkSuspects marks;
    private volatile @Nullable TableSql sql;

    /**
     * @param relay the name under which claims and suspects are recorded: the qualified table, as text
     * @param reads for reading what needs no fence
     */
    public SignalboxTable(TableName table, String relay, Fence fence, ConnectionLender reads, OutboxSettings settings) {
        this(table, relay, fence, reads, settings, Backlog.Limits.DEFAULTS);
    }

    SignalboxTable(
            TableName table,
            String relay,
            Fence fence,
            ConnectionLender reads,
            OutboxSettings settings,
            Backlog.Limits limits) {
        this.table = table;
        this.statements = new FencedStatements(table.toString(), fence, reads);
        this.knowledge = new OwnedRowsByOwner(() -> new OwnedRows(settings.ordering(), limits));
        this.handOut = new HandOut(statements, new ReadRows(statements, settings), relay);
        this.settlements = new SettleVerdicts(statements, settings, relay);
        this.recovery = new RecoverClaims(statements, relay);
        this.marks = new MarkSuspects(statements, () -> Suspects.marking(relay));
    }

    /** The statements that create the table and its companion for failed messages, where they do not exist. */
    public static String ddl(TableName table) {
        TableDdl ddl = new TableDdl(table);
        return Stream.concat(ddl.table().stream(), ddl.failed().stream())
                .collect(Collectors.joining(";\n\n", "", ";\n"));
    }

    /** The companion that holds failed messages. */
    public static TableName failed(TableName table) {
        return TableSql.failed(table);
    }

    /**
     * Looks whether the table is there and may be used.
     *
     * @return what works, but slower than it should; also logged
     * @throws SourceException naming all that is missing
     */
    public List<String> check() throws SourceException {
        refuse(TableShape.problemsOf(table));
        TableShape shape = statements.read("look at the columns", connection -> TableShape.inspect(connection, table));
        refuse(shape.problems(table));
        sql = new TableSql(table, shape.asciiDatabase());
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

    private TableSql sql() throws SourceException {
        if (sql == null) {
            check();
        }
        return Objects.requireNonNull(sql);
    }

    @Override
    public Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        return handOut.claim(owner, sql(), knowledge.of(owner), request);
    }

    /** Forgets what is remembered of shards that were not this owner's until now, so that they are read from the bottom. */
    @Override
    public void gained(Incarnation owner, Shards shards) {
        knowledge.of(owner).gained(shards);
    }

    @Override
    public Settled settle(Incarnation owner, List<Settlement> verdicts) throws SourceException {
        return settlements.settle(owner, sql(), knowledge.of(owner), verdicts);
    }

    @Override
    public Recovered recover(Incarnation owner) throws SourceException {
        return recovery.recover(owner, sql(), knowledge.of(owner));
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        OwnedRows owned = knowledge.of(owner);
        return marks.mark(
                owner,
                ids.stream()
                        .map(owned::keyOf)
                        .filter(Objects::nonNull)
                        .map(RowKey::toString)
                        .toList());
    }

    /** Nothing to do: what was delivered is deleted at once, and what failed stays until somebody deals with it. */
    @Override
    public Swept sweep(Incarnation owner) {
        return Swept.NOTHING;
    }

    /** Nothing to give up: connections belong to the fence and to the data source. */
    @Override
    public void close() {}
}
