package dev.signalbox.testkit.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads the rows of a query as texts, to compare them in a test. */
public final class QueryRows {
    private QueryRows() {}

    /** The rows, with their columns joined by bars. */
    public static List<String> read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    columns.add(String.valueOf(rows.getString(i)));
                }
                found.add(String.join("|", columns));
            }
            return found;
        }
    }
}
