package dev.signalbox.sink.kafka;

import dev.signalbox.core.diagnostics.LogLineText;
import org.jspecify.annotations.Nullable;

/** Kafka's rules for topic names. */
final class TopicNameRules {
    private static final int LONGEST = 249;
    private static final int QUOTED = 100;

    private TopicNameRules() {}

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

    static boolean hasLegalCharacters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean legal = letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
            if (!legal) {
                return false;
            }
        }
        return true;
    }
}
