package dev.signalbox.client;

import dev.signalbox.client.Column.Content;
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

/** Writes rows of a layout to a database: one statement, whose text depends on their number only. */
final class OutboxInsert {
    private final Layout layout;
    private final Database database;
    private final List<Content> bound;
    private final String beginning;
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
        this.beginning = layout.columns().stream()
                .map(column -> database.quote(column.name()))
                .collect(Collectors.joining(", ", "INSERT INTO " + database.quote(layout.table()) + " (", ") VALUES "));
        this.row = layout.columns().stream().map(this::expression).collect(Collectors.joining(", ", "(", ")"));
        this.single = beginning + row;
    }

    Database database() {
        return database;
    }

    private static boolean isBound(Content content) {
        return content != Content.PENDING && content != Content.ZERO && content != Content.NOW;
    }

    private String expression(Column column) {
        if (isBound(column.content())) {
            return "?";
        }
        return switch (column.content()) {
            case PENDING -> "'" + layout.pendingWord() + "'";
            case NOW -> database == Database.POSTGRESQL ? postgresNow(column) : mySqlNow();
            default -> "0";
        };
    }

    private String mySqlNow() {
        return layout.isDatetime() ? "UTC_TIMESTAMP(6)" : "CURRENT_TIMESTAMP(6)";
    }

    /**
     * A column without a time zone is read as UTC, one with a zone as the moment that it is, and we don't know which it is. The
     * beginning of 1970, as the column's own type has it, and the seconds since then are right for both. Letting the
     * column's type read a text (jsonb_populate_record) was right, too, but made the insert up to 1.5 times as dear.
     */
    private String postgresNow(Column column) {
        return "COALESCE((CAST(NULL AS " + database.quote(layout.table()) + "))." + database.quote(column.name())
                + ", 'epoch') + make_interval(secs => date_part('epoch', clock_timestamp()))";
    }

    private String text(int rows) {
        return rows == 1 ? single : beginning + (row + ", ").repeat(rows - 1) + row;
    }

    /** The ids of the rows, in their order. */
    List<String> insert(Connection connection, List<CompletedMessage> completedMessages) throws SQLException {
        if (!layout.has(Content.ID)) {
            return insertAndAsk(connection, completedMessages);
        }
        try (PreparedStatement statement = connection.prepareStatement(text(completedMessages.size()))) {
            bind(statement, completedMessages);
            statement.executeUpdate();
        }
        return completedMessages.stream()
                .map(completedMessage -> Objects.requireNonNull(completedMessage.id()))
                .toList();
    }

    /** The table gives the ids. MySQL cannot return them itself, but its driver can. */
    private List<String> insertAndAsk(Connection connection, List<CompletedMessage> completedMessages)
            throws SQLException {
        boolean byDriver = database == Database.MYSQL;
        String text = text(completedMessages.size());
        try (PreparedStatement statement = byDriver
                ? connection.prepareStatement(text, Statement.RETURN_GENERATED_KEYS)
                : connection.prepareStatement(text + " RETURNING " + database.quote(layout.idColumn()))) {
            bind(statement, completedMessages);
            statement.execute();
            try (ResultSet ids = byDriver ? statement.getGeneratedKeys() : statement.getResultSet()) {
                return checked(read(ids), completedMessages.size());
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

    private void bind(PreparedStatement statement, List<CompletedMessage> completedMessages) throws SQLException {
        int index = 1;
        for (CompletedMessage completedMessage : completedMessages) {
            for (Content content : bound) {
                bind(statement, index++, value(completedMessage, content));
            }
        }
    }

    /** PostgreSQL is not told the type, so that it takes the column's: json, uuid and bigint are as good as text. */
    private void bind(PreparedStatement statement, int index, @Nullable String value) throws SQLException {
        if (database == Database.POSTGRESQL) {
            statement.setObject(index, value, Types.OTHER);
        } else {
            statement.setString(index, value);
        }
    }

    private static @Nullable String value(CompletedMessage completedMessage, Content content) {
        return switch (content) {
            case ID -> completedMessage.id();
            case TYPE -> completedMessage.message().type();
            case GROUP -> completedMessage.message().group();
            case AGGREGATE_TYPE -> completedMessage.message().aggregateType();
            case PAYLOAD -> completedMessage.message().payload();
            case HEADERS -> completedMessage.headers().isEmpty() ? null : Json.object(completedMessage.headers());
            case CORRELATION_ID -> completedMessage.correlationId();
            case TAGS -> array(completedMessage.message().tags());
            case PENDING, ZERO, NOW -> throw new IllegalStateException(content + " is not bound");
        };
    }

    /** As PostgreSQL writes an array of texts. */
    private static String array(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .map(tag -> '"' + tag.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }
}
