package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.MessageTemplate;
import org.jspecify.annotations.Nullable;

/** A topic's name with gaps that each message fills. */
public final class TopicTemplate {
    /** Each message's type is its topic. */
    public static final TopicTemplate TYPE = of("{type}");

    private final MessageTemplate template;
    /** The name, if there are no gaps. */
    private final @Nullable Filled always;

    private TopicTemplate(MessageTemplate template) {
        this.template = template;
        this.always = template.hasGaps() ? null : checked(template.toString());
    }

    /** A name, or why the message has none. */
    record Filled(@Nullable String topic, @Nullable String fault) {}

    /** Reads a template; one that could never give a legal name is refused. */
    public static TopicTemplate of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the topic is empty: give a name, or a template such as orders.{type}");
        }
        MessageTemplate template = MessageTemplate.of("topic", text);
        for (String literal : template.literals()) {
            if (!TopicNames.hasLegalCharacters(literal)) {
                throw new IllegalArgumentException("topic " + text + ": '" + literal
                        + "' has characters that a topic's name cannot have (letters, digits, '.', '_' and '-')");
            }
        }
        return new TopicTemplate(template);
    }

    Filled fill(Message message) {
        if (always != null) {
            return always;
        }
        MessageTemplate.Filled filled = template.fill(message);
        return filled.text() == null ? new Filled(null, filled.fault()) : checked(filled.text());
    }

    private static Filled checked(String topic) {
        String fault = TopicNames.fault(topic);
        return fault == null ? new Filled(topic, null) : new Filled(null, fault);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicTemplate topic && template.equals(topic.template);
    }

    @Override
    public int hashCode() {
        return template.hashCode();
    }

    @Override
    public String toString() {
        return template.toString();
    }
}
