package dev.signalbox.platform.registry;

import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.sink.webhook.Header;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The headers that clients give to requests: in jobs, and in the custom configuration of subscriptions. */
public final class ClientHeaders {
    /** Entries of a custom configuration whose key begins so are headers. */
    public static final String PREFIX = "header.";

    private static final String ANY = "X-Any";
    private static final String CONTENT_TYPE = "Content-Type";

    private ClientHeaders() {}

    /** Reads an object of names and values. Headers without a value are left out. */
    public static Map<String, String> read(JsonMembers members, String name) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        return members.texts(
                name,
                InputLimits.HEADERS,
                header -> names.add(header) ? nameProblem(header) : Optional.of("occurs twice"),
                ClientHeaders::valueProblem);
    }

    /** Why no request can have a header with this name; empty if one can. */
    static Optional<String> nameProblem(String name) {
        Optional<String> wrong = TextRules.line(name, InputLimits.NAME);
        return wrong.isPresent() ? wrong : problem(() -> Header.ofUser(name, ""));
    }

    /** Why no request can have a header with this value; empty if one can. Spaces around it are not sent. */
    static Optional<String> valueProblem(String value) {
        Optional<String> wrong = TextRules.line(value, InputLimits.CONFIG_VALUE);
        if (wrong.isPresent()) {
            return wrong;
        }
        return problem(() -> new Header(ANY, value.strip())).map(_ -> "has characters that a header cannot have");
    }

    /** Why no request can have this content type; empty if one can. */
    public static Optional<String> contentTypeProblem(String type) {
        Optional<String> wrong = TextRules.line(type, InputLimits.NAME);
        if (wrong.isPresent()) {
            return wrong;
        }
        return problem(() -> new Header(CONTENT_TYPE, type)).map(_ -> "cannot be the value of the header Content-Type");
    }

    /** Makes a header. */
    @FunctionalInterface
    private interface Attempt {
        Header make();
    }

    private static Optional<String> problem(Attempt attempt) {
        try {
            var _ = attempt.make();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
