package dev.signalbox.postgres.owntable;

import dev.signalbox.jdbc.TableName;
import java.util.Arrays;
import java.util.List;

/** The statements that create a {@link PostgresOwnTable}, one by one and without closing semicolons. */
public final class PostgresOwnTableDdl {
    private final OwnTableSql sql;

    public PostgresOwnTableDdl(TableName table) {
        this.sql = new OwnTableSql(table, false);
    }

    /** Creates the table, where it does not exist, and its index. */
    public List<String> table() {
        return parts("table", "late_index");
    }

    /** Creates the companion for failed messages, where it does not exist. */
    public List<String> failed() {
        return parts("failed", "failed_ids", "failed_groups");
    }

    /** Adds the index to a table that is in use; not inside a transaction. */
    public String lateIndexBesideWriters() {
        return part("late_index_beside_writers");
    }

    /** Creates the index by which groups are found, where it does not exist. */
    public String groupIndex() {
        return part("group_index");
    }

    /** Adds that index to a table that is in use; not inside a transaction. */
    public String groupIndexBesideWriters() {
        return part("group_index_beside_writers");
    }

    public static String groupIndexName(TableName table) {
        return table.table() + "_groups";
    }

    public static String lateIndexName(TableName table) {
        return table.table() + "_late";
    }

    private List<String> parts(String... flags) {
        return Arrays.stream(flags).map(this::part).toList();
    }

    private String part(String flag) {
        String text = sql.get("create-table", flag).text().strip();
        return text.substring(0, text.length() - 1);
    }
}
