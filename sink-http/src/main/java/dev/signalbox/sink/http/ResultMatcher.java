package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Matches results to messages: by the id in the payload, then by the row id, then by index in the request and the response.
 * An event is matched by its log position, which a result may call position or id; an id inside an event's data does not
 * count, since it could be the position of another event.
 *
 * <p>If several messages or results share an id, they are matched one to one if their numbers are equal; otherwise every
 * message with that id gets all results with that id, and the worst one counts.
 */
final class ResultMatcher {
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
    static List<@Nullable List<ItemResults.Item>> match(List<Message> batch, List<ItemResults.Item> items) {
        ResultMatcher match = new ResultMatcher(batch, items);
        match.by(ResultMatcher::positionOf, ItemResults.Item::position);
        match.by(ResultMatcher::idInPayload, ItemResults.Item::id);
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

    private void by(Function<Message, @Nullable String> idOf, Function<ItemResults.Item, @Nullable String> namedBy) {
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
