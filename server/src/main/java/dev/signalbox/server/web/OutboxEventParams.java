package dev.signalbox.server.web;

import dev.signalbox.core.admin.EventQuery;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of a request for Catbox's events; all problems are reported at once. */
final class OutboxEventParams {
    static final int PAGE_SIZE = 20;

    private static final int MAX_LENGTH = 1_000;
    private static final Map<String, EventQuery.Sort> SORTS = Arrays.stream(EventQuery.Sort.values())
            .collect(Collectors.toMap(OutboxEventParams::camel, Function.identity()));

    private final ParameterProblems problems = new ParameterProblems();
    private final QueryParams params;

    OutboxEventParams(HttpServletRequest request, String... allowed) {
        this.params = new QueryParams(request, problems, allowed);
    }

    @Nullable
    String relay() {
        return text("relay");
    }

    /** All search parameters. */
    EventQuery search() {
        var filter = new EventQuery.Filter(
                text("eventType"), text("aggregateType"), text("aggregateId"), flag("pendingOnly"));
        return query(filter, sort(), descending(), PAGE_SIZE);
    }

    /** Only the page parameters. */
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
        return sort != null ? sort : reject(EventQuery.Sort.CREATED_AT, "sortBy", name, "one of " + sorts());
    }

    private static List<String> sorts() {
        return Arrays.stream(EventQuery.Sort.values())
                .map(OutboxEventParams::camel)
                .toList();
    }

    private boolean descending() {
        return choice("direction", "ASC", "DESC").equalsIgnoreCase("DESC");
    }

    private boolean flag(String name) {
        return choice(name, "false", "true").equalsIgnoreCase("true");
    }

    /** One of two words; the first is the default. */
    private String choice(String name, String defaultWord, String other) {
        String value = text(name);
        boolean known = value == null || value.equalsIgnoreCase(defaultWord) || value.equalsIgnoreCase(other);
        return !known
                ? reject(defaultWord, name, value, defaultWord + " or " + other)
                : value == null ? defaultWord : value;
    }

    private <T> T reject(T fallback, String name, @Nullable String value, String allowed) {
        return problems.valueOr(fallback, () -> {
            throw ProblemException.badParameter(name, String.valueOf(value), allowed);
        });
    }

    private static String camel(EventQuery.Sort sort) {
        String[] words = sort.name().toLowerCase(Locale.ROOT).split("_", -1);
        return words[0]
                + Arrays.stream(words)
                        .skip(1)
                        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                        .collect(Collectors.joining());
    }
}
