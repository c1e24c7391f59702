package dev.signalbox.postgres.log;

import dev.signalbox.core.log.EventLog.ReadResult;
import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the payloads of large events when the events are handed out. */
record LargePayloadReader(LogContext log) {
    ReadResult.Page fill(ReadResult.Page page) throws SourceException {
        Map<Long, Payload> found = read(Stream.concat(page.late().stream(), page.ahead().stream()));
        return found.isEmpty()
                ? page
                : new ReadResult.Page(
                        with(found, page.late()),
                        with(found, page.ahead()),
                        page.readPosition(),
                        page.more(),
                        page.heldBack());
    }

    List<LogEvent> fill(List<LogEvent> events) throws SourceException {
        Map<Long, Payload> found = read(events.stream());
        return found.isEmpty() ? events : with(found, events);
    }

    private static List<LogEvent> with(Map<Long, Payload> found, List<LogEvent> events) {
        return events.stream()
                .map(event -> found.containsKey(event.position()) ? event.with(found.get(event.position())) : event)
                .toList();
    }

    private Map<Long, Payload> read(Stream<LogEvent> events) throws SourceException {
        Long[] positions = events.filter(event -> event.payload().isLeftBehind()
                        && event.payload().oversized() == null
                        && event.payload().size() <= log.table.maxPayloadBytes())
                .map(LogEvent::position)
                .toArray(Long[]::new);
        if (positions.length == 0) {
            return Map.of();
        }
        Sql statement = log.sql().feed(LogSql.FeedStatement.CONTENTS);
        return log.statements.read("read large events", connection -> {
            Map<Long, Payload> found = new HashMap<>();
            statement.each(connection, Map.of("positions", positions), row -> take(row, found));
            return found;
        });
    }

    private void take(ResultSet row, Map<Long, Payload> found) throws SQLException {
        if (!log.states.isOurServer(row.getString("server"))) {
            throw new SQLException("another server answers than the one that this node's lease belongs to");
        }
        byte[] data = row.getBytes("data");
        if (data != null) {
            found.put(row.getLong("position"), Payload.of(data));
        }
    }
}
