package dev.signalbox.sink.http;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns what was heard of a response into an answer. */
final class Interpreter {
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
    private final Reasons reasons;
    private final InstantSource wallClock;

    Interpreter(HttpSinkSettings settings, Reasons reasons, InstantSource wallClock) {
        this.retryAfterCap = settings.retryAfterCap();
        this.reasons = reasons;
        this.wallClock = wallClock;
    }

    Answer answer(Reply.Heard heard, List<Message> batch) {
        if (!StatusMeaning.isSuccess(heard.status())) {
            return new Answer.Whole(StatusMeaning.ofRequest(heard.status(), reason(heard), retryAfter(heard)));
        }
        if (heard.body().length == 0 && heard.ending() == Reply.Ending.WHOLE) {
            return Answer.DELIVERED;
        }
        ItemResults results = ItemResults.read(heard.body());
        return results.items().isEmpty() ? withoutItems(heard, results) : withItems(heard, results, batch);
    }

    private String reason(Reply.Heard heard) {
        String text = reasons.quote(heard.text());
        return reasons.word("HTTP " + heard.status() + (text.isEmpty() ? "" : ": " + text));
    }

    private @Nullable Duration retryAfter(Reply.Heard heard) {
        return heard.headers()
                .firstValue("Retry-After")
                .map(header -> RetryAfter.parse(header, wallClock.instant(), retryAfterCap))
                .orElse(null);
    }

    /** The status decides, unless the connection broke off what may have become a list of failures. */
    private Answer withoutItems(Reply.Heard heard, ItemResults results) {
        boolean open = heard.ending() == Reply.Ending.BROKEN && !results.ended() && mayBecomeResults(heard);
        return open ? new Answer.Whole(cutOff(heard)) : Answer.DELIVERED;
    }

    private static boolean mayBecomeResults(Reply.Heard heard) {
        String type = heard.headers().firstValue("Content-Type").orElse("json").toLowerCase(Locale.ROOT);
        String begun = heard.text().stripLeading();
        return begun.startsWith("{") || (begun.isEmpty() && type.contains("json"));
    }

    private Answer withItems(Reply.Heard heard, ItemResults results, List<Message> batch) {
        Outcome unmentioned = results.ended()
                ? new Outcome.Failed("HTTP " + heard.status() + ": the answer's results do not mention it")
                : null;
        List<@Nullable Outcome> outcomes = new ArrayList<>();
        for (List<ItemResults.Item> own : ItemMatch.match(batch, results.items())) {
            outcomes.add(own == null ? unmentioned : worst(own));
        }
        List<Outcome> known = outcomes.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        return known.size() == batch.size() ? new Answer.Each(known) : new Answer.Mixed(outcomes, cutOff(heard));
    }

    private static Outcome cutOff(Reply.Heard heard) {
        return new Outcome.Unknown("HTTP " + heard.status() + ", but the answer was cut off after "
                + heard.body().length + " bytes, before it was clear what became of the message");
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
            Outcome byNumber = StatusMeaning.ofItem(Long.parseLong(status), reason);
            return byNumber instanceof Outcome.Delivered && item.error() != null
                    ? new Outcome.Failed(reason)
                    : byNumber;
        }
        if (LASTING.contains(status)) {
            return new Outcome.Rejected(reason);
        }
        // Neither status nor error: the item was named by an answer that is a success.
        boolean good = item.error() == null && (status.isEmpty() || GOOD.contains(status));
        return good ? Outcome.DELIVERED : new Outcome.Failed(reason);
    }

    private String reason(ItemResults.Item item) {
        String status = item.status() == null ? "" : " " + reasons.quote(item.status());
        String error = item.error() == null ? "" : ": " + reasons.quote(item.error());
        return reasons.word("item" + status + error);
    }
}
