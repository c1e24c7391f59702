package dev.signalbox.platform.postgres.job;

import dev.signalbox.platform.job.Attempt;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobDraft;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.postgres.database.DeliveryRow;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.TextPairColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job as a row of the statements that read it. */
final class JobRow {
    private JobRow() {}

    /** The number that stands for a status in the tables. It is never changed. */
    static int number(JobStatus status) {
        return switch (status) {
            case PENDING -> 0;
            case QUEUED -> 1;
            case IN_PROGRESS -> 2;
            case COMPLETED -> 3;
            case ERROR -> 4;
            case CANCELLED -> 5;
        };
    }

    static JobStatus status(int number) {
        for (JobStatus status : JobStatus.values()) {
            if (number(status) == number) {
                return status;
            }
        }
        throw new IllegalStateException("no status has the number " + number);
    }

    static Job read(ResultSet row) throws SQLException {
        JobDraft fields = new JobDraft(
                row.getString("client"),
                JobKind.valueOf(row.getString("kind")),
                row.getString("code"),
                row.getString("source"),
                row.getString("subject"),
                RowValues.optionalId(row, "event_id"),
                RowValues.optionalId(row, "subscription_id"),
                row.getString("target_url"),
                RowValues.json(row, "payload"),
                row.getString("payload_content_type"),
                row.getString("message_group"),
                DeliveryRow.read(row),
                RowValues.optionalTime(row, "scheduled_for"),
                RowValues.optionalTime(row, "expires_at"),
                row.getString("correlation_id"),
                row.getString("idempotency_key"),
                row.getString("external_id"),
                pairs(row.getString("headers")),
                RowValues.json(row, "metadata"),
                null);
        return new Job(
                RowValues.id(row, "id"),
                status(row.getInt("status")),
                fields,
                row.getInt("attempts"),
                row.getString("last_error"),
                RowValues.optionalTime(row, "next_attempt_at"),
                RowValues.optionalTime(row, "ended_at"),
                row.getBoolean("left_out"));
    }

    private static Map<String, String> pairs(@Nullable String json) {
        return json == null ? Map.of() : TextPairColumn.read(json);
    }

    static Attempt readAttempt(ResultSet row) throws SQLException {
        return new Attempt(
                row.getInt("number"),
                RowValues.time(row, "attempted_at"),
                row.getInt("duration_millis"),
                row.getBoolean("success"),
                RowValues.optionalInt(row, "response_code"),
                row.getString("response_body"),
                row.getString("error_message"),
                row.getBoolean("counted"));
    }
}
