package dev.signalbox.server.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.signalbox.core.admin.BulkAction;
import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessagePage;
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

    /** Some messages, and where the next ones begin. */
    record Page(List<MessageSummary> messages, @Nullable String next) {}

    /** What came of an action on many messages, or would. */
    record BulkResult(boolean dryRun, int messages, boolean more, List<MessageSummary> sample) {}

    /** Something that is known to have happened to a message. */
    record HistoryEntry(@Nullable Instant at, String what) {}

    /** What is held against a message after processes ended while they had it. */
    record Suspect(String level, int crashes) {}

    /** One message with all that is known about it. */
    record MessageView(
            String relay,
            @JsonUnwrapped MessageSummary summary,
            int shard,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable ClaimHolder claim,
            @Nullable Suspect suspect,
            List<HistoryEntry> history,
            List<Map<String, Object>> why) {}

    static Page page(MessagePage page) {
        return new Page(page.messages(), page.next());
    }

    static BulkResult bulk(boolean dryRun, BulkAction.Result result) {
        return new BulkResult(dryRun, result.messages(), result.more(), result.sample());
    }

    static MessageView one(String relay, RelayAdmin.ExplainedMessage explainedMessage) {
        MessageDetails message = explainedMessage.message();
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
                explainedMessage.reasons().stream().map(ExplanationView::of).toList());
    }

    /** Only what the table tells: it keeps the number of failed attempts and the last error, not each of them. */
    private static List<HistoryEntry> history(MessageDetails message) {
        MessageSummary summary = message.summary();
        List<HistoryEntry> historyEntries = new ArrayList<>();
        historyEntries.add(new HistoryEntry(summary.createdAt(), "written by the application"));
        if (summary.attempts() > 0) {
            String times = summary.attempts() == 1 ? "once" : summary.attempts() + " times";
            boolean told = summary.lastError() == null || summary.state() == MessageState.FAILED;
            String last = told ? "" : "; the last error: " + summary.lastError();
            historyEntries.add(new HistoryEntry(null, "failed " + times + last));
        }
        if (summary.state() != MessageState.PENDING) {
            historyEntries.add(new HistoryEntry(summary.changedAt(), ending(summary)));
        }
        return historyEntries;
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
