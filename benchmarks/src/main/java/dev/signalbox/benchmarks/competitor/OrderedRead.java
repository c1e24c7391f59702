package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.sink.Sink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads 500 events below the horizon, delivers them, records the last position. */
final class OrderedRead extends RawLoop {
    private final LogOrdering ordering;

    /** @param ordering which events stay in order: all, or those of a group */
    OrderedRead(LogOrdering ordering) {
        this.ordering = ordering;
    }

    @Override
    public String name() {
        return "raw ordered read";
    }

    @Override
    public BenchTable table() {
        return BenchTable.EVENT_LOG;
    }

    @Override
    public boolean keepsGlobalOrder() {
        return ordering == LogOrdering.GLOBAL;
    }

    @Override
    Round round(Connection connection, Sink sink) throws SQLException {
        PinnedPlans.pin(connection);
        Map<String, String> names = Map.of("progress", BenchTable.quotedProgress());
        try (PreparedStatement begin = statement(connection, "log-begin.sql", names)) {
            begin.executeUpdate();
        }
        return new Reading(
                statement(connection, "log-read.sql"), statement(connection, "log-record.sql", names), sink, ordering);
    }

    /** Keeps the read position. */
    private static final class Reading implements Round {
        private static final String EVERYTHING = "everything";

        private final PreparedStatement read;
        private final PreparedStatement record;
        private final Sink sink;
        private final LogOrdering ordering;
        private EventMetadata last = new EventMetadata(0, 0, List.of());

        Reading(PreparedStatement read, PreparedStatement record, Sink sink, LogOrdering ordering) {
            this.read = read;
            this.record = record;
            this.sink = sink;
            this.ordering = ordering;
        }

        @Override
        public int run() throws SQLException, InterruptedException {
            List<Message> messages = next();
            send(sink, messages);
            if (!messages.isEmpty()) {
                last = Objects.requireNonNull(messages.getLast().event());
                record.setLong(1, last.position());
                record.executeUpdate();
            }
            return messages.size();
        }

        private List<Message> next() throws SQLException {
            read.setLong(1, last.transaction());
            read.setLong(2, last.position());
            List<Message> messages = new ArrayList<>(BATCH);
            try (ResultSet rows = read.executeQuery()) {
                while (rows.next()) {
                    messages.add(message(rows));
                }
            }
            return messages;
        }

        private Message message(ResultSet rows) throws SQLException {
            long position = rows.getLong(1);
            String[] tags = (String[]) rows.getArray(4).getArray();
            return new Message(
                    Long.toString(position),
                    ordering == LogOrdering.GLOBAL ? EVERYTHING : BenchTable.groupOf(tags),
                    0,
                    rows.getString(3),
                    Payload.of(rows.getBytes(5)),
                    0,
                    rows.getObject(6, OffsetDateTime.class).toInstant(),
                    NO_CLAIM,
                    Suspicion.NONE,
                    new EventMetadata(position, rows.getLong(2), List.of(tags)),
                    Map.of());
        }
    }
}
