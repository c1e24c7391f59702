package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.MessageTemplate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses the routing key of a message. */
public sealed interface RoutingKeyRule {
    /** A key, or why the message has none. */
    record RoutingKeyOrFault(@Nullable String key, @Nullable String fault) {}

    /** The routing key of this message. */
    RoutingKeyOrFault of(Message message);

    /** The key comes from a text with placeholders. */
    record ByTemplate(MessageTemplate template) implements RoutingKeyRule {
        public ByTemplate {
            template.literals().forEach(literal -> Shortstr.checked("routing key", literal));
        }

        @Override
        public RoutingKeyOrFault of(Message message) {
            MessageTemplate.FillResult fillResult = template.fill(message);
            return fillResult.text() == null
                    ? new RoutingKeyOrFault(null, fillResult.fault())
                    : checked(fillResult.text());
        }
    }

    /**
     * The key comes from a table.
     *
     * @param value the value to look up
     * @param keys the routing keys by value
     */
    record ByTable(MessageTemplate value, Map<String, String> keys) implements RoutingKeyRule {
        private static final int TOLD = 20;
        private static final int QUOTED = 100;

        public ByTable {
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("the table of routing keys by " + value + " is empty");
            }
            keys.values().forEach(key -> Shortstr.checked("routing key", key));
            keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        }

        @Override
        public RoutingKeyOrFault of(Message message) {
            MessageTemplate.FillResult fillResult = value.fill(message);
            String text = fillResult.text();
            if (text == null) {
                return new RoutingKeyOrFault(null, fillResult.fault());
            }
            String key = keys.get(text);
            return key == null ? new RoutingKeyOrFault(null, unknown(text)) : new RoutingKeyOrFault(key, null);
        }

        private String unknown(String text) {
            String known = keys.keySet().stream().limit(TOLD).collect(Collectors.joining(", "));
            return subject() + " '" + LogLineText.beginning(text, QUOTED) + "' has no routing key; known are " + known
                    + (keys.size() > TOLD ? " and " + (keys.size() - TOLD) + " more" : "");
        }

        /** The placeholder's name if the template consists of one placeholder only. */
        private String subject() {
            String template = value.toString();
            boolean oneGap = template.startsWith("{") && template.indexOf('}') == template.length() - 1;
            return oneGap ? template.substring(1, template.length() - 1) : template;
        }
    }

    /** Takes the key from a template such as {@code orders.{type}}. */
    static RoutingKeyRule template(String text) {
        return new ByTemplate(MessageTemplate.of("routing key", text));
    }

    /** Looks the key up in a table by a template's value. */
    static RoutingKeyRule table(String template, Map<String, String> keys) {
        return new ByTable(MessageTemplate.of("routing key's look-up", template), keys);
    }

    private static RoutingKeyOrFault checked(String key) {
        String fault = Shortstr.fault("routing key", key);
        return fault == null ? new RoutingKeyOrFault(key, null) : new RoutingKeyOrFault(null, fault);
    }
}
