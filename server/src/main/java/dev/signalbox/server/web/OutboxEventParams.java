package dev.signalbox.server.web;

import dev.signalbox.core.admin.EventAdmin.EventQuery;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of a request for Catbox's events; all problems are reported at once. */
final class OutboxEventParams {
    static final int PAGE_SIZE = 20;

    private static final int MAX_LENGTH = 1_000;
    private static final Map<String, EventQuery.Sort> SORTS = Arrays.stream(EventQuery.Sort.values())
            .collect(Collectors.toMap(OutboxEventParams::camel, Function.identity(), (a, _) -> a, LinkedHashMap::new));

    private final QueryParams.Problems problems = new QueryParams.Problems();
    private final QueryParams params;

    OutboxEventParams(HttpServletRequest request, String... allowed) {
        this.params = new QueryParams(request, problems, allowed);
    }

    @Nullable
    String relay() {
        return text("relay");
    }

    EventQuery search() {
        var filter = new EventQuery.Filter(
                text("eventType"), text("aggregateType"), text("aggregateId"), choice("pendingOnly", "false", "true"));
        return query(filter, sort(), choice("direction", "ASC", "DESC"), PAGE_SIZE);
    }

    EventQuery all(EventQuery.Filter filter) {
        return query(filter, EventQuery.Sort.CREATED_AT, false, EventQuery.MOST);
    }

    private EventQuery query(EventQuery.Filter filter, EventQuery.Sort sort, boolean descending, int defaultSize) {
        int size = problems.valueOr(1, () -> params.number("size", defaultSize, 1, EventQuery.MOST));
        int last = EventQuery.DEEPEST / size - 1;
        int page = problems.valueOr(0, () -> params.number("page", 0, 0, last));
        problems.throwIfAny();
        return new EventQuery(filter, sort, descending, page, size);
    }

    /** An empty parameter counts as absent. */
    private @Nullable String text(String name) {
        String value = problems.<@Nullable String>valueOr(null, () -> params.text(name, MAX_LENGTH));
        return value == null || value.isEmpty() ? null : value;
    }

    private EventQuery.Sort sort() {
        String name = text("sortBy");
        EventQuery.Sort sort = name == null ? EventQuery.Sort.CREATED_AT : SORTS.get(name);
        return sort != null ? sort : reject(EventQuery.Sort.CREATED_AT, "sortBy", name, "one of " + SORTS.keySet());
    }

    /** Whether the second of two words is given; the first is the default. */
    private boolean choice(String name, String defaultWord, String other) {
        String value = text(name);
        boolean chosen = other.equalsIgnoreCase(value);
        boolean known = chosen || value == null || value.equalsIgnoreCase(defaultWord);
        return known ? chosen : reject(false, name, value, defaultWord + " or " + other);
    }

    private <T> T reject(T fallback, String name, @Nullable String value, String allowed) {
        return problems.valueOr(fallback, () -> {
            throw ProblemException.badParameter(name, String.valueOf(value), allowed);
        });
    }

    private static String camel(EventQuery.Sort sort) {
        return Pattern.compile("_(.)")
                .matcher(sort.name().toLowerCase(Locale.ROOT))
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }
}
