package dev.signalbox.core.message;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A text whose placeholders each message fills: {@code {type}}, {@code {group}}, {@code {header:NAME}} and others. */
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
        this.always = parts.stream().allMatch(Part::isLiteral) ? new FillResult(text, null) : null;
    }

    /** A part of the text; its name is the literal text, or what a message must have. */
    private record Part(boolean isLiteral, String name, Function<Message, @Nullable String> value) {}

    /** A text, or why the message has none. */
    public record FillResult(
            @Nullable String text, @Nullable String fault) {}

    /** @throws IllegalArgumentException if a placeholder is unknown, naming what the template is for */
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
            parts.add(new Part(true, text, _ -> text));
        }
    }

    private static Part gap(String template, String name) {
        if (name.startsWith(HEADER) && name.length() > HEADER.length()) {
            return header(name.substring(HEADER.length()));
        }
        return switch (name) {
            case "type" -> new Part(false, "a type", Message::type);
            case "group" -> new Part(false, "a group", Message::group);
            case "aggregateType" -> header(name);
            default ->
                throw new IllegalArgumentException(template + ": {" + name
                        + "} is unknown; there are {type}, {group}, {aggregateType} and {header:NAME}");
        };
    }

    private static Part header(String name) {
        return new Part(
                false, "the header " + name, message -> message.headers().get(name));
    }

    /** Whether it has no placeholders. */
    public boolean isFixed() {
        return always != null;
    }

    /** The literal text between placeholders. */
    public List<String> literals() {
        return parts.stream().filter(Part::isLiteral).map(Part::name).toList();
    }

    public FillResult fill(Message message) {
        return always == null ? fillGaps(message) : always;
    }

    private FillResult fillGaps(Message message) {
        StringBuilder filled = new StringBuilder();
        for (Part part : parts) {
            String value = part.value().apply(message);
            if (value == null) {
                return new FillResult(
                        null, "the " + what + " " + text + " needs " + part.name() + ", which the message lacks");
            }
            filled.append(value);
        }
        return new FillResult(filled.toString(), null);
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
