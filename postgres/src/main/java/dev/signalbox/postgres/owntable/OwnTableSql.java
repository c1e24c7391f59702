package dev.signalbox.postgres.owntable;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.SqlTemplate.NoPart;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.ColumnSize;
import dev.signalbox.postgres.outbox.OwnedRowRecovery;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this package, filled in for one table. */
final class OwnTableSql {
    enum ReadPart {
        LATE,
        HOLD_EXHAUSTED
    }

    enum SettlePart {
        LEASE,
        COMPLETES,
        FAILS,
        ENDS_CLAIMS,
        SUSPECTS
    }

    enum AdoptPart {
        LEASE
    }

    enum RowStatement {
        FETCH,
        LOOK_AGAIN
    }

    enum FailedStatement {
        RETRY_FAILED,
        DISCARD_FAILED
    }

    enum CreateStatement {
        TABLE,
        LATE_INDEX,
        LATE_INDEX_BESIDE_WRITERS,
        GROUP_INDEX,
        GROUP_INDEX_BESIDE_WRITERS,
        LIMITS_BESIDE_WRITERS,
        FAILED,
        FAILED_IDS,
        FAILED_GROUPS
    }

    private static final SqlFolder FOLDER = SqlFolder.beside(OwnTableSql.class, """
            ahead_finding ahead_group ahead_headers ahead_id ahead_memory ahead_payload ahead_type bottom failed
            failed_group failed_group_index failed_id failed_id_index failed_row_id group_index largest_key late_finding
            late_group late_headers late_id late_index late_memory late_of_all late_of_one late_payload late_type limits
            most_examined most_transactions payload row_finding row_group row_headers row_id row_memory row_type small table
            within_limits""");
    static final SqlTemplate<ReadPart> READ = FOLDER.template("read.sql", ReadPart.class);
    static final SqlTemplate<NoPart> RECORD = FOLDER.template("record.sql");
    static final SqlTemplate<SettlePart> SETTLE = FOLDER.template("settle.sql", SettlePart.class);
    static final SqlTemplate<NoPart> LOCKED = FOLDER.template("locked.sql");
    static final SqlTemplate<AdoptPart> ADOPT = FOLDER.template("adopt.sql", AdoptPart.class);
    static final NamedStatements<RowStatement> ROWS = FOLDER.statements("rows.sql", RowStatement.class);
    static final NamedStatements<FailedStatement> FAILED = FOLDER.statements("failed.sql", FailedStatement.class);
    static final NamedStatements<CreateStatement> CREATION =
            FOLDER.statements("create-table.sql", CreateStatement.class);

    static {
        FOLDER.checkAllNamesUsed();
    }

    static final int MOST_EXAMINED = 2_000;

    /** A claim has the rows' ids as shard and position. */
    private static final String CLAIMED_ROW = "t.shard = CAST(split_part(u.id, ':', 1) AS smallint)"
            + " AND t.position = CAST(split_part(u.id, ':', 2) AS bigint)";

    private record StatementVariant(SqlTemplate<?> template, Set<?> parts) {}

    private final Map<String, String> names;
    private final Map<StatementVariant, Sql> filled = new ConcurrentHashMap<>();
    private final OwnedRowRecovery recovery;

    /** The statements with the default limits of columns. */
    OwnTableSql(TableName table, boolean asciiDatabase) {
        this(table, asciiDatabase, ColumnLimits.DEFAULTS);
    }

    /** @param asciiDatabase whether to read text as bytes, because the server would refuse to send text that is not UTF-8 */
    OwnTableSql(TableName table, boolean asciiDatabase, ColumnLimits limits) {
        this.names = names(table);
        this.names.putAll(OwnTableColumns.names(limits));
        this.names.put("late_payload", payload("l", asciiDatabase));
        this.names.put("ahead_payload", payload("a", asciiDatabase));
        this.names.put("payload", payload("t", asciiDatabase));
        this.recovery = new OwnedRowRecovery(table.quoted(Quoting.POSTGRESQL), "shard", CLAIMED_ROW);
    }

    private static String payload(String alias, boolean asciiDatabase) {
        return asciiDatabase ? "convert_to(" + alias + ".payload, 'SQL_ASCII')" : alias + ".payload";
    }

    Sql get(SqlTemplate<NoPart> template) {
        return get(template, Set.of());
    }

    <P extends Enum<P>> Sql get(SqlTemplate<P> template, Set<P> parts) {
        return filled.computeIfAbsent(new StatementVariant(template, parts), _ -> template.fill(names, parts));
    }

    OwnedRowRecovery recovery() {
        return recovery;
    }

    private static Map<String, String> names(TableName table) {
        Quoting quoting = Quoting.POSTGRESQL;
        Map<String, String> names = new HashMap<>();
        names.put("table", table.quoted(quoting));
        names.put("failed", PostgresOwnTable.failed(table).quoted(quoting));
        names.put("late_index", quoting.quote(PostgresOwnTableDdl.lateIndexName(table)));
        names.put("group_index", quoting.quote(PostgresOwnTableDdl.groupIndexName(table)));
        names.put("limits", quoting.quote(PostgresOwnTableDdl.limitsName(table)));
        names.put("within_limits", ColumnSize.WITHIN_LIMITS);
        names.put("failed_id_index", quoting.quote(table.table() + "_failed_ids"));
        names.put("failed_group_index", quoting.quote(table.table() + "_failed_groups"));
        names.put("bottom", "CAST('" + ShardReadPositions.BOTTOM + "' AS bigint)");
        names.put("most_transactions", String.valueOf(ShardReadPositions.MOST_TRANSACTIONS));
        names.put("late_of_one", String.valueOf(ShardReadPositions.LATE_OF_ONE));
        names.put("late_of_all", String.valueOf(ShardReadPositions.LATE_OF_ALL));
        names.put("most_examined", String.valueOf(MOST_EXAMINED));
        return names;
    }
}
