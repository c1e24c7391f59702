package dev.signalbox.postgres.log;

import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.ReadResult;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the payloads of large events when the events are handed out. */
final class LargePayloadReader {
    private final LogContext access;

    LargePayloadReader(LogContext access) {
        this.access = access;
    }

    ReadResult.Page fill(ReadResult.Page page) throws SourceException {
        if (!isIncomplete(page.late()) && !isIncomplete(page.ahead())) {
            return page;
        }
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

    /** Checks first whether any payload is missing, which is rare. */
    private static boolean isIncomplete(List<LogEvent> events) {
        for (LogEvent event : events) {
            if (event.payload().isLeftBehind()) {
                return true;
            }
        }
        return false;
    }

    private static List<LogEvent> with(Map<Long, Payload> found, List<LogEvent> events) {
        return events.stream()
                .map(event -> found.containsKey(event.position()) ? event.with(found.get(event.position())) : event)
                .toList();
    }

    private Map<Long, Payload> read(Stream<LogEvent> events) throws SourceException {
        Long[] positions = events.filter(event ->
                        event.payload().isLeftBehind() && event.payload().size() <= access.maxPayloadBytes())
                .map(LogEvent::position)
                .toArray(Long[]::new);
        if (positions.length == 0) {
            return Map.of();
        }
        Sql statement = access.sql().feed(LogTemplates.FeedStatement.CONTENTS);
        return access.statements().read("read large events", connection -> {
            try (PreparedStatement prepared = statement.prepare(connection, Map.of("positions", positions));
                    ResultSet rows = prepared.executeQuery()) {
                Map<Long, Payload> found = new HashMap<>();
                while (rows.next()) {
                    found.put(rows.getLong(1), Payload.of(rows.getBytes(2)));
                }
                return found;
            }
        });
    }
}
