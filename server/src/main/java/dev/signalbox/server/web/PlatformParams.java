package dev.signalbox.server.web;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.event.ContextEntry;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.registry.RegistryIds;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The query parameters of a list of the event platform. */
final class PlatformParams {
    private static final String CONTEXT = "contextData.";
    private static final int LONGEST_WORD = 50;

    private final HttpServletRequest request;
    private final QueryParams params;
    private final List<String> names;
    private final String beyond;

    /**
     * @param beyond the parameter with the last id of the page before
     * @param others the other parameters, besides page and size
     */
    PlatformParams(HttpServletRequest request, String beyond, String... others) {
        this.request = request;
        this.names = List.copyOf(request.getParameterMap().keySet());
        this.beyond = beyond;
        List<String> known = new ArrayList<>(List.of("page", "size", beyond));
        known.addAll(List.of(others));
        if (known.contains(CONTEXT + "<key>")) {
            names.stream().filter(PlatformParams::isContext).forEach(known::add);
        }
        this.params = new QueryParams(request, known.toArray(String[]::new));
    }

    private static boolean isContext(String name) {
        return name.startsWith(CONTEXT) && name.length() > CONTEXT.length();
    }

    @Nullable
    String text(String name, int longest) {
        return params.text(name, longest);
    }

    @Nullable
    Instant time(String name) {
        return params.instant(name);
    }

    /** Null if it is missing. */
    <E extends Enum<E>> @Nullable E word(String name, Class<E> type) {
        return params.text(name, LONGEST_WORD) == null ? null : params.choice(name, type.getEnumConstants());
    }

    @Nullable
    Tsid id(String name) {
        String text = params.text(name, InputLimits.REFERENCE);
        if (text == null) {
            return null;
        }
        return RegistryIds.parse(text)
                .orElseThrow(() -> ProblemException.badParameter(name, text, "an id of 13 characters"));
    }

    /** What an event's contextData must contain. */
    List<ContextEntry> contextData() {
        return names.stream()
                .filter(PlatformParams::isContext)
                .map(name -> new ContextEntry(
                        QueryParams.limited(name, name.substring(CONTEXT.length()), InputLimits.CONTEXT_KEY),
                        String.valueOf(params.text(name, InputLimits.CONTEXT_VALUE))))
                .toList();
    }

    /** Which page to answer with. Takes the memory of that from the budget, because a page is read and written as a whole. */
    PageRequest<Tsid> page() {
        PageRequest<Tsid> page = given();
        BudgetedBody.takeForAnswer(request, (long) page.size() * InputLimits.LISTED_DATA_BYTES);
        return page;
    }

    private PageRequest<Tsid> given() {
        int size = params.number("size", InputLimits.PAGE_SIZE, 1, InputLimits.LARGEST_PAGE);
        int page = params.number("page", 0, 0, Integer.MAX_VALUE);
        Tsid last = id(beyond);
        if (last != null) {
            return PageRequest.beyond(last, size);
        }
        if (PageRequest.problem(page, size).isPresent()) {
            throw ProblemException.badParameter(
                    "page",
                    String.valueOf(page),
                    "a page of the first %d items; continue with %s and the last id"
                            .formatted(InputLimits.DEEPEST_OFFSET, beyond));
        }
        return PageRequest.of(page, size);
    }

    /** An id in a path. A text that can't be one is the id of nothing. */
    static Tsid pathId(String what, String text) {
        return RegistryIds.parse(text).orElseThrow(() -> ProblemException.noSuch(what, text));
    }

    /** True or false; false if it is missing. */
    static boolean flag(HttpServletRequest request, String name) {
        String[] values = request.getParameterValues(name);
        if (values == null) {
            return false;
        }
        return switch (Stream.of(values).distinct().count() == 1 ? values[0].toLowerCase(Locale.ROOT) : "") {
            case "true" -> true;
            case "false" -> false;
            default -> throw ProblemException.badParameter(name, String.join(",", values), "true or false");
        };
    }
}
