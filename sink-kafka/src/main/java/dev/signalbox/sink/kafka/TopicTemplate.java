package dev.signalbox.sink.kafka;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.MessageTemplate;
import dev.signalbox.core.message.MessageTemplate.FillResult;
import org.jspecify.annotations.Nullable;

/** A topic name with placeholders that each message fills. */
public record TopicTemplate(MessageTemplate template) {
    public static final TopicTemplate TYPE = of("{type}");

    private static final int LONGEST = 249;
    private static final int QUOTED = 100;

    /** Rejects a template that can never yield a valid name. */
    public TopicTemplate {
        for (String literal : template.literals()) {
            if (!hasLegalCharacters(literal)) {
                throw new IllegalArgumentException("topic " + template + ": '" + literal
                        + "' has characters that a topic's name cannot have (letters, digits, '.', '_' and '-')");
            }
        }
    }

    public static TopicTemplate of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the topic is empty: give a name, or a template such as orders.{type}");
        }
        return new TopicTemplate(MessageTemplate.of("topic", text));
    }

    FillResult fill(Message message) {
        FillResult topic = template.fill(message);
        String fault = topic.text() == null ? topic.fault() : fault(topic.text());
        return fault == null ? topic : new FillResult(null, fault);
    }

    /** Why this is not a valid topic name; null if it is one. */
    static @Nullable String fault(String name) {
        if (name.isEmpty()) {
            return "the topic's name is empty";
        }
        if (name.length() > LONGEST) {
            return "the topic's name " + LogLineText.beginning(name, QUOTED) + " has " + name.length()
                    + " characters: at most " + LONGEST + " are allowed";
        }
        if (name.equals(".") || name.equals("..") || !hasLegalCharacters(name)) {
            return "'" + LogLineText.beginning(name, QUOTED)
                    + "' is no topic's name: letters, digits, '.', '_' and '-' are allowed";
        }
        return null;
    }

    private static boolean hasLegalCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return template.toString();
    }
}
