package dev.signalbox.runtime.sink.log;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.message.Message;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A message as one line of {@code name=value}, separated by spaces. Untrusted values cannot forge a line or a value: control
 * characters are escaped, and a value with spaces or quotes is quoted.
 */
public final class MessageLine {
    private static final int LONGEST_NAME = 500;

    private final StringBuilder line = new StringBuilder();

    /** An empty line. */
    public MessageLine() {}

    /** @param contents whether the line shows the payload and the headers */
    public static String of(Message message, boolean contents) {
        MessageLine line = new MessageLine()
                .with("id", message.id())
                .with("group", message.group())
                .with("type", message.type())
                .with("created", message.createdAt());
        if (message.event() != null) {
            line.with("position", message.event().position())
                    .with("tags", message.event().tags());
        }
        line.with("bytes", message.size());
        if (message.attempts() > 0) {
            line.with("attempts", message.attempts());
        }
        if (contents) {
            for (Map.Entry<String, String> header : new TreeMap<>(message.headers()).entrySet()) {
                line.with("header", header.getKey() + ": " + header.getValue());
            }
            line.add("payload", LogLineText.beginning(message.payload().utf8(), Integer.MAX_VALUE));
        }
        return line.toString();
    }

    /** Adds a value; null adds nothing. */
    public MessageLine with(String name, @Nullable Object value) {
        if (value != null) {
            add(name, LogLineText.beginning(value.toString(), LONGEST_NAME));
        }
        return this;
    }

    private void add(String name, String value) {
        line.append(line.isEmpty() ? "" : " ").append(name).append('=').append(quoted(value));
    }

    private static String quoted(String value) {
        boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> c == ' ' || c == '"' || c == '=');
        return plain ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
