package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims rows: one statement brings and marks a batch, and further ones follow only if it met nothing but held groups. */
final class ClaimRows {
    private static final int STATEMENTS = 16;
    private static final int GROUPS = 2_000;

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final String relay;
    private final Holdings holdings;
    private final Rotation rotation = new Rotation();

    ClaimRows(OutboxAccess access, OutboxSettings settings, String relay, Holdings holdings) {
        this.access = access;
        this.settings = settings;
        this.relay = relay;
        this.holdings = holdings;
    }

    Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        if (request.messages() < 1) {
            return Claimed.NOTHING;
        }
        for (int statement = 0; statement < STATEMENTS; statement++) {
            ClaimedBatch batch = claimOnce(owner, request);
            if (!batch.owned()) {
                return Claimed.NOTHING;
            }
            boolean more = advance(batch, request);
            if (!batch.messages().isEmpty() || !more) {
                return new Claimed(batch.messages(), more);
            }
        }
        return new Claimed(List.of(), true);
    }

    private boolean advance(ClaimedBatch batch, ClaimRequest request) {
        boolean found = !batch.messages().isEmpty();
        boolean filled = batch.picked() >= request.messages() || batch.fitting() < batch.picked();
        if (filled || batch.stoppedAt() != null) {
            rotation.stoppedAt(filled ? batch.lastFitting() : batch.stoppedAt(), found);
            return true;
        }
        return rotation.cameToTheEnd(found) || (found && settings.ordering() == Ordering.NONE);
    }

    private ClaimedBatch claimOnce(Incarnation owner, ClaimRequest request) throws SourceException {
        String resume = rotation.resume();
        int perGroup = Math.clamp(request.perGroup(), 1, request.messages());
        Map<String, Integer> limits = Map.of(
                "messages", rounded(request.messages()),
                "per_group", rounded(perGroup),
                "groups", Math.max(GROUPS, 2 * rounded(request.messages())));
        Sql sql = access.sql().get("claim", limits, flags(resume != null, rotation.looseFirst()));
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", relay);
        values.put("resume", resume);
        values.put("held_groups", request.heldGroups().toArray(String[]::new));
        values.put("held_messages", request.heldMessages().toArray(String[]::new));
        values.put("messages", request.messages());
        values.put("per_group", perGroup);
        values.put("bytes", request.bytes());
        values.put("max_payload", settings.maxPayloadBytes());
        try {
            ClaimedBatch batch = access.write("claim rows", owner, connection -> run(connection, sql, values));
            holdings.claimed(batch.number(), batch.messages());
            return batch;
        } catch (SourceException e) {
            holdings.claimFailed();
            throw e;
        }
    }

    private ClaimedBatch run(Connection connection, Sql sql, Map<String, @Nullable Object> values) throws SQLException {
        // Each try has a number of its own: the one before may have been committed without our knowing
        long number = holdings.beginClaim();
        values.put("number", number);
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            return ClaimedBatch.read(rows, number, holdings);
        }
    }

    private Set<String> flags(boolean resume, boolean looseFirst) {
        Ordering ordering = settings.ordering();
        Set<String> flags = new HashSet<>();
        flags.add(access.byLeaseRow() ? "lease" : "no lease");
        flags.add(resume ? "resume" : "from the start");
        flags.add(looseFirst ? "loose_first" : "groups first");
        flags.add(ordering == Ordering.NONE ? "in any order" : "in_order");
        flags.add(ordering == Ordering.BLOCK ? "held ends the run" : "pass_held");
        flags.add(settings.holdExhausted() ? "hold_exhausted" : "go on after a failure");
        return flags;
    }

    // A few sizes, so that a few prepared statements serve all requests
    private static int rounded(int limit) {
        int highest = Integer.highestOneBit(limit);
        return highest == limit ? limit : highest << 1;
    }
}
