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

/** The parameters of a request for Catbox's events. All that is wrong with them is told at once. */
final class OutboxEventParams {
    static final int PAGE_SIZE = 20;

    private static final int LONGEST = 1_000;
    private static final Map<String, EventQuery.Sort> SORTS = Arrays.stream(EventQuery.Sort.values())
            .collect(Collectors.toMap(OutboxEventParams::camel, Function.identity()));

    private final ParameterProblems problems = new ParameterProblems();
    private final QueryParams queryParams;

    OutboxEventParams(HttpServletRequest request, String... allowed) {
        this.queryParams = new QueryParams(request, problems, allowed);
    }

    @Nullable
    String relay() {
        return text("relay");
    }

    /** Everything that can be searched for. */
    EventQuery search() {
        var filter = new EventQuery.Filter(
                text("eventType"), text("aggregateType"), text("aggregateId"), truth("pendingOnly"));
        return query(filter, sort(), descending(), PAGE_SIZE);
    }

    /** Only by pages. */
    EventQuery all(EventQuery.Filter filter) {
        return query(filter, EventQuery.Sort.CREATED_AT, false, EventQuery.MOST);
    }

    private EventQuery query(EventQuery.Filter filter, EventQuery.Sort sort, boolean descending, int usualSize) {
        int size = problems.or(1, () -> queryParams.number("size", usualSize, 1, EventQuery.MOST));
        int last = EventQuery.DEEPEST / size - 1;
        int page = problems.or(0, () -> queryParams.number("page", 0, 0, last));
        problems.refuse();
        return new EventQuery(filter, sort, descending, page, size);
    }

    /** A form that was not filled in asks for nothing. */
    private @Nullable String text(String name) {
        String value = problems.<@Nullable String>or(null, () -> queryParams.text(name, LONGEST));
        return value == null || value.isEmpty() ? null : value;
    }

    private EventQuery.Sort sort() {
        String name = text("sortBy");
        EventQuery.Sort sort = name == null ? EventQuery.Sort.CREATED_AT : SORTS.get(name);
        return sort != null ? sort : refused(EventQuery.Sort.CREATED_AT, "sortBy", name, "one of " + sorts());
    }

    private static List<String> sorts() {
        return Arrays.stream(EventQuery.Sort.values())
                .map(OutboxEventParams::camel)
                .toList();
    }

    private boolean descending() {
        return one("direction", "ASC", "DESC").equalsIgnoreCase("DESC");
    }

    private boolean truth(String name) {
        return one(name, "false", "true").equalsIgnoreCase("true");
    }

    /** One of two words, the first of which need not be said. */
    private String one(String name, String usual, String other) {
        String value = text(name);
        boolean known = value == null || value.equalsIgnoreCase(usual) || value.equalsIgnoreCase(other);
        return !known ? refused(usual, name, value, usual + " or " + other) : value == null ? usual : value;
    }

    private <T> T refused(T otherwise, String name, @Nullable String value, String allowed) {
        return problems.or(otherwise, () -> {
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
