package dev.signalbox.server.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.signalbox.core.operation.BulkAction;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessagePage;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.MessageSummary;
import dev.signalbox.runtime.office.RelayOffice;
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
    record Bulk(boolean dryRun, int messages, boolean more, List<MessageSummary> sample) {}

    /** Something that is known to have happened to a message. */
    record Event(@Nullable Instant at, String what) {}

    /** What is held against a message after processes ended while they had it. */
    record Suspect(String level, int crashes) {}

    /** One message with all that is known about it. */
    record One(
            String relay,
            @JsonUnwrapped MessageSummary summary,
            int shard,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable Hold claim,
            @Nullable Suspect suspect,
            List<Event> history,
            List<Map<String, Object>> why) {}

    static Page page(MessagePage page) {
        return new Page(page.messages(), page.next());
    }

    static Bulk bulk(boolean dryRun, BulkAction.Result result) {
        return new Bulk(dryRun, result.messages(), result.more(), result.sample());
    }

    static One one(String relay, RelayOffice.Explained explained) {
        MessageDetails message = explained.message();
        Suspect suspect = message.suspicion().isNone()
                ? null
                : new Suspect(
                        message.suspicion().level().name(), message.suspicion().crashes());
        return new One(
                relay,
                message.summary(),
                message.shard(),
                message.payload(),
                message.claim(),
                suspect,
                history(message),
                explained.why().stream().map(Why::of).toList());
    }

    /** Only what the table tells: it keeps the number of failed attempts and the last error, not each of them. */
    private static List<Event> history(MessageDetails message) {
        MessageSummary summary = message.summary();
        List<Event> events = new ArrayList<>();
        events.add(new Event(summary.createdAt(), "written by the application"));
        if (summary.attempts() > 0) {
            String times = summary.attempts() == 1 ? "once" : summary.attempts() + " times";
            boolean told = summary.lastError() == null || summary.state() == MessageState.FAILED;
            String last = told ? "" : "; the last error: " + summary.lastError();
            events.add(new Event(null, "failed " + times + last));
        }
        if (summary.state() != MessageState.PENDING) {
            events.add(new Event(summary.changedAt(), ending(summary)));
        }
        return events;
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
