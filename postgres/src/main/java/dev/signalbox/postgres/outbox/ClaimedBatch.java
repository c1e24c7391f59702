package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one claim statement.
 *
 * @param number of the claim
 * @param owned false if the owner is fenced
 * @param picked rows that were looked at
 * @param fitting those of them that the request has bytes for
 * @param lastFitting the group of the last of these
 * @param stoppedAt the group at which the scan gave up looking for more, if it did
 * @param ahead for each group of which there is more, the ids that come next, as far as they were read
 */
record ClaimedBatch(
        long number,
        List<Message> messages,
        boolean owned,
        int picked,
        int fitting,
        @Nullable String lastFitting,
        @Nullable String stoppedAt,
        Map<String, List<String>> ahead) {

    /** Reads one row that says how it went and in which order the messages come, and one for each message. */
    static ClaimedBatch read(ResultSet rows, long number, Holdings holdings) throws SQLException {
        Map<String, Message> messages = new HashMap<>();
        ClaimedBatch header = new ClaimedBatch(number, List.of(), false, 0, 0, null, null, Map.of());
        String[] order = {};
        Map<String, List<String>> ahead = new HashMap<>();
        while (rows.next()) {
            String id = rows.getString("id");
            if (id != null) {
                messages.put(id, message(rows, id, number, holdings));
            } else if (rows.getString("grp") != null) {
                ahead.put(rows.getString("grp"), List.of((String[])
                        rows.getArray("ids").getArray()));
            } else {
                order = (String[]) rows.getArray("ids").getArray();
                header = header(rows, number);
            }
        }
        List<Message> inOrder =
                Stream.of(order).map(messages::get).filter(Objects::nonNull).toList();
        return header.with(inOrder, ahead);
    }

    private static ClaimedBatch header(ResultSet rows, long number) throws SQLException {
        return new ClaimedBatch(
                number,
                List.of(),
                rows.getBoolean("owned"),
                rows.getInt("picked"),
                rows.getInt("fitting"),
                rows.getString("last_fitting"),
                rows.getString("stopped_at"),
                Map.of());
    }

    private ClaimedBatch with(List<Message> found, Map<String, List<String>> next) {
        return new ClaimedBatch(number, found, owned, picked, fitting, lastFitting, stoppedAt, next);
    }

    private static Message message(ResultSet rows, String id, long number, Holdings holdings) throws SQLException {
        String type = rows.getString("type");
        String group = rows.getString("grp");
        return new Message(
                id,
                group,
                Shards.shardOf(group == null ? id : group),
                type == null ? "" : type,
                payload(rows),
                rows.getInt("attempts"),
                instant(rows, "created"),
                new Claim(number, instant(rows, "claimed")),
                holdings.suspicion(id));
    }

    private static Payload payload(ResultSet rows) throws SQLException {
        byte[] bytes = rows.getBytes("payload");
        long size = rows.getLong("size");
        return bytes != null ? Payload.of(bytes) : size == 0 ? Payload.of(new byte[0]) : Payload.leftBehind(size);
    }

    private static Instant instant(ResultSet rows, String column) throws SQLException {
        OffsetDateTime moment = rows.getObject(column, OffsetDateTime.class);
        return moment == null ? Instant.EPOCH : moment.toInstant();
    }
}
