package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.RetryAfter;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.sink.http.ResponseReader.BodyEnd;
import dev.signalbox.sink.http.ResponseReader.ReceivedResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the received part of a response into an answer. */
final class ResponseInterpreter {
    private static final Set<String> GOOD = Set.of(
            ("ok success succeeded successful accepted created duplicate delivered processed completed queued stored"
                            + " exists true")
                    .split(" "));
    private static final Set<String> LASTING = Set.of("invalid", "rejected");
    /** How long a message waits at least that the receiver asks for later. */
    private static final Duration LATER = Duration.ofSeconds(1);

    private final Duration retryAfterCap;
    private final MessageFormat format;
    private final OutcomeReasons reasons;
    private final InstantSource wallClock;

    ResponseInterpreter(HttpSinkSettings settings, OutcomeReasons reasons, InstantSource wallClock) {
        this.retryAfterCap = settings.retryAfterCap();
        this.format = settings.format();
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
        Duration retryAfter = retryAfter(response);
        List<@Nullable Outcome> outcomes = new ArrayList<>();
        for (List<ItemResults.Item> own : ResultMatcher.match(batch, results.items(), format)) {
            outcomes.add(own == null ? unmentioned : worst(own, retryAfter));
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

    private Outcome worst(List<ItemResults.Item> items, @Nullable Duration retryAfter) {
        return items.stream()
                .map(item -> outcome(item, retryAfter))
                .filter(outcome -> !(outcome instanceof Outcome.Delivered))
                .findFirst()
                .orElse(Outcome.DELIVERED);
    }

    private Outcome outcome(ItemResults.Item item, @Nullable Duration retryAfter) {
        String status = item.status() == null ? "" : item.status().strip().toLowerCase(Locale.ROOT);
        String reason = reason(item);
        if (status.matches("[0-9]{1,9}")) {
            Outcome byNumber = ofItem(Long.parseLong(status), reason, retryAfter);
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
            case 423, 424, 425 -> later(reason, retryAfter);
            case 408 -> new Outcome.Failed(reason);
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
    private static Outcome ofItem(long status, String reason, @Nullable Duration retryAfter) {
        if (status >= 200 && status < 300) {
            return Outcome.DELIVERED;
        }
        if (status == 423 || status == 424 || status == 425 || status == 429) {
            return later(reason, retryAfter);
        }
        boolean lasting = status >= 400 && status < 500 && status != 408;
        return lasting ? new Outcome.Rejected(reason) : new Outcome.Failed(reason);
    }

    /** Something that this message needs is locked, failed or not ready: the destination works for others. */
    private static Outcome later(String reason, @Nullable Duration retryAfter) {
        return new Outcome.Postponed(
                reason, retryAfter == null || retryAfter.compareTo(LATER) < 0 ? LATER : retryAfter);
    }

    /**
     * Matches results to messages: by the id in the payload, then by the row id, then by index in the request and the response.
     * An event is matched by its log position, which a result may call position or id; an id inside an event's data, or in the
     * data of any message whose own id is sent too, does not count, since it could be the id of another one.
     *
     * <p>If several messages or results share an id, they are matched one to one if their numbers are equal; otherwise every
     * message with that id gets all results with that id, and the worst one counts.
     */
    static final class ResultMatcher {
        private final List<Message> batch;
        private final List<ItemResults.Item> items;
        private final List<@Nullable List<ItemResults.Item>> found;
        private final boolean[] used;

        private ResultMatcher(List<Message> batch, List<ItemResults.Item> items) {
            this.batch = batch;
            this.items = items;
            this.found = new ArrayList<>();
            batch.forEach(message -> found.add(null));
            this.used = new boolean[items.size()];
        }

        /** For each message, the results that refer to it, never empty; null if none does. */
        static List<@Nullable List<ItemResults.Item>> match(
                List<Message> batch, List<ItemResults.Item> items, MessageFormat format) {
            ResultMatcher match = new ResultMatcher(batch, items);
            match.by(ResultMatcher::positionOf, ItemResults.Item::position);
            if (!format.showsId()) {
                match.by(ResultMatcher::idInPayload, ItemResults.Item::id);
            }
            match.by(Message::id, ItemResults.Item::id);
            if (items.size() == batch.size()) {
                match.byOrder();
            }
            return match.found;
        }

        private static @Nullable String positionOf(Message message) {
            return message.event() == null ? null : message.id();
        }

        private static @Nullable String idInPayload(Message message) {
            return message.event() == null ? ItemResults.idOf(message.payload().bytes()) : null;
        }

        private void by(
                Function<Message, @Nullable String> idOf, Function<ItemResults.Item, @Nullable String> namedBy) {
            Map<String, List<Integer>> results = unusedResults(namedBy);
            if (results.isEmpty()) {
                return;
            }
            Map<String, List<Integer>> messages = new LinkedHashMap<>();
            for (int m = 0; m < batch.size(); m++) {
                String id = found.get(m) == null ? idOf.apply(batch.get(m)) : null;
                if (id != null) {
                    messages.computeIfAbsent(id, any -> new ArrayList<>()).add(m);
                }
            }
            messages.forEach((id, sharing) -> assign(sharing, results.getOrDefault(id, List.of())));
        }

        private Map<String, List<Integer>> unusedResults(Function<ItemResults.Item, @Nullable String> namedBy) {
            Map<String, List<Integer>> results = new HashMap<>();
            for (int r = 0; r < items.size(); r++) {
                String id = namedBy.apply(items.get(r));
                if (id != null && !used[r]) {
                    results.computeIfAbsent(id, any -> new ArrayList<>()).add(r);
                }
            }
            return results;
        }

        private void assign(List<Integer> messages, List<Integer> results) {
            if (results.isEmpty()) {
                return;
            }
            boolean oneToOne = messages.size() == results.size();
            for (int i = 0; i < messages.size(); i++) {
                List<Integer> own = oneToOne ? results.subList(i, i + 1) : results;
                found.set(messages.get(i), own.stream().map(items::get).toList());
            }
            results.forEach(r -> used[r] = true);
        }

        private void byOrder() {
            for (int i = 0; i < items.size(); i++) {
                if (found.get(i) == null && !used[i]) {
                    found.set(i, List.of(items.get(i)));
                }
            }
        }
    }
}
