package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the rows that a claim statement returns, which come in any order. */
final class TakenRows {
    /** What one row says. */
    private record Row(String id, @Nullable String group, String type, Payload payload, int attempts, Instant created) {
        Message claimed(Claim claim, Suspicion suspicion) {
            int shard = Shards.shardOf(group == null ? id : group);
            return new Message(id, group, shard, type, payload, attempts, created, claim, suspicion);
        }
    }

    private final long number;
    private final Map<String, Row> messages = new HashMap<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();
    private @Nullable Claim claim;

    TakenRows(long number) {
        this.number = number;
    }

    TakenRows read(ResultSet rows) throws SQLException {
        boolean zoned = "timestamptz".equals(rows.getMetaData().getColumnTypeName(rows.findColumn("created")));
        while (rows.next()) {
            String id = rows.getString("id");
            int level = rows.getInt("level");
            if (id == null) {
                claim = new Claim(number, instant(rows, "claimed", true));
            } else if (level > 0) {
                suspects.put(id, suspicion(level, rows.getInt("attempts")));
            } else {
                messages.put(id, message(rows, id, instant(rows, "created", zoned)));
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
                Row found = messages.get(row.id());
                if (found != null && claim != null) {
                    taken.add(found.claimed(claim, suspects.getOrDefault(row.id(), Suspicion.NONE)));
                } else if (inOrder) {
                    break;
                }
            }
        }
        return new Taken(number, claim != null, taken);
    }

    private static Suspicion suspicion(int level, int crashes) {
        return new Suspicion(level >= 2 ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD, crashes);
    }

    private static Row message(ResultSet rows, String id, Instant created) throws SQLException {
        String type = rows.getString("type");
        return new Row(
                id, rows.getString("grp"), type == null ? "" : type, payload(rows), rows.getInt("attempts"), created);
    }

    private static Payload payload(ResultSet rows) throws SQLException {
        byte[] bytes = rows.getBytes("payload");
        long size = rows.getLong("size");
        return bytes != null ? Payload.of(bytes) : size == 0 ? Payload.of(new byte[0]) : Payload.leftBehind(size);
    }

    // A timestamp without time zone is UTC by contract
    private static Instant instant(ResultSet rows, String column, boolean zoned) throws SQLException {
        if (zoned) {
            OffsetDateTime moment = rows.getObject(column, OffsetDateTime.class);
            return moment == null ? Instant.EPOCH : moment.toInstant();
        }
        LocalDateTime moment = rows.getObject(column, LocalDateTime.class);
        return moment == null ? Instant.EPOCH : moment.toInstant(ZoneOffset.UTC);
    }
}
