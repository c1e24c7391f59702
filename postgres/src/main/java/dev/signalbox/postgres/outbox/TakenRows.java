package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the rows that a claim statement returns, which come in any order. */
final class TakenRows {
    private final long number;
    private final Map<String, Message> messages = new HashMap<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();
    private boolean owned;

    /** @param fenced whether the answer says if the owner is still one */
    TakenRows(long number, boolean fenced) {
        this.number = number;
        this.owned = !fenced;
    }

    TakenRows read(ResultSet rows) throws SQLException {
        while (rows.next()) {
            String id = rows.getString("id");
            int level = rows.getInt("level");
            if (id == null) {
                owned = true;
            } else if (level > 0) {
                suspects.put(id, suspicion(level, rows.getInt("attempts")));
            } else {
                messages.put(id, message(rows, id));
            }
        }
        return this;
    }

    /**
     * The messages in the order in which their rows were asked for.
     *
     * @param inOrder whether a row that is missing ends its group's run
     */
    Taken inOrderOf(List<Run> runs, boolean inOrder) {
        List<Message> taken = new ArrayList<>(messages.size());
        for (Run run : runs) {
            for (Found row : run.rows()) {
                Message message = messages.get(row.id());
                if (message != null) {
                    taken.add(suspected(message));
                } else if (inOrder) {
                    break;
                }
            }
        }
        return new Taken(number, owned, taken);
    }

    private Message suspected(Message message) {
        Suspicion suspicion = suspects.get(message.id());
        return suspicion == null
                ? message
                : new Message(
                        message.id(),
                        message.group(),
                        message.shard(),
                        message.type(),
                        message.payload(),
                        message.attempts(),
                        message.createdAt(),
                        message.claim(),
                        suspicion);
    }

    private static Suspicion suspicion(int level, int crashes) {
        return new Suspicion(level >= 2 ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD, crashes);
    }

    private Message message(ResultSet rows, String id) throws SQLException {
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
                Suspicion.NONE);
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
