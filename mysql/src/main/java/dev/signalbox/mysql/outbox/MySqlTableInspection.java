package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.mysql.lease.MySqlSideSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table in the information schema.
 *
 * @param columns empty if the table does not exist or is not visible
 * @param indexes the columns of each index, in order; an empty name is a part of a column
 * @param unique the names of the unique indexes
 * @param account our account as in a GRANT statement; empty if there are no columns
 */
record MySqlTableInspection(
        TableName table,
        Map<String, MySqlColumn> columns,
        Map<String, List<String>> indexes,
        Set<String> unique,
        String account) {
    private static final Sql COLUMNS = SqlFolder.sql(MySqlTableInspection.class, "inspect-columns.sql");
    private static final Sql INDEXES = SqlFolder.sql(MySqlTableInspection.class, "inspect-indexes.sql");
    private static final SqlTemplate<SqlTemplate.NoPart> TRY_DELETE =
            SqlFolder.beside(MySqlTableInspection.class, "table id").template("try-delete.sql");
    private static final int REFUSED = 1142;
    private static final String PRIMARY = "PRIMARY";

    /** Inspects through this connection, with the rights of its user. */
    static MySqlTableInspection read(Connection connection, TableName table) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("schema", table.schema());
        values.put("table", table.table());
        Map<String, MySqlColumn> columns = new HashMap<>();
        String account = COLUMNS.query(connection, values, row -> {
            String found = "";
            while (row.next()) {
                columns.put(row.getString("name"), column(row));
                found = MySqlSideSchema.quotedAccount(row.getString("account"));
            }
            return found;
        });
        MySqlTableInspection facts =
                new MySqlTableInspection(table, columns, new LinkedHashMap<>(), new HashSet<>(), account);
        INDEXES.each(connection, values, row -> {
            String name = row.getString("name");
            facts.indexes
                    .computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(row.getBoolean("whole") ? row.getString("column_name") : "");
            if (row.getBoolean("is_unique")) {
                facts.unique.add(name);
            }
        });
        return facts;
    }

    private static MySqlColumn column(ResultSet rows) throws SQLException {
        return new MySqlColumn(
                rows.getString("name"),
                rows.getString("type"),
                rows.getString("exact_type"),
                rows.getString("charset_name"),
                rows.getString("collation_name"),
                rows.getLong("characters"),
                rows.getLong("octets"),
                rows.getInt("fraction"),
                rows.getBoolean("updates_itself"),
                rows.getBoolean("never_null"),
                rows.getString("rights"),
                new MySqlColumn.ColumnValues(rows.getBoolean("computed"), rows.getBoolean("filled"), rest(rows)));
    }

    /** What a statement that changes the column's type repeats, because it would be lost otherwise. */
    private static String rest(ResultSet rows) throws SQLException {
        String value = rows.getString("default_value");
        String extra = rows.getString("extra");
        StringBuilder rest = new StringBuilder(rows.getBoolean("never_null") ? " NOT NULL" : " NULL");
        if (value != null) {
            rest.append(" DEFAULT ").append(value);
        }
        if (extra.contains("on update")) {
            rest.append(" ON UPDATE ").append(extra.substring(extra.indexOf("on update") + "on update ".length()));
        }
        String comment = rows.getString("comment");
        if (!comment.isEmpty()) {
            rest.append(" COMMENT '").append(comment.replace("'", "''")).append("'");
        }
        return rest.toString();
    }

    /** An index that begins with these columns, preferably the primary key. */
    @Nullable
    String index(List<String> wanted) {
        List<String> fitting = indexes.entrySet().stream()
                .filter(index -> index.getValue().size() >= wanted.size()
                        && index.getValue().subList(0, wanted.size()).equals(wanted))
                .map(Map.Entry::getKey)
                .toList();
        return fitting.contains(PRIMARY) ? PRIMARY : fitting.isEmpty() ? null : fitting.getFirst();
    }

    /** An index that makes this column unique. */
    @Nullable
    String uniqueIndex(String column) {
        List<String> fitting = unique.stream()
                .filter(index -> List.of(column).equals(indexes.get(index)))
                .sorted()
                .toList();
        return fitting.contains(PRIMARY) ? PRIMARY : fitting.isEmpty() ? null : fitting.getFirst();
    }

    /** @param column an existing column */
    boolean mayDelete(Connection connection, String column) throws SQLException {
        return mayDelete(connection, table, column);
    }

    static boolean mayDelete(Connection connection, TableName table, String column) throws SQLException {
        Sql sql = TRY_DELETE.fill(Map.of("table", table.quoted(Quoting.MYSQL), "id", Quoting.MYSQL.quote(column)));
        try {
            sql.execute(connection, Map.of());
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == REFUSED) {
                return false;
            }
            throw e;
        }
    }
}
