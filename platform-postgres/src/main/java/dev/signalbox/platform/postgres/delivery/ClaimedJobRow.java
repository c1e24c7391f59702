package dev.signalbox.platform.postgres.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.platform.delivery.DirectOutlet;
import dev.signalbox.platform.delivery.DirectTarget;
import dev.signalbox.platform.delivery.JobMessage;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.database.TextPairColumn;
import dev.signalbox.platform.registry.DispatchMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the claim statement returns of a job.
 *
 * @param n which of the chosen jobs it is, from 0
 * @param content null if the claim has no room for it
 * @param direct how its stream is delivered; null for a job of a subscription
 */
record ClaimedJobRow(
        int n, @Nullable JobContent content, @Nullable DirectOutlet direct) {
    /** What is sent. */
    record JobContent(@Nullable String code, Payload data, int attempts, Instant acceptedAt, JobMessage fields) {
        Message message(QueueRow row, Claim claim, Suspicion suspicion) {
            QueueKey key = row.key();
            return new Message(
                    key.id(),
                    row.group(),
                    StreamShards.shardOf(key.stream()),
                    code == null ? "" : code,
                    data,
                    attempts,
                    acceptedAt,
                    claim,
                    suspicion,
                    null,
                    fields.headers(),
                    key.stream());
        }
    }

    static ClaimedJobRow read(ResultSet row) throws SQLException {
        int n = row.getInt("n") - 1;
        boolean isDirect = row.getString("target_url") != null;
        DirectOutlet direct = isDirect ? direct(row) : null;
        if (!row.getBoolean("fits")) {
            return new ClaimedJobRow(n, null, direct);
        }
        String data = row.getString("data");
        String kind = row.getString("kind");
        JobMessage fields = new JobMessage(
                kind == null ? JobKind.EVENT : JobKind.valueOf(kind),
                RowValues.text(RowValues.optionalId(row, "event_id")),
                row.getString("subject"),
                row.getString("correlation_id"),
                RowValues.optionalTime(row, "expires_at"),
                isDirect ? target(row) : null);
        Payload payload = Payload.of(data == null ? "" : data);
        Instant acceptedAt = RowValues.time(row, "accepted_at");
        JobContent content = new JobContent(row.getString("code"), payload, row.getInt("attempts"), acceptedAt, fields);
        return new ClaimedJobRow(n, content, direct);
    }

    private static DirectOutlet direct(ResultSet row) throws SQLException {
        return new DirectOutlet(
                DirectTarget.origin(row.getString("target_url")),
                DispatchMode.valueOf(row.getString("mode")),
                RowValues.optionalId(row, "pool"),
                row.getInt("max_retries"));
    }

    private static DirectTarget target(ResultSet row) throws SQLException {
        Tsid account = RowValues.optionalId(row, "account");
        return new DirectTarget(
                row.getString("target_url"),
                row.getInt("timeout_seconds"),
                row.getBoolean("data_only"),
                row.getString("content_type"),
                RowValues.text(account),
                TextPairColumn.read(row.getString("headers")),
                row.getString("secret"));
    }
}
