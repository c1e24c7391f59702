package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.MessageTemplate;
import dev.signalbox.core.message.MessageTemplate.FillResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses the routing key of a message. */
public sealed interface RoutingKeyRule {
    FillResult of(Message message);

    /** Whether messages choose any key they like. */
    boolean isOpen();

    /** @param allowed patterns of the keys that messages may choose; empty if they may choose any */
    record ByTemplate(MessageTemplate template, List<Glob> allowed) implements RoutingKeyRule {
        private static final int QUOTED = 100;

        public ByTemplate {
            template.literals().forEach(literal -> Shortstr.checked("routing key", literal));
            allowed = List.copyOf(allowed);
        }

        @Override
        public FillResult of(Message message) {
            FillResult filled = template.fill(message);
            String fault = filled.text() == null ? filled.fault() : fault(filled.text());
            return fault == null ? filled : new FillResult(null, fault);
        }

        private @Nullable String fault(String key) {
            String fault = Shortstr.fault("routing key", key);
            boolean listed = allowed.isEmpty() || allowed.stream().anyMatch(pattern -> pattern.matches(key));
            return fault != null || listed
                    ? fault
                    : "the routing key " + LogLineText.beginning(key, QUOTED)
                            + " is not among the allowed-routing-keys";
        }

        @Override
        public boolean isOpen() {
            return allowed.isEmpty()
                    && !template.isFixed()
                    && template.literals().isEmpty();
        }
    }

    /** The key comes from a table, by the value of a template. */
    record ByTable(MessageTemplate value, Map<String, String> keys) implements RoutingKeyRule {
        private static final int NAMED = 20;
        private static final int QUOTED = 100;

        public ByTable {
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("the table of routing keys by " + value + " is empty");
            }
            keys.values().forEach(key -> Shortstr.checked("routing key", key));
            keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        }

        @Override
        public FillResult of(Message message) {
            FillResult filled = value.fill(message);
            if (filled.text() == null) {
                return filled;
            }
            String key = keys.get(filled.text());
            return new FillResult(key, key == null ? unknown(filled.text()) : null);
        }

        @Override
        public boolean isOpen() {
            return false;
        }

        private String unknown(String text) {
            String known = keys.keySet().stream().limit(NAMED).collect(Collectors.joining(", "));
            return subject() + " '" + LogLineText.beginning(text, QUOTED) + "' has no routing key; known are " + known
                    + (keys.size() > NAMED ? " and " + (keys.size() - NAMED) + " more" : "");
        }

        /** The placeholder's name if the template consists of one placeholder only. */
        private String subject() {
            String template = value.toString();
            boolean oneGap = template.startsWith("{") && template.indexOf('}') == template.length() - 1;
            return oneGap ? template.substring(1, template.length() - 1) : template;
        }
    }

    static RoutingKeyRule template(String text) {
        return template(text, List.of());
    }

    static RoutingKeyRule template(String text, List<Glob> allowed) {
        return new ByTemplate(MessageTemplate.of("routing key", text), allowed);
    }

    static RoutingKeyRule table(String template, Map<String, String> keys) {
        return new ByTable(MessageTemplate.of("routing key's look-up", template), keys);
    }
}
