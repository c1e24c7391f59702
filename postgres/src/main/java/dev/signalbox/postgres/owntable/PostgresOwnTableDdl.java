package dev.signalbox.postgres.owntable;

import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.owntable.OwnTableSql.CreateStatement;
import java.util.Arrays;
import java.util.List;

/** The statements that create a {@link PostgresOwnTable}, separate and without closing semicolons. */
public final class PostgresOwnTableDdl {
    private final OwnTableSql sql;

    public PostgresOwnTableDdl(TableName table) {
        this.sql = new OwnTableSql(table, false);
    }

    /** Creates the table if it does not exist, and its index. */
    public List<String> table() {
        return all(CreateStatement.TABLE, CreateStatement.LATE_INDEX);
    }

    /** Creates the companion for failed messages if it does not exist. */
    public List<String> failed() {
        return all(CreateStatement.FAILED, CreateStatement.FAILED_IDS, CreateStatement.FAILED_GROUPS);
    }

    /** Adds the index to a table in use; must run outside a transaction. */
    public String lateIndexBesideWriters() {
        return one(CreateStatement.LATE_INDEX_BESIDE_WRITERS);
    }

    public String groupIndex() {
        return one(CreateStatement.GROUP_INDEX);
    }

    /** Adds the group index to a table in use; must run outside a transaction. */
    public String groupIndexBesideWriters() {
        return one(CreateStatement.GROUP_INDEX_BESIDE_WRITERS);
    }

    /** Limits the columns of new rows of a table in use. */
    public String limitsBesideWriters() {
        return one(CreateStatement.LIMITS_BESIDE_WRITERS);
    }

    public static String limitsName(TableName table) {
        return table.table() + "_limits";
    }

    public static String groupIndexName(TableName table) {
        return table.table() + "_groups";
    }

    public static String lateIndexName(TableName table) {
        return table.table() + "_late";
    }

    private List<String> all(CreateStatement... statements) {
        return Arrays.stream(statements).map(this::one).toList();
    }

    private String one(CreateStatement statement) {
        return sql.get(OwnTableSql.CREATION.template(statement)).text();
    }
}
