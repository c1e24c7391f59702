package dev.signalbox.runtime.config.file;

import dev.signalbox.runtime.settings.Placeholders;
import java.util.ArrayList;
import java.util.List;

/**
 * Hides {@code ${…}} from the YAML parser, which treats braces and commas within {@code { … }} as syntax. With this,
 * {@code { password: ${SHOP_PASSWORD} }} reads as users expect.
 */
record ProtectedPlaceholders(String text, List<String> hidden) {
    private static final char OPEN = '\uE000';
    private static final char CLOSE = '\uE001';

    static ProtectedPlaceholders in(String text) {
        List<String> hidden = new ArrayList<>();
        if (text.indexOf(OPEN) >= 0) {
            return new ProtectedPlaceholders(text, hidden);
        }
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = text.startsWith("${", at) ? Placeholders.end(text, at) : -1;
            if (end < 0 || text.substring(at, end).indexOf('\n') >= 0) {
                out.append(text.charAt(at++));
            } else {
                out.append(OPEN).append(hidden.size()).append(CLOSE);
                hidden.add(text.substring(at, end));
                at = end;
            }
        }
        return new ProtectedPlaceholders(out.toString(), hidden);
    }

    String restored(String value) {
        if (hidden.isEmpty()) {
            return value;
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        int open;
        while ((open = value.indexOf(OPEN, at)) >= 0) {
            int close = value.indexOf(CLOSE, open);
            out.append(value, at, open).append(hidden.get(Integer.parseInt(value.substring(open + 1, close))));
            at = close + 1;
        }
        return out.append(value, at, value.length()).toString();
    }
}
