package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A topic's name with gaps that each message fills: {@code {type}}, {@code {group}}, {@code {aggregateType}} and
 * {@code {header:NAME}}.
 */
public final class TopicTemplate {
    private static final Pattern GAP = Pattern.compile("\\{([^{}]*)}");
    private static final String HEADER = "header:";

    /** Each message's type is its topic. */
    public static final TopicTemplate TYPE = of("{type}");

    private final String text;
    private final List<Part> parts;
    /** The name, if there are no gaps: the same string each time, whose hash is known after the first. */
    private final @Nullable Filled always;

    private TopicTemplate(String text, List<Part> parts) {
        this.text = text;
        this.parts = parts;
        this.always = parts.stream().allMatch(Part.Literal.class::isInstance) ? checked(text) : null;
    }

    /** What a part of the name is taken from. */
    private sealed interface Part {
        record Literal(String text) implements Part {}

        record Type() implements Part {}

        record Group() implements Part {}

        record Header(String name) implements Part {}
    }

    /** A name, or why the message has none. */
    record Filled(@Nullable String topic, @Nullable String fault) {}

    /** Reads a template; one that could never give a legal name is refused. */
    public static TopicTemplate of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher gap = GAP.matcher(text);
        int from = 0;
        while (gap.find()) {
            literal(text, text.substring(from, gap.start()), parts);
            parts.add(gap(text, gap.group(1)));
            from = gap.end();
        }
        literal(text, text.substring(from), parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("the topic is empty: give a name, or a template such as orders.{type}");
        }
        return new TopicTemplate(text, List.copyOf(parts));
    }

    private static void literal(String template, String text, List<Part> parts) {
        if (!TopicNames.hasLegalCharacters(text)) {
            throw new IllegalArgumentException("topic " + template + ": '" + text
                    + "' has characters that a topic's name cannot have (letters, digits, '.', '_' and '-')");
        }
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
                throw new IllegalArgumentException("topic " + template + ": {" + name
                        + "} is unknown; there are {type}, {group}, {aggregateType} and {header:NAME}");
        };
    }

    Filled fill(Message message) {
        return always == null ? fillGaps(message) : always;
    }

    private Filled fillGaps(Message message) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            String value = value(part, message);
            if (value == null) {
                return new Filled(null, "the topic " + text + " needs " + missing(part) + ", which the message lacks");
            }
            name.append(value);
        }
        return checked(name.toString());
    }

    private static Filled checked(String topic) {
        String fault = TopicNames.fault(topic);
        return fault == null ? new Filled(topic, null) : new Filled(null, fault);
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
        return other instanceof TopicTemplate template && text.equals(template.text);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
