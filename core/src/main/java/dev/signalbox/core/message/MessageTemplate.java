package dev.signalbox.core.message;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with placeholders that each message fills: {@code {type}}, {@code {group}}, {@code {aggregateType}} and {@code
 * {header:NAME}}.
 */
public final class MessageTemplate {
    private static final Pattern GAP = Pattern.compile("\\{([^{}]*)}");
    private static final String HEADER = "header:";

    private final String what;
    private final String text;
    private final List<Part> parts;
    /** The text, if there are no placeholders: the same string each time, whose hash is cached. */
    private final @Nullable FillResult always;

    private MessageTemplate(String what, String text, List<Part> parts) {
        this.what = what;
        this.text = text;
        this.parts = parts;
        this.always = parts.stream().allMatch(Part.Literal.class::isInstance) ? new FillResult(text, null) : null;
    }

    /** Where a part of the text comes from. */
    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Type() implements Part {}

        record Group() implements Part {}

        record Header(String name) implements Part {}
    }

    /** A text, or why the message has none. */
    public record FillResult(
            @Nullable String text, @Nullable String fault) {}

    /**
     * Parses a template.
     *
     * @param what what the template is for, for error messages
     * @throws IllegalArgumentException if a placeholder is unknown
     */
    public static MessageTemplate of(String what, String text) {
        List<Part> parts = new ArrayList<>();
        Matcher gap = GAP.matcher(text);
        int from = 0;
        while (gap.find()) {
            literal(text.substring(from, gap.start()), parts);
            parts.add(gap(what + " " + text, gap.group(1)));
            from = gap.end();
        }
        literal(text.substring(from), parts);
        return new MessageTemplate(what, text, List.copyOf(parts));
    }

    private static void literal(String text, List<Part> parts) {
        if (!text.isEmpty()) {
            parts.add(new Part.Literal(text));
        }
    }

    private static Part gap(String template, String name) {
        if (name.startsWith(HEADER) && name.length() > HEADER.length()) {
            return new Part.Header(name.substring(HEADER.length()));
        }
        return switch (name) {
            case "type" -> new Part.Type();
            case "group" -> new Part.Group();
            case "aggregateType" -> new Part.Header(name);
            default ->
                throw new IllegalArgumentException(template + ": {" + name
                        + "} is unknown; there are {type}, {group}, {aggregateType} and {header:NAME}");
        };
    }

    /** The literal text between placeholders. */
    public List<String> literals() {
        return parts.stream()
                .filter(Part.Literal.class::isInstance)
                .map(part -> ((Part.Literal) part).text())
                .toList();
    }

    public boolean hasGaps() {
        return always == null;
    }

    public FillResult fill(Message message) {
        return always == null ? fillGaps(message) : always;
    }

    private FillResult fillGaps(Message message) {
        StringBuilder filled = new StringBuilder();
        for (Part part : parts) {
            String value = value(part, message);
            if (value == null) {
                return new FillResult(
                        null, "the " + what + " " + text + " needs " + missing(part) + ", which the message lacks");
            }
            filled.append(value);
        }
        return new FillResult(filled.toString(), null);
    }

    private static @Nullable String value(Part part, Message message) {
        return switch (part) {
            case Part.Literal(String text) -> text;
            case Part.Type() -> message.type();
            case Part.Group() -> message.group();
            case Part.Header(String name) -> message.headers().get(name);
        };
    }

    private static String missing(Part part) {
        return part instanceof Part.Header(String name) ? "the header " + name : "a group";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageTemplate template && text.equals(template.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
