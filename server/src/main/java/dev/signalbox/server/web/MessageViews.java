package dev.signalbox.server.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.runtime.admin.RelayAdmin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages as the administration API shows them. */
final class MessageViews {
    private MessageViews() {}

    /** The result of an action on many messages, or of its dry run. */
    record BulkResult(boolean dryRun, int messages, boolean more, List<MessageSummary> sample) {}

    /** A known event in the history of a message. */
    record HistoryEntry(@Nullable Instant at, String what) {}

    /** The suspicion against a message after processes ended while it was in flight. */
    record Suspect(String level, int crashes) {}

    /** One message with all its details. */
    record MessageView(
            String relay,
            @JsonUnwrapped MessageSummary summary,
            int shard,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable ClaimHolder claim,
            @Nullable Suspect suspect,
            List<HistoryEntry> history,
            List<Map<String, Object>> why) {}

    static BulkResult bulk(boolean dryRun, BulkAction.Result result) {
        return new BulkResult(dryRun, result.messages(), result.more(), result.sample());
    }

    static MessageView one(String relay, RelayAdmin.ExplainedMessage explained) {
        MessageDetails message = explained.message();
        Suspect suspect = message.suspicion().isNone()
                ? null
                : new Suspect(
                        message.suspicion().level().name(), message.suspicion().crashes());
        return new MessageView(
                relay,
                message.summary(),
                message.shard(),
                message.payload(),
                message.claim(),
                suspect,
                history(message),
                explained.reasons().stream().map(ExplanationView::of).toList());
    }

    /** The table keeps only the number of failed attempts and the last error, not each attempt. */
    private static List<HistoryEntry> history(MessageDetails message) {
        MessageSummary summary = message.summary();
        List<HistoryEntry> entries = new ArrayList<>();
        entries.add(new HistoryEntry(summary.createdAt(), "written by the application"));
        if (summary.attempts() > 0) {
            String times = summary.attempts() == 1 ? "once" : summary.attempts() + " times";
            boolean shownLater = summary.lastError() == null || summary.state() == MessageState.FAILED;
            String last = shownLater ? "" : "; the last error: " + summary.lastError();
            entries.add(new HistoryEntry(null, "failed " + times + last));
        }
        if (summary.state() != MessageState.PENDING) {
            entries.add(new HistoryEntry(summary.changedAt(), ending(summary)));
        }
        return entries;
    }

    private static String ending(MessageSummary summary) {
        return switch (summary.state()) {
            case PENDING -> "waits";
            case PROCESSING -> "claimed";
            case COMPLETED -> "delivered";
            case FAILED -> "given up" + (summary.lastError() == null ? "" : ": " + summary.lastError());
        };
    }
}
