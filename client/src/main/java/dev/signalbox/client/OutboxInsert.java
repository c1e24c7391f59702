package dev.signalbox.client;

import dev.signalbox.client.Layout.Column;
import dev.signalbox.client.Layout.Column.Content;
import dev.signalbox.client.MessageCompletion.CompletedMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Inserts rows of a layout with one statement, whose text depends only on their number. */
final class OutboxInsert {
    private final Layout layout;
    private final Database database;
    private final List<Content> bound;
    private final String prefix;
    private final String row;
    private final String single;

    OutboxInsert(Layout layout, Database database) {
        if (!layout.isFor(database)) {
            throw new IllegalStateException(
                    "The layout " + layout + " is for PostgreSQL only, and this is " + database);
        }
        this.layout = layout;
        this.database = database;
        this.bound = layout.columns().stream()
                .map(Column::content)
                .filter(OutboxInsert::isBound)
                .toList();
        this.prefix = layout.columns().stream()
                .map(column -> database.quote(column.name()))
                .collect(Collectors.joining(", ", "INSERT INTO " + database.quote(layout.table()) + " (", ") VALUES "));
        this.row = layout.columns().stream().map(this::expression).collect(Collectors.joining(", ", "(", ")"));
        this.single = prefix + row;
    }

    Database database() {
        return database;
    }

    private static boolean isBound(Content content) {
        return content.compareTo(Content.PENDING) < 0;
    }

    private String expression(Column column) {
        return switch (column.content()) {
            case PENDING -> "'" + layout.pendingWord() + "'";
            case FALSE -> "FALSE";
            case ZERO -> "0";
            case NOW -> database == Database.POSTGRESQL ? postgresNow(column) : mySqlNow();
            default -> "?";
        };
    }

    private String mySqlNow() {
        return layout.isDatetime() ? "UTC_TIMESTAMP(6)" : "CURRENT_TIMESTAMP(6)";
    }

    /**
     * A column without a time zone is read as UTC, one with a time zone as an instant, and the type is unknown here. The
     * epoch in the column's own type plus the seconds since then is right for both. Casting a text to the column's type
     * (jsonb_populate_record) makes the insert up to 1.5 times as expensive.
     */
    private String postgresNow(Column column) {
        return "COALESCE((CAST(NULL AS " + database.quote(layout.table()) + "))." + database.quote(column.name())
                + ", 'epoch') + make_interval(secs => date_part('epoch', clock_timestamp()))";
    }

    private String text(int rows) {
        return rows == 1 ? single : prefix + (row + ", ").repeat(rows - 1) + row;
    }

    /** Inserts the rows, and returns their ids in order. */
    List<String> insert(Connection connection, List<CompletedMessage> messages) throws SQLException {
        if (!layout.has(Content.ID)) {
            return insertReturningIds(connection, messages);
        }
        try (PreparedStatement statement = connection.prepareStatement(text(messages.size()))) {
            bind(statement, messages);
            statement.executeUpdate();
        }
        return messages.stream()
                .map(completed -> Objects.requireNonNull(completed.id()))
                .toList();
    }

    /** Inserts rows whose ids the table assigns. MySQL has no RETURNING, but its driver returns the keys. */
    private List<String> insertReturningIds(Connection connection, List<CompletedMessage> messages)
            throws SQLException {
        boolean byDriver = database == Database.MYSQL;
        String text = text(messages.size());
        try (PreparedStatement statement = byDriver
                ? connection.prepareStatement(text, Statement.RETURN_GENERATED_KEYS)
                : connection.prepareStatement(text + " RETURNING " + database.quote(layout.idColumn()))) {
            bind(statement, messages);
            statement.execute();
            try (ResultSet ids = byDriver ? statement.getGeneratedKeys() : statement.getResultSet()) {
                return checked(read(ids), messages.size());
            }
        }
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> ids = new ArrayList<>();
        while (rows.next()) {
            ids.add(rows.getString(1));
        }
        return ids;
    }

    private static List<String> checked(List<String> ids, int rows) {
        if (ids.size() != rows) {
            throw new IllegalStateException("The driver gave " + ids.size() + " ids for " + rows
                    + " rows. Roll back, and record the messages one by one, or use the database's own driver");
        }
        return ids;
    }

    private void bind(PreparedStatement statement, List<CompletedMessage> messages) throws SQLException {
        int index = 1;
        for (CompletedMessage completed : messages) {
            for (Content content : bound) {
                bind(statement, index++, value(completed, content));
            }
        }
    }

    /** Without a type, PostgreSQL uses that of the column, so json, uuid and bigint work like text. */
    private void bind(PreparedStatement statement, int index, @Nullable String value) throws SQLException {
        if (database == Database.POSTGRESQL) {
            statement.setObject(index, value, Types.OTHER);
        } else {
            statement.setString(index, value);
        }
    }

    private static @Nullable String value(CompletedMessage completed, Content content) {
        return switch (content) {
            case ID -> completed.id();
            case TYPE -> completed.message().type();
            case GROUP -> completed.message().group();
            case AGGREGATE_TYPE -> completed.message().aggregateType();
            case PAYLOAD -> completed.message().payload();
            case HEADERS -> completed.headers().isEmpty() ? null : json(completed.headers());
            case CORRELATION_ID -> completed.headers().get(Message.CORRELATION_ID);
            case TAGS -> array(completed.message().tags());
            case PENDING, FALSE, ZERO, NOW -> throw new IllegalStateException(content + " is not bound");
        };
    }

    /** A PostgreSQL array literal. */
    private static String array(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .map(tag -> '"' + tag.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** A JSON object of strings. */
    private static String json(Map<String, String> texts) {
        StringBuilder json = new StringBuilder("{");
        texts.forEach((name, value) -> {
            append(json.length() == 1 ? json : json.append(','), name);
            append(json.append(':'), value);
        });
        return json.append('}').toString();
    }

    private static void append(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\') {
                json.append('\\').append(unit);
            } else if (unit < ' ') {
                json.append(String.format("\\u%04x", (int) unit));
            } else {
                json.append(unit);
            }
        }
        json.append('"');
    }
}
