package dev.signalbox.benchmarks.load.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The sums as they stand in the tables of both programs. */
public final class TableSums implements Sums {
    private final Database service;
    private final Database consumer;

    /** Opens connections to one. */
    @FunctionalInterface
    public interface Database {
        Connection connect() throws SQLException;
    }

    public TableSums(Database service, Database consumer) {
        this.service = service;
        this.consumer = consumer;
    }

    @Override
    public Map<String, String> taken() throws IOException {
        return read(service, "taken.sql");
    }

    @Override
    public Map<String, String> added() throws IOException {
        return read(consumer, "added.sql");
    }

    private static Map<String, String> read(Database database, String script) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(text(script))) {
            while (rows.next()) {
                sums.put(
                        rows.getString("customer_name") + " " + rows.getString("status"),
                        rows.getLong("orders") + " "
                                + rows.getBigDecimal("amount").toPlainString());
            }
        } catch (SQLException e) {
            throw new IOException("the sums cannot be read: " + e.getMessage(), e);
        }
        return sums;
    }

    private static String text(String script) throws IOException {
        try (InputStream in = Objects.requireNonNull(TableSums.class.getResourceAsStream(script))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
