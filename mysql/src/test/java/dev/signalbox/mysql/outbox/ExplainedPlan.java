package dev.signalbox.mysql.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.jdbc.Sql;
import dev.signalbox.mysql.connection.MySqlTestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The server's plan for reading the table of a statement. */
record ExplainedPlan(String key, String type, String extra) {
    private static final List<String> NAMES = List.of("t", "b", "p", "outbox_events", "ProcessedEvent");

    /** Selects the row format for plans, whatever the server's default is. */
    static void traditionally(Connection connection, MySqlTestServer server) throws SQLException {
        if (!server.name().equals("mariadb")) {
            try (PreparedStatement format = connection.prepareStatement("SET explain_format = TRADITIONAL")) {
                format.execute();
            }
        }
    }

    static ExplainedPlan of(Connection connection, Sql statement, Map<String, Object> values) throws SQLException {
        Sql explained = new Sql("EXPLAIN " + statement.text(), statement.parameters());
        try (PreparedStatement prepared = explained.prepare(connection, values);
                ResultSet rows = prepared.executeQuery()) {
            while (rows.next()) {
                if (NAMES.contains(String.valueOf(rows.getString("table")))) {
                    return new ExplainedPlan(rows.getString("key"), rows.getString("type"), rows.getString("Extra"));
                }
            }
        }
        throw new AssertionError("the plan does not read the table: " + statement.text());
    }

    /** @param full whether the table has rows: the server reads an empty index from end to end */
    void assertFinds(String index, boolean full) {
        assertThat(key).isEqualTo(index);
        assertThat(type).isIn("range", "ref", "eq_ref", full ? "ref" : "index");
        assertThat(String.valueOf(extra)).doesNotContain("filesort").doesNotContain("temporary");
    }
}
