package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Answer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the received part of a response into an answer. */
final class ResponseInterpreter {
    private static final Set<String> GOOD = Set.of(
            "ok",
            "success",
            "succeeded",
            "successful",
            "accepted",
            "created",
            "duplicate",
            "delivered",
            "processed",
            "completed",
            "queued",
            "stored",
            "exists",
            "true");
    private static final Set<String> LASTING = Set.of("invalid", "rejected");

    private final Duration retryAfterCap;
    private final OutcomeReasons outcomeReasons;
    private final InstantSource wallClock;

    ResponseInterpreter(HttpSinkSettings settings, OutcomeReasons outcomeReasons, InstantSource wallClock) {
        this.retryAfterCap = settings.retryAfterCap();
        this.outcomeReasons = outcomeReasons;
        this.wallClock = wallClock;
    }

    Answer answer(ResponseReader.ReceivedResponse receivedResponse, List<Message> batch) {
        if (!StatusClassifier.isSuccess(receivedResponse.status())) {
            return new Answer.Whole(StatusClassifier.ofRequest(
                    receivedResponse.status(), reason(receivedResponse), retryAfter(receivedResponse)));
        }
        if (receivedResponse.body().length == 0 && receivedResponse.ending() == ResponseReader.BodyEnd.WHOLE) {
            return Answer.DELIVERED;
        }
        ItemResults results = ItemResults.read(receivedResponse.body());
        return results.items().isEmpty()
                ? withoutItems(receivedResponse, results)
                : withItems(receivedResponse, results, batch);
    }

    private String reason(ResponseReader.ReceivedResponse receivedResponse) {
        String text = outcomeReasons.quote(receivedResponse.text());
        return outcomeReasons.word("HTTP " + receivedResponse.status() + (text.isEmpty() ? "" : ": " + text));
    }

    private @Nullable Duration retryAfter(ResponseReader.ReceivedResponse receivedResponse) {
        return receivedResponse
                .headers()
                .firstValue("Retry-After")
                .map(header -> RetryAfter.parse(header, wallClock.instant(), retryAfterCap))
                .orElse(null);
    }

    /** The status decides, unless the connection broke while a list of failures may have been arriving. */
    private Answer withoutItems(ResponseReader.ReceivedResponse receivedResponse, ItemResults results) {
        boolean open = receivedResponse.ending() == ResponseReader.BodyEnd.BROKEN
                && !results.ended()
                && mayBecomeResults(receivedResponse);
        return open ? new Answer.Whole(cutOff(receivedResponse)) : Answer.DELIVERED;
    }

    private static boolean mayBecomeResults(ResponseReader.ReceivedResponse receivedResponse) {
        String type = receivedResponse
                .headers()
                .firstValue("Content-Type")
                .orElse("json")
                .toLowerCase(Locale.ROOT);
        String begun = receivedResponse.text().stripLeading();
        return begun.startsWith("{") || (begun.isEmpty() && type.contains("json"));
    }

    private Answer withItems(
            ResponseReader.ReceivedResponse receivedResponse, ItemResults results, List<Message> batch) {
        Outcome unmentioned = results.ended()
                ? new Outcome.Failed("HTTP " + receivedResponse.status() + ": the answer's results do not mention it")
                : null;
        List<@Nullable Outcome> outcomes = new ArrayList<>();
        for (List<ItemResults.Item> own : ResultMatcher.match(batch, results.items())) {
            outcomes.add(own == null ? unmentioned : worst(own));
        }
        List<Outcome> known = outcomes.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        return known.size() == batch.size()
                ? new Answer.Each(known)
                : new Answer.Mixed(outcomes, cutOff(receivedResponse));
    }

    private static Outcome cutOff(ResponseReader.ReceivedResponse receivedResponse) {
        return new Outcome.Unknown("HTTP " + receivedResponse.status() + ", but the answer was cut off after "
                + receivedResponse.body().length + " bytes, before it was clear what became of the message");
    }

    private Outcome worst(List<ItemResults.Item> items) {
        return items.stream()
                .map(this::outcome)
                .filter(outcome -> !(outcome instanceof Outcome.Delivered))
                .findFirst()
                .orElse(Outcome.DELIVERED);
    }

    private Outcome outcome(ItemResults.Item item) {
        String status = item.status() == null ? "" : item.status().strip().toLowerCase(Locale.ROOT);
        String reason = reason(item);
        if (status.matches("[0-9]{1,9}")) {
            Outcome byNumber = StatusClassifier.ofItem(Long.parseLong(status), reason);
            return byNumber instanceof Outcome.Delivered && item.error() != null
                    ? new Outcome.Failed(reason)
                    : byNumber;
        }
        if (LASTING.contains(status)) {
            return new Outcome.Rejected(reason);
        }
        // Neither status nor error: a successful response that lists the item means success.
        boolean good = item.error() == null && (status.isEmpty() || GOOD.contains(status));
        return good ? Outcome.DELIVERED : new Outcome.Failed(reason);
    }

    private String reason(ItemResults.Item item) {
        String status = item.status() == null ? "" : " " + outcomeReasons.quote(item.status());
        String error = item.error() == null ? "" : ": " + outcomeReasons.quote(item.error());
        return outcomeReasons.word("item" + status + error);
    }
}
