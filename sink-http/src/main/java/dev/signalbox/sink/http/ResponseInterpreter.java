package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.sink.http.ResponseReader.BodyEnd;
import dev.signalbox.sink.http.ResponseReader.ReceivedResponse;
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
    private final OutcomeReasons reasons;
    private final InstantSource wallClock;

    ResponseInterpreter(HttpSinkSettings settings, OutcomeReasons reasons, InstantSource wallClock) {
        this.retryAfterCap = settings.retryAfterCap();
        this.reasons = reasons;
        this.wallClock = wallClock;
    }

    Answer answer(ReceivedResponse response, List<Message> batch) {
        if (response.status() / 100 != 2) {
            return new Answer.Whole(ofRequest(response.status(), reason(response), retryAfter(response)));
        }
        if (response.body().length == 0 && response.ending() == BodyEnd.WHOLE) {
            return Answer.DELIVERED;
        }
        ItemResults results = ItemResults.read(response.body());
        return results.items().isEmpty() ? withoutItems(response, results) : withItems(response, results, batch);
    }

    private String reason(ReceivedResponse response) {
        String text = reasons.quote(response.text());
        return reasons.word("HTTP " + response.status() + (text.isEmpty() ? "" : ": " + text));
    }

    private @Nullable Duration retryAfter(ReceivedResponse response) {
        return response.info()
                .headers()
                .firstValue("Retry-After")
                .map(header -> RetryAfter.parse(header, wallClock.instant(), retryAfterCap))
                .orElse(null);
    }

    /** The status decides, unless the connection broke while a list of failures may have been arriving. */
    private Answer withoutItems(ReceivedResponse response, ItemResults results) {
        boolean open = response.ending() == BodyEnd.BROKEN && !results.ended() && mayBecomeResults(response);
        return open ? new Answer.Whole(cutOff(response)) : Answer.DELIVERED;
    }

    private static boolean mayBecomeResults(ReceivedResponse response) {
        String type = response.info()
                .headers()
                .firstValue("Content-Type")
                .orElse("json")
                .toLowerCase(Locale.ROOT);
        String begun = response.text().stripLeading();
        return begun.startsWith("{") || (begun.isEmpty() && type.contains("json"));
    }

    private Answer withItems(ReceivedResponse response, ItemResults results, List<Message> batch) {
        Outcome unmentioned = results.ended()
                ? new Outcome.Failed("HTTP " + response.status() + ": the answer's results do not mention it")
                : null;
        List<@Nullable Outcome> outcomes = new ArrayList<>();
        for (List<ItemResults.Item> own : ResultMatcher.match(batch, results.items())) {
            outcomes.add(own == null ? unmentioned : worst(own));
        }
        List<Outcome> known = outcomes.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        return known.size() == batch.size() ? new Answer.Each(known) : new Answer.Mixed(outcomes, cutOff(response));
    }

    private static Outcome cutOff(ReceivedResponse response) {
        return new Outcome.Unknown("HTTP " + response.status() + ", but the answer was cut off after "
                + response.body().length + " bytes, before it was clear what became of the message");
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
            Outcome byNumber = ofItem(Long.parseLong(status), reason);
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
        String status = item.status() == null ? "" : " " + reasons.quote(item.status());
        String error = item.error() == null ? "" : ": " + reasons.quote(item.error());
        return reasons.word("item" + status + error);
    }

    /** The outcome of a request; it applies to the batch as a whole. */
    private static Outcome ofRequest(int status, String reason, @Nullable Duration retryAfter) {
        return switch (status) {
            case 413 -> new Outcome.TooLarge(reason);
            case 429, 502, 503, 504 -> new Outcome.Throttled(reason, retryAfter);
            case 408, 423, 424, 425 -> new Outcome.Failed(reason);
            // These depend on the address, the headers or the account, which are the same for every message: blaming a
            // message for them would park the whole backlog.
            case 401, 402, 403, 404, 405, 406, 407, 410, 411, 414, 415, 417, 421, 426, 431 -> wrongAddress(reason);
            default -> byHundreds(status, reason);
        };
    }

    private static Outcome byHundreds(int status, String reason) {
        return switch (status / 100) {
            case 2 -> Outcome.DELIVERED;
            case 3 -> wrongAddress(reason);
            case 4 -> new Outcome.Rejected(reason);
            default -> new Outcome.Failed(reason);
        };
    }

    private static Outcome wrongAddress(String reason) {
        return new Outcome.Unavailable("wrong endpoint or credential: " + reason);
    }

    /** The outcome of one item in the results of a successful request. */
    private static Outcome ofItem(long status, String reason) {
        if (status >= 200 && status < 300) {
            return Outcome.DELIVERED;
        }
        boolean lasting = status >= 400 && status < 500 && status != 408 && status != 425 && status != 429;
        return lasting ? new Outcome.Rejected(reason) : new Outcome.Failed(reason);
    }
}
