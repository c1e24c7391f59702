package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Answer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A batch split into messages that can be sent and messages that would make the request invalid.
 *
 * @param refusals in the order of the batch; null where the message may be sent
 */
record BatchScreening(List<@Nullable Outcome> refusals, List<Message> sendable) {
    static BatchScreening of(List<Message> batch) {
        JsonCheck check = new JsonCheck();
        List<@Nullable Outcome> refusals = new ArrayList<>(batch.size());
        List<Message> sendable = new ArrayList<>(batch.size());
        for (Message message : batch) {
            Outcome refusal = refusal(check, message.payload());
            refusals.add(refusal);
            if (refusal == null) {
                sendable.add(message);
            }
        }
        return new BatchScreening(refusals, sendable);
    }

    private static @Nullable Outcome refusal(JsonCheck check, Payload payload) {
        if (payload.isLeftBehind()) {
            return new Outcome.Rejected("the payload of " + payload.size() + " bytes is larger than a relay may hold");
        }
        String fault = check.fault(payload.bytes());
        return fault == null ? null : new Outcome.Rejected("the payload is not one valid JSON value: " + fault);
    }

    /** The answer for the whole batch, given the answer for the messages sent. */
    Answer complete(Answer sent) {
        if (sendable.size() == refusals.size()) {
            return sent;
        }
        return switch (sent) {
            case Answer.Whole whole -> new Answer.Mixed(refusals, whole.outcome());
            case Answer.Each each -> new Answer.Each(known(each.outcomes()));
            case Answer.Mixed mixed -> new Answer.Mixed(merged(mixed.known()), mixed.rest());
        };
    }

    /** The answer if no message may be sent. */
    Answer refused() {
        return new Answer.Each(known(List.of()));
    }

    private List<Outcome> known(List<? extends @Nullable Outcome> sent) {
        return merged(sent).stream().map(Objects::requireNonNull).toList();
    }

    private List<@Nullable Outcome> merged(List<? extends @Nullable Outcome> sent) {
        Iterator<? extends @Nullable Outcome> next = sent.iterator();
        List<@Nullable Outcome> merged = new ArrayList<>(refusals.size());
        for (Outcome refusal : refusals) {
            merged.add(refusal != null ? refusal : next.next());
        }
        return merged;
    }
}
